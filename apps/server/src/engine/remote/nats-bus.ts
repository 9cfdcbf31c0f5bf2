import { randomInt } from 'node:crypto';
import type { Command } from '@tallystick/core';
import type { DatabaseLog } from '../../database/log.ts';
import { seldom } from '../../database/seldom.ts';
import {
  SubmitError,
  type CommandBus,
  type Committed,
  type SubmitErrorCode,
  type SubmitOptions,
} from '../command-bus.ts';
import type { BusMetrics } from './bus-metrics.ts';
import { encodeCommand, encodeCommands, MAX_COMMANDS, type Heard } from './command-frame.ts';
import { FrameRefused, type FrameSeal } from './frame.ts';
import type { KnownRun } from './known-run.ts';
import type { Link, LinkMessage } from './link.ts';
import { decodeReplies, type Reply, type ReplyFrame } from './reply-frame.ts';
import type { Subjects } from './subjects.ts';

export interface NatsBusOptions {
  readonly link: Link;
  readonly subjects: Subjects;
  readonly seal: FrameSeal;
  /** This gateway's own follower. */
  readonly follower: { whenAt(sequence: number, reached: () => void): void };
  readonly log: DatabaseLog;
  /** Whose answers count, and who may be sent commands. */
  readonly known: Pick<KnownRun, 'believes'>;
  readonly metrics: Pick<BusMetrics, 'refused' | 'retries' | 'unknown'>;
  /** Commands that may wait here; more are refused with `busy`. */
  readonly admission: number;
  /** False: it sends no commands, and refuses all. Default true. */
  readonly sends?: boolean;
  /** Default: `PATIENCE`. */
  readonly patience?: Patience;
}

export interface Patience {
  /** A command has its answer after this time, or the word that it is unknown; in milliseconds. */
  readonly answerMs: number;
  /** Without a key a command that could not leave is given up sooner: a price or a quote would be of the past. */
  readonly unsentMs: number;
}

export const PATIENCE: Patience = { answerMs: 8_000, unsentMs: 2_000 };
/** A command with a key is sent again when no answer has come for this long, at random up to half as much longer. */
const ASK_AGAIN_MS = 2_000;
/** After a refusal that may pass: at random up to four times as long, so that gateways do not come back together. */
const REST_MS = 50;
const SWEEP_EVERY_MS = 25;
/** Commands of this time share a frame. */
const GATHER_MS = 2;
/** Of the texts in a frame; the rest is left for its head. */
const MAX_TEXT_BYTES = 900_000;
const ID_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ID_LENGTH = 20;

interface Waiting {
  readonly id: number;
  readonly text: string;
  readonly bytes: number;
  readonly isKeyed: boolean;
  readonly sinceMs: number;
  readonly resolve: (committed: Committed) => void;
  readonly reject: (error: SubmitError) => void;
  state: 'queued' | 'sent' | 'resting' | 'answered';
  /** The frame it was last sent in, and the epoch of the core it was sent to. */
  frame: number;
  epoch: number;
  /** When a sent or resting one is to be sent again. */
  againAtMs: number;
  /** Whether the core may have got it, with the last frame or an earlier one; and with an earlier one alone. */
  mayBeThere: boolean;
  mayHaveBeenThere: boolean;
}

/**
 * A gateway's end of the bus. Commands leave packed; an answer reaches the sender once the gateway's own follower has
 * come to its place, so that whoever was answered reads it here. What NATS or a stopped core lost is sent again by
 * itself where a key makes that safe.
 */
export class NatsBus implements CommandBus {
  readonly #options: NatsBusOptions;
  readonly #gateway = Array.from({ length: ID_LENGTH }, () => ID_LETTERS[randomInt(ID_LETTERS.length)]).join(
    '',
  );
  readonly #pending = new Map<number, Waiting>();
  #queue: Waiting[] = [];
  #lastId = 0;
  #lastFrame = 0;
  #lastFlushAtMs = -GATHER_MS;
  #flushScheduled = false;
  #heard: (Heard & { readonly run: string }) | null = null;
  #epoch = 0;
  #sweep: NodeJS.Timeout | null = null;
  #stopped = false;
  #idle: (() => void) | null = null;

  constructor(options: NatsBusOptions) {
    this.#options = { ...options, log: seldom(options.log) };
    const { link, subjects } = options;
    this.#stopped = options.sends === false;
    if (this.#stopped) return;
    link.subscribe(subjects.inbox(this.#gateway), message => this.#take(message));
    link.listen({ onUp: () => this.#scheduleFlush(), onDown: () => this.#linkLost() });
  }

  /** The newest epoch that is known here; answers of an older one do not count. */
  get epoch(): number {
    return this.#epoch;
  }

  /** Commands kept to be sent, and those given up that still lie between them: at most twice what waits, and a frame. */
  get queued(): number {
    return this.#queue.length;
  }

  submit(command: Command, options: SubmitOptions = {}): Promise<Committed> {
    if (command.type === 'passTime') return Promise.reject(new RangeError('time passes at the core alone'));
    const idempotency = options.idempotency ?? null;
    if (this.#stopped) return Promise.reject(new SubmitError('stopped'));
    if (this.#pending.size >= this.#options.admission) return Promise.reject(new SubmitError('busy'));
    const text = encodeCommand(command, idempotency);
    const bytes = Buffer.byteLength(text);
    if (bytes > MAX_TEXT_BYTES) return Promise.reject(new RangeError(`a command of ${bytes} bytes`));
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        id: ++this.#lastId,
        text,
        bytes,
        isKeyed: idempotency !== null,
        sinceMs: performance.now(),
        resolve,
        reject,
        state: 'queued',
        frame: 0,
        epoch: 0,
        againAtMs: 0,
        mayBeThere: false,
        mayHaveBeenThere: false,
      };
      this.#pending.set(waiting.id, waiting);
      this.#enqueue(waiting);
      this.#sweep ??= setInterval(() => this.#sweepOver(), SWEEP_EVERY_MS);
    });
  }

  /** The core of a known run has beaten. Ignores beats of an older epoch, and ones that come late. */
  heard({ epoch, beat }: Heard, run: string): void {
    if (epoch < this.#epoch) return;
    this.know(epoch);
    const before = this.#heard;
    if (before?.run === run && before.epoch === epoch && before.beat >= beat) return;
    this.#heard = { run, epoch, beat };
    if (this.#queue.length > 0) this.#scheduleFlush();
  }

  /** There is, or was, a core of this epoch: one of an older epoch has lost its lease and answers nobody any more. */
  know(epoch: number): void {
    if (epoch <= this.#epoch) return;
    this.#epoch = epoch;
    for (const waiting of this.#pending.values()) {
      if (waiting.state !== 'sent' || waiting.epoch >= epoch) continue;
      if (waiting.isKeyed) this.#rest(waiting);
      else this.#end(waiting, 'outcome_unknown');
    }
  }

  /** Takes no more commands; resolves when all that wait have their answer or are given up. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#pending.size > 0) await new Promise<void>(resolve => (this.#idle = resolve));
    this.#options.link.unsubscribe(this.#options.subjects.inbox(this.#gateway));
  }

  /** The process has to start again: nobody gets an answer any more. */
  fail(): void {
    this.#stopped = true;
    for (const waiting of this.#pending.values()) {
      this.#end(waiting, waiting.mayBeThere ? 'outcome_unknown' : 'stopped');
    }
  }

  #enqueue(waiting: Waiting): void {
    waiting.state = 'queued';
    this.#queue.push(waiting);
    // Nobody takes those that were given up out of it while there is no core to send to.
    if (this.#queue.length > 2 * this.#pending.size + MAX_COMMANDS) {
      this.#queue = this.#queue.filter(queued => this.#leaves(queued));
    }
    this.#scheduleFlush();
  }

  /** At once after a pause; otherwise those of two milliseconds leave together. */
  #scheduleFlush(): void {
    if (this.#flushScheduled) return;
    this.#flushScheduled = true;
    const flush = (): void => {
      this.#flushScheduled = false;
      this.#flush();
    };
    const leftMs = this.#lastFlushAtMs + GATHER_MS - performance.now();
    if (leftMs <= 0 || this.#queue.length >= MAX_COMMANDS) setImmediate(flush);
    else setTimeout(flush, leftMs);
  }

  /** Without NATS or a core they wait here. */
  #flush(): void {
    const heard = this.#heard;
    if (heard === null || heard.epoch < this.#epoch || !this.#options.link.isUp) return;
    if (!this.#options.known.believes(heard.run)) return;
    this.#lastFlushAtMs = performance.now();
    const queue = this.#queue;
    this.#queue = [];
    let frame: Waiting[] = [];
    let bytes = 0;
    for (const waiting of queue) {
      if (!this.#leaves(waiting)) continue;
      if (frame.length === MAX_COMMANDS || bytes + waiting.bytes > MAX_TEXT_BYTES) {
        this.#send(heard, frame);
        frame = [];
        bytes = 0;
      }
      frame.push(waiting);
      bytes += waiting.bytes;
    }
    if (frame.length > 0) this.#send(heard, frame);
  }

  /** Not if it was given up meanwhile, or answered by an earlier frame. */
  #leaves(queued: Waiting): boolean {
    return queued.state === 'queued' && this.#pending.has(queued.id);
  }

  #send(heard: Heard & { readonly run: string }, commands: readonly Waiting[]): void {
    const { link, subjects, seal } = this.#options;
    const number = ++this.#lastFrame;
    const frame = seal.seal('commands', encodeCommands(this.#gateway, heard, commands), heard.run);
    const unheard = subjects.unheard(this.#gateway, number);
    const sent = frame !== null && link.publish(subjects.commands, frame, unheard);
    const nowMs = performance.now();
    for (const waiting of commands) {
      if (!sent) {
        this.#rest(waiting);
        continue;
      }
      waiting.state = 'sent';
      waiting.frame = number;
      waiting.epoch = heard.epoch;
      waiting.againAtMs = nowMs + ASK_AGAIN_MS * (1 + Math.random() / 2);
      waiting.mayHaveBeenThere = waiting.mayBeThere;
      waiting.mayBeThere = true;
    }
  }

  #take({ subject, data, unheard }: LinkMessage): void {
    if (unheard) {
      this.#nobodyHeard(this.#options.subjects.unheardFrame(subject));
      return;
    }
    const frame = this.#open(data);
    // The core that has taken over judges by what is on disk; this one may not know that it was.
    if (frame === null || frame.epoch < this.#epoch) return;
    this.know(frame.epoch);
    for (const reply of frame.replies) this.#answer(reply);
  }

  #open(data: Uint8Array): ReplyFrame | null {
    const { seal, known, metrics } = this.#options;
    try {
      const { run, text } = seal.open('replies', data);
      if (known.believes(run)) return decodeReplies(text);
      metrics.unknown('replies');
      return null;
    } catch (error) {
      if (!(error instanceof FrameRefused)) throw error;
      metrics.refused('replies');
      this.#options.log.warn({ reason: error.message }, 'replies to this gateway are left out');
      return null;
    }
  }

  #nobodyHeard(frame: number | null): void {
    for (const waiting of this.#pending.values()) {
      if (waiting.frame === frame && waiting.state === 'sent') this.#takeBack(waiting);
    }
  }

  /** Nothing was done with the last frame. */
  #takeBack(waiting: Waiting): void {
    waiting.mayBeThere = waiting.mayHaveBeenThere;
    this.#rest(waiting);
  }

  #answer(reply: Reply): void {
    const waiting = this.#pending.get(reply.id);
    if (waiting === undefined || waiting.state === 'answered') return;
    if ('code' in reply) {
      // Otherwise it is the word on an earlier frame, and the command goes again in any case.
      if (waiting.state === 'sent') this.#refused(waiting, reply.code);
      return;
    }
    waiting.state = 'answered';
    const { committed } = reply;
    this.#options.follower.whenAt(committed.sequence, () => {
      if (this.#forget(waiting)) waiting.resolve(committed);
    });
  }

  #refused(waiting: Waiting, code: SubmitErrorCode): void {
    switch (code) {
      case 'stopped':
        // Another core goes on, or the same one has heard of this gateway too long ago.
        this.#takeBack(waiting);
        break;
      case 'outcome_unknown':
        if (waiting.isKeyed) this.#rest(waiting);
        else this.#end(waiting, code);
        break;
      case 'busy':
      case 'clock_stopped':
        // Which says nothing of an earlier frame that may still be on its way.
        if (waiting.mayHaveBeenThere) this.#takeBack(waiting);
        else this.#end(waiting, code);
        break;
      default:
        this.#end(waiting, code);
    }
  }

  #linkLost(): void {
    for (const waiting of this.#pending.values()) {
      if (waiting.state !== 'sent') continue;
      if (waiting.isKeyed) this.#rest(waiting);
      else this.#end(waiting, 'outcome_unknown');
    }
  }

  #rest(waiting: Waiting): void {
    waiting.state = 'resting';
    waiting.againAtMs = performance.now() + REST_MS * (1 + 3 * Math.random());
  }

  #sweepOver(): void {
    const nowMs = performance.now();
    const { answerMs, unsentMs } = this.#options.patience ?? PATIENCE;
    for (const waiting of this.#pending.values()) {
      const { state, isKeyed, mayBeThere, sinceMs, againAtMs } = waiting;
      const givenMs = isKeyed || mayBeThere ? answerMs : unsentMs;
      if (nowMs - sinceMs >= givenMs) {
        this.#end(waiting, mayBeThere ? 'outcome_unknown' : 'busy');
      } else if (againAtMs <= nowMs && (state === 'resting' || (state === 'sent' && isKeyed))) {
        if (mayBeThere) this.#options.metrics.retries.inc();
        this.#enqueue(waiting);
      }
    }
  }

  #end(waiting: Waiting, code: SubmitErrorCode): void {
    if (this.#forget(waiting)) waiting.reject(new SubmitError(code));
  }

  /** False if it has its answer already. */
  #forget(waiting: Waiting): boolean {
    if (!this.#pending.delete(waiting.id)) return false;
    if (this.#pending.size === 0) {
      if (this.#sweep !== null) clearInterval(this.#sweep);
      this.#sweep = null;
      this.#idle?.();
    }
    return true;
  }
}
