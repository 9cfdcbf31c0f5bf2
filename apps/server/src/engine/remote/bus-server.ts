import type { Registry } from 'prom-client';
import type { DatabaseLog } from '../../database/log.ts';
import { seldom } from '../../database/seldom.ts';
import { SubmitError, type CommandBus } from '../command-bus.ts';
import type { JournalPosition, VerifiedRow } from '../journal/journal-reader.ts';
import { Beats } from './beats.ts';
import { busMetrics, type BusMetrics } from './bus-metrics.ts';
import { decodeCommands, type CommandFrame, type SentCommand } from './command-frame.ts';
import { FrameRefused, type FrameKind, type FrameSeal } from './frame.ts';
import { encodeHead, encodeRow } from './journal-frames.ts';
import type { Link, LinkMessage } from './link.ts';
import { encodeCommitted, encodeError, encodeReplies } from './reply-frame.ts';
import type { Subjects } from './subjects.ts';

export interface BusServerOptions {
  readonly link: Link;
  readonly subjects: Subjects;
  readonly seal: FrameSeal;
  /** The engine that commands go to. */
  readonly engine: {
    readonly bus: CommandBus;
    readonly epoch: () => number;
    /** See `Lease`. */
    readonly run: string;
    readonly head: () => JournalPosition;
    onJournaled(listener: (row: VerifiedRow) => void): void;
  };
  readonly log: DatabaseLog;
  readonly registry: Registry;
}

/** The core says of itself where it is this often, and after each new connection: gateways that hear it need not look. */
const BEAT_EVERY_MS = 75;
/** A frame that is older is not carried out: its sender has given up or is about to. */
const TOO_OLD_MS = 10_000;
/** A reply frame is sent at once when its lines are this long. */
const FULL_REPLY = 400_000;

interface HeardFrame extends CommandFrame {
  /** Of the core that the gateway has heard. */
  readonly run: string;
}

interface Outbox {
  lines: string[];
  length: number;
}

/**
 * The core's end of the bus. It takes commands from gateways, answers them, and sends copies of what is journaled. It
 * never waits for NATS: what cannot be sent is dropped, and gateways find it in the journal or ask again.
 */
export class BusServer {
  readonly #options: BusServerOptions;
  readonly #metrics: BusMetrics;
  readonly #beats = new Beats();
  readonly #outboxes = new Map<string, Outbox>();
  readonly #timer: NodeJS.Timeout;
  #flushing = false;
  #asked = 0;
  #stopped = false;
  #answered: (() => void) | null = null;

  constructor(options: BusServerOptions) {
    this.#options = { ...options, log: seldom(options.log) };
    this.#metrics = busMetrics(options.registry);
    const { link, engine, subjects } = options;
    engine.onJournaled(row => this.#copy(row));
    link.subscribe(subjects.commands, message => this.#take(message));
    link.listen({ onUp: () => this.#beat() });
    this.#timer = setInterval(() => this.#beat(), BEAT_EVERY_MS);
    this.#timer.unref();
  }

  /** Takes no more commands, and resolves when all that were taken are answered. Stop the engine and the link after it. */
  async stop(): Promise<void> {
    this.#options.link.unsubscribe(this.#options.subjects.commands);
    if (this.#asked > 0) await new Promise<void>(resolve => (this.#answered = resolve));
    clearInterval(this.#timer);
    this.#flush();
    this.#stopped = true;
  }

  #take({ data }: LinkMessage): void {
    const frame = this.#open(data);
    if (frame === null) return;
    const late = this.#isLate(frame);
    for (const sent of frame.commands) {
      // Nothing was done: the gateway sends it again, or tells its customer.
      if (late) this.#reply(frame.gateway, encodeError(sent.id, 'stopped'));
      else void this.#carryOut(frame.gateway, sent);
    }
  }

  #open(data: Uint8Array): HeardFrame | null {
    try {
      const { run, text } = this.#options.seal.open('commands', data);
      return { ...decodeCommands(text), run };
    } catch (error) {
      if (!(error instanceof FrameRefused)) throw error;
      this.#metrics.refused('commands');
      this.#options.log.warn({ reason: error.message }, 'commands of a gateway are left out');
      return null;
    }
  }

  /**
   * After a standstill of this process or of NATS, commands of long ago arrive; and whoever shares the subject with another
   * exchange, such as a copy of this one, gets what is meant for that.
   */
  #isLate({ heard, run }: HeardFrame): boolean {
    const { engine } = this.#options;
    if (run !== engine.run || heard.epoch !== engine.epoch()) return true;
    return this.#beats.ageMs(heard.beat, performance.now()) > TOO_OLD_MS;
  }

  async #carryOut(gateway: string, { id, command, idempotency }: SentCommand): Promise<void> {
    this.#asked++;
    try {
      const options = idempotency === null ? {} : { idempotency };
      const committed = await this.#options.engine.bus.submit(command, options);
      this.#reply(gateway, encodeCommitted(id, command, committed));
    } catch (error) {
      this.#reply(gateway, encodeError(id, this.#codeOf(error)));
    } finally {
      this.#asked--;
      if (this.#asked === 0) this.#answered?.();
    }
  }

  /** What is no answer of the engine's, such as a database that was not reached, leaves the outcome open. */
  #codeOf(error: unknown): SubmitError['code'] {
    if (error instanceof SubmitError) return error.code;
    this.#options.log.error({ err: error }, 'a command of a gateway failed');
    return 'outcome_unknown';
  }

  /** Answers of one commit leave together. */
  #reply(gateway: string, line: string): void {
    if (this.#stopped) return;
    let outbox = this.#outboxes.get(gateway);
    if (outbox === undefined) this.#outboxes.set(gateway, (outbox = { lines: [], length: 0 }));
    outbox.lines.push(line);
    outbox.length += line.length;
    if (outbox.length >= FULL_REPLY) {
      this.#flush();
    } else if (!this.#flushing) {
      this.#flushing = true;
      setImmediate(() => {
        this.#flushing = false;
        this.#flush();
      });
    }
  }

  #flush(): void {
    const { engine, subjects } = this.#options;
    for (const [gateway, { lines }] of this.#outboxes) {
      this.#send('replies', subjects.replies(gateway), encodeReplies(engine.epoch(), lines));
    }
    this.#outboxes.clear();
  }

  #beat(): void {
    if (this.#stopped) return;
    const { engine, subjects } = this.#options;
    const beat = this.#beats.next(performance.now());
    this.#send('head', subjects.heads, encodeHead({ epoch: engine.epoch(), beat, ...engine.head() }));
  }

  #copy(row: VerifiedRow): void {
    if (!this.#stopped) this.#send('row', this.#options.subjects.rows, encodeRow(row));
  }

  /** Never throws: a listener that fails would stop the exchange. */
  #send(kind: FrameKind, subject: string, text: string): void {
    const { link, seal, log, engine } = this.#options;
    try {
      const frame = link.isUp ? seal.seal(kind, text, engine.run) : null;
      if (frame === null || !link.publish(subject, frame)) this.#metrics.dropped(kind);
    } catch (error) {
      this.#metrics.dropped(kind);
      log.error({ err: error, kind }, 'a frame could not be sent');
    }
  }
}
