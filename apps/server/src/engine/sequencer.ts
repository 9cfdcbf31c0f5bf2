import { LOGIC_VERSION, type Command, type Exchange } from '@tallystick/core';
import type { ClientBase } from 'pg';
import { batchQuery, type JournalRow } from './batch-statement.ts';
import { Batch, type CommittedBatch, type Pending, type PendingMark } from './batch.ts';
import {
  SubmitError,
  type CommandBus,
  type Committed,
  type SubmitErrorCode,
  type SubmitOptions,
} from './command-bus.ts';
import { HaltError } from './engine-error.ts';
import { coreFailure } from './failures.ts';
import type { Fence } from './fence.ts';
import type { Follower } from './follower.ts';
import type { Deduplicator } from './idempotency/deduplicator.ts';
import { journalHash } from './journal/chain.ts';
import type { Mark } from './journal/mark.ts';
import type { EngineMetrics } from './metrics.ts';
import type { Projector } from './projecting/projector.ts';
import { hasValidText } from './valid-text.ts';

export interface SequencerOptions {
  /** The writer's own connection; nobody else uses it. */
  readonly client: ClientBase;
  /** Recovered; only the sequencer changes it. It runs ahead of the disk by the batch being committed. */
  readonly exchange: Exchange;
  /** Applies each batch once it is on disk, before anybody learns of it. Its state is that of the journal's end. */
  readonly follower: Follower;
  /** Records what the follower has applied. While it is full, nothing is committed: call `resume` when it has room. */
  readonly projector: Projector;
  readonly epoch: number;
  /** Whether answers may leave that need no commit, such as refusals without a key. */
  readonly fence: Fence;
  /** Hash of the core of `exchange`: every journal row names it. */
  readonly core: string;
  readonly deduplicator: Deduplicator;
  readonly metrics: EngineMetrics;
  /** Commands in one transaction at most; a step of the backlog may be added. */
  readonly maxBatch: number;
  /** Commands that may wait; more are refused with `busy`. */
  readonly queueLimit: number;
  /** With heavy traffic a batch waits this long for more commands: fewer, larger commits cost less each. */
  readonly gatherMs: number;
  readonly now?: () => number;
  /** Whether no command may be stamped at the moment. */
  readonly clockStopped?: () => boolean;
  /** Called after each commit of commands, in order; `sequence` ends the journal's row. */
  readonly onCommitted: (batch: CommittedBatch, sequence: number) => void;
  /** Called once when the engine must stop: report and exit. */
  readonly onFatal: (error: unknown) => void;
}

/** A batch this large means heavy traffic: the next one may wait for more commands. */
const BUSY_BATCH = 8;
/** The clock is read at least this often, in case it was set. */
const MAX_DELAY_MS = 60_000;

const PASS_TIME = {
  command: { type: 'passTime' },
  idempotency: null,
  known: null,
  resolve: () => undefined,
  reject: () => undefined,
} as const;

/**
 * The only writer. It applies commands as they come, while the batch before is being committed; no answer leaves before
 * its own commit. If a commit is in doubt, the process ends: what the core knows but the database does not is then lost,
 * and the restart uses the database's state.
 */
export class Sequencer implements CommandBus {
  readonly #options: SequencerOptions;
  readonly #now: () => number;
  readonly #clockStopped: () => boolean;
  #queue: Pending[] = [];
  #marks: PendingMark[] = [];
  #taken = 0;
  #open = new Batch();
  #spare: Batch | null = new Batch();
  #inFlight: Batch | null = null;
  #sequence: number;
  #pumpScheduled = false;
  #gatherTimer: NodeJS.Timeout | null = null;
  #dueTimer: NodeJS.Timeout | null = null;
  #lastFlushAt = 0;
  #lastBatchSize = 0;
  /** Whether the open batch contains a step of the backlog. */
  #workedOff = false;
  #draining = false;
  /** All that waited is on disk: from now on only marks are journaled. */
  #drained = false;
  #fatal = false;
  #closed = false;
  #idle: (() => void)[] = [];

  constructor(options: SequencerOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#clockStopped = options.clockStopped ?? (() => false);
    this.#sequence = options.follower.position.sequence;
  }

  /** How long the database has been committing the current batch; 0 if there is none. */
  get committingForMs(): number {
    return this.#inFlight === null ? 0 : performance.now() - this.#lastFlushAt;
  }

  submit(command: Command, options: SubmitOptions = {}): Promise<Committed> {
    const idempotency = options.idempotency ?? null;
    if (!hasValidText(command, idempotency)) return this.#turnAway(command, null, 'invalid_text');
    if (idempotency === null) return this.#enqueue(command, null, null);
    return this.#options.deduplicator.once(idempotency, known => this.#enqueue(command, idempotency, known));
  }

  /**
   * Journals a mark with the next batch, also after `drain`. Resolves with the mark's sequence once it is on disk.
   */
  mark(make: (sequence: number) => Mark): Promise<number> {
    if (this.#fatal) return Promise.reject(new SubmitError('stopped'));
    return new Promise((resolve, reject) => {
      this.#marks.push({ make, resolve, reject });
      this.#schedulePump();
    });
  }

  /**
   * Refuses new commands, commits all that wait, and resolves when everything is answered. The exchange does not change
   * any more then: what becomes due waits for the next start.
   */
  async drain(): Promise<void> {
    this.#draining = true;
    if (this.#dueTimer !== null) clearTimeout(this.#dueTimer);
    this.#dueTimer = null;
    if (!this.#fatal && !this.#isIdle()) {
      this.#schedulePump();
      await new Promise<void>(resolve => this.#idle.push(resolve));
    }
    this.#drained = true;
  }

  /** Reads the clock at once, because it was set; resolves once nothing is due, waiting or being committed. */
  async wake(): Promise<void> {
    if (this.#draining || this.#fatal) return;
    this.#schedulePump();
    await new Promise<void>(resolve => this.#idle.push(resolve));
  }

  /** The projector has got further. */
  resume(): void {
    if (this.#inFlight === null && this.#open.size > 0) this.#schedulePump();
  }

  /** Something outside shows that the engine must stop, such as a lost connection. */
  fail(error: unknown): void {
    if (!this.#closed) this.#die(error);
  }

  /** Call it after `drain`: from now on a closed connection is not a failure. */
  close(): void {
    this.#closed = true;
  }

  #enqueue(
    command: Command,
    idempotency: Pending['idempotency'],
    known: Pending['known'],
  ): Promise<Committed> {
    if (this.#draining || this.#fatal) return this.#turnAway(command, known, 'stopped');
    if (this.#queue.length - this.#taken + this.#open.size >= this.#options.queueLimit) {
      return this.#turnAway(command, known, 'busy');
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ command, idempotency, known, queuedAt: performance.now(), resolve, reject });
      this.#schedulePump();
    });
  }

  #turnAway(command: Command, known: Pending['known'], code: SubmitErrorCode): Promise<never> {
    if (known !== null) this.#options.deduplicator.forget(known);
    this.#options.metrics.count(command.type, code);
    return Promise.reject(new SubmitError(code));
  }

  /** After the current round of I/O, so that commands that arrived together share a batch. */
  #schedulePump(): void {
    if (this.#pumpScheduled) return;
    this.#pumpScheduled = true;
    setImmediate(() => {
      this.#pumpScheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#fatal) return;
    try {
      if (this.#clockStopped()) this.#turnWaitingAway();
      else if (!this.#drained) this.#applyWaiting();
      for (const mark of this.#marks.splice(0)) {
        this.#open.mark(mark, ++this.#sequence, this.#options.exchange.lastAtMs);
      }
      const held = this.#options.projector.isFull;
      if (this.#inFlight === null && this.#open.size > 0 && !held && !this.#gathersOn()) this.#flush();
    } catch (error) {
      this.#die(coreFailure(error));
      return;
    }
    this.#options.metrics.queued.set(this.#queue.length - this.#taken);
    this.#awaitDue();
    if (this.#isIdle()) for (const resolve of this.#idle.splice(0)) resolve();
  }

  #turnWaitingAway(): void {
    this.#fail(this.#queue.slice(this.#taken), 'clock_stopped');
    this.#queue = [];
    this.#taken = 0;
  }

  #applyWaiting(): void {
    const { exchange, maxBatch } = this.#options;
    const queue = this.#queue;
    const atMs = Math.max(this.#now(), exchange.lastAtMs);
    while (this.#taken < queue.length && this.#open.size < maxBatch) {
      if (exchange.dueAtMs() <= atMs) {
        this.#passTime(atMs);
        continue;
      }
      const pending = queue[this.#taken]!;
      const outcome = exchange.apply(pending.command, atMs);
      // Counted only now: if the core throws, this command must be rejected together with all that wait.
      this.#taken++;
      if (outcome.ok) this.#open.accept(pending, ++this.#sequence, atMs, outcome.events, exchange.digest);
      else this.#open.refuse(pending, this.#sequence, atMs, outcome.refusal);
    }
    while (exchange.dueAtMs() <= atMs && this.#open.size < maxBatch) this.#passTime(atMs);
    this.#workOff(atMs);
    if (this.#taken === queue.length) {
      this.#queue = [];
      this.#taken = 0;
    }
  }

  /**
   * Background work: one step per batch, and none while another batch commits, so that commands wait for one step at
   * most. Full batches get a step as well: otherwise the backlog would starve under constant load.
   */
  #workOff(atMs: number): void {
    if (this.#inFlight !== null || this.#workedOff || this.#draining) return;
    if (!this.#options.exchange.hasBacklog()) return;
    this.#passTime(atMs);
    this.#workedOff = true;
  }

  /** A command of the exchange itself: no sender waits for an answer. */
  #passTime(atMs: number): void {
    const pending = { ...PASS_TIME, queuedAt: performance.now() };
    const { exchange } = this.#options;
    const outcome = exchange.apply(pending.command, atMs);
    if (!outcome.ok) throw new HaltError(`time could not pass: ${outcome.refusal.code}`);
    this.#open.accept(pending, ++this.#sequence, atMs, outcome.events, exchange.digest);
  }

  /** Sets a timer for the next time at which the exchange has work of its own. */
  #awaitDue(): void {
    if (this.#dueTimer !== null) clearTimeout(this.#dueTimer);
    this.#dueTimer = null;
    const dueAtMs = this.#options.exchange.dueAtMs();
    if (dueAtMs === Infinity || this.#draining || this.#fatal) return;
    // Nothing becomes due while the clock is stopped. `wake` is called when it starts again.
    const waitMs = this.#clockStopped() ? MAX_DELAY_MS : Math.max(dueAtMs - this.#now(), 0);
    const delayMs = Math.min(waitMs, MAX_DELAY_MS);
    this.#dueTimer = setTimeout(() => {
      this.#dueTimer = null;
      this.#pump();
    }, delayMs);
  }

  /** Whether the open batch should wait a little longer; the timer then pumps again. */
  #gathersOn(): boolean {
    const { gatherMs, maxBatch } = this.#options;
    if (this.#draining || this.#lastBatchSize < BUSY_BATCH || this.#open.size >= maxBatch) return false;
    const leftMs = this.#lastFlushAt + gatherMs - performance.now();
    if (leftMs <= 0) return false;
    this.#gatherTimer ??= setTimeout(() => {
      this.#gatherTimer = null;
      this.#pump();
    }, leftMs);
    return true;
  }

  #flush(): void {
    const batch = this.#open;
    this.#open = this.#spare!;
    this.#spare = null;
    this.#inFlight = batch;
    this.#workedOff = false;
    this.#lastBatchSize = batch.size;
    this.#lastFlushAt = performance.now();
    if (!batch.hasRows && this.#options.fence.isValid) this.#release(batch, null);
    else void this.#commit(batch);
  }

  async #commit(batch: Batch): Promise<void> {
    try {
      const lastSequence = this.#sequence;
      const { epoch } = this.#options;
      const row = batch.journaled === 0 ? null : this.#journalRow(batch, lastSequence);
      const { client, fence } = this.#options;
      if (batch.hasRows) {
        const values = batch.parameters({ epoch, row });
        await fence.hold(() => client.query({ ...batchQuery(batch.tables, row !== null), values }));
      } else await fence.confirmed();
      if (this.#fatal) return;
      const { metrics } = this.#options;
      metrics.commitSeconds.observe((performance.now() - this.#lastFlushAt) / 1000);
      metrics.batchCommands.observe(batch.accepted);
      metrics.sequence.set(lastSequence);
      this.#release(batch, row);
    } catch (error) {
      this.#die(error);
    }
  }

  #journalRow(batch: Batch, lastSequence: number): JournalRow {
    const row = {
      firstSequence: lastSequence - batch.journaled + 1,
      lastSequence,
      epoch: this.#options.epoch,
      logicVersion: LOGIC_VERSION,
      core: this.#options.core,
      commands: batch.commandsText(),
    };
    const previousHash = this.#options.follower.position.hash;
    return { ...row, previousHash, hash: journalHash(previousHash, row) };
  }

  /** The batch is on disk. The follower applies it before senders are answered, so that they can read their own writes. */
  #release(batch: Batch, row: JournalRow | null): void {
    const { deduplicator, metrics, follower, onCommitted } = this.#options;
    const taken = row === null ? null : this.#follow(batch, row);
    const answeredAt = performance.now();
    for (const { pending, committed } of batch.answers()) {
      if (pending.known !== null) deduplicator.stored(pending.known, committed.atMs);
      metrics.count(pending.command.type, committed.outcome.ok ? 'accepted' : 'refused');
      metrics.commandSeconds.observe((answeredAt - pending.queuedAt) / 1000);
      pending.resolve(committed);
    }
    for (const { pending, sequence } of batch.marks()) pending.resolve(sequence);
    if (taken !== null && batch.accepted > 0) onCommitted(taken, follower.position.sequence);
    batch.clear();
    this.#inFlight = null;
    this.#spare = batch;
    // At once, not after I/O: the database should not wait for the next batch.
    this.#pump();
  }

  #follow(batch: Batch, row: JournalRow): CommittedBatch {
    try {
      return batch.follow(this.#options.follower, this.#options.projector, row);
    } catch (error) {
      throw coreFailure(error);
    }
  }

  #die(error: unknown): void {
    if (this.#fatal) return;
    this.#fatal = true;
    if (this.#gatherTimer !== null) clearTimeout(this.#gatherTimer);
    if (this.#dueTimer !== null) clearTimeout(this.#dueTimer);
    this.#fail(this.#inFlight?.answers().map(answer => answer.pending) ?? [], 'outcome_unknown', error);
    this.#fail(
      this.#open.answers().map(answer => answer.pending),
      'stopped',
      error,
    );
    this.#fail(this.#queue.slice(this.#taken), 'stopped', error);
    for (const { pending } of [...(this.#inFlight?.marks() ?? []), ...this.#open.marks()])
      pending.reject(error);
    for (const { reject } of this.#marks.splice(0)) reject(error);
    for (const resolve of this.#idle.splice(0)) resolve();
    this.#options.onFatal(error);
  }

  #fail(pendings: readonly Pending[], code: SubmitErrorCode, cause?: unknown): void {
    for (const { command, known, reject } of pendings) {
      if (known !== null) this.#options.deduplicator.forget(known);
      this.#options.metrics.count(command.type, code);
      reject(new SubmitError(code, { cause }));
    }
  }

  #isIdle(): boolean {
    return this.#inFlight === null && this.#open.size === 0 && this.#taken === this.#queue.length;
  }
}
