import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { CommittedBatch } from '../engine/batch.ts';
import { allCursors, openCursor } from './cursors.ts';
import type { FeedKind } from '../events/event.ts';
import { headOf, isBehind, storedKinds, type Position } from './reader.ts';
import { forgetPassed, oldestUndone } from './retention.ts';
import { Runner } from './runner.ts';
import type { Listener, Subscriber } from './subscriber.ts';
import { listenerTurn, subscriberTurn, type TakeTurn } from './turns.ts';

const GATHER_MS = 50;
/** Poll interval for the heads, because other processes write events, too. */
const LOOK_EVERY_MS = 1_000;
/** Polls until events of an engine in another process are found; those of this process are announced. */
const EXCHANGE_EVERY_LOOKS = 5;

export interface FeedOptions {
  readonly pool: pg.Pool;
  readonly engine: { onCommitted(listener: (batch: CommittedBatch) => void): void };
  readonly registry: Registry;
  readonly now: () => number;
  readonly log: { error(details: object, message: string): void };
  /**
   * A gateway's feed: it delivers to open pages alone, and `wake` wakes the worker's, too. Absent: this process delivers
   * to all.
   */
  readonly wakeWorker?: ((what: 'feed') => void) | undefined;
}

/**
 * Delivers what has happened to subscribers in order: events of the exchange and of the server's other transactions.
 * Each subscriber has its own position and continues from it, whatever happens to the process or to others.
 */
export class Feed {
  readonly #options: FeedOptions;
  readonly #subscribers: Subscriber[] = [];
  readonly #readers: { readonly runner: Runner; readonly kinds: ReadonlySet<string> }[] = [];
  readonly #behind: Gauge<'subscriber'>;
  #opening: Promise<void> | null = null;
  #begins: Promise<Position> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #looked: Position | null = null;
  #looks = 0;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#behind = new Gauge({
      name: 'tallystick_feed_behind',
      help: 'Age in seconds of the oldest event a subscriber has not handled; 0: it has handled all',
      labelNames: ['subscriber'],
      registers: [options.registry],
    });
  }

  /** Call before `start`. A new subscriber only needs one record. */
  subscribe<K extends FeedKind>(subscriber: Subscriber<K>): void {
    if (this.#options.wakeWorker !== undefined) return;
    this.#subscribers.push(subscriber as unknown as Subscriber);
    const { name, kinds, gatherMs = GATHER_MS } = subscriber;
    this.#add(
      { name, kinds, gatherMs },
      subscriberTurn(this.#options.pool, subscriber as unknown as Subscriber),
    );
  }

  /** Call before `start`. */
  listen<K extends FeedKind>(listener: Listener<K>): void {
    if (this.#options.wakeWorker !== undefined && listener.forPages !== true) return;
    const { name, kinds } = listener;
    this.#add(
      { name, kinds, gatherMs: GATHER_MS },
      listenerTurn(this.#options.pool, listener as unknown as Listener, () => this.#beginning()),
    );
  }

  /** Starts with what an earlier run left. */
  async start(): Promise<void> {
    await this.#open();
    this.#options.engine.onCommitted(({ fedKinds }) => {
      for (const kind of fedKinds) this.#wakeFor(kind);
    });
    this.#timer = setInterval(() => {
      this.#looking = this.#looking.then(() => this.#look());
    }, LOOK_EVERY_MS);
    this.#timer.unref();
    this.#wakeReaders();
  }

  /** Call after the commit of a transaction that appended, so that the feed does not wait for the next poll. */
  wake(): void {
    this.#wakeReaders();
    this.#options.wakeWorker?.('feed');
  }

  #wakeReaders(): void {
    for (const { runner } of this.#readers) runner.wake();
  }

  /** Resolves when all have handled everything there was. Rejects with the first failure, after all others are done. */
  async catchUp(): Promise<void> {
    await this.#open();
    const results = await Promise.allSettled(this.#readers.map(({ runner }) => runner.catchUp()));
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#looking;
    await Promise.all(this.#readers.map(({ runner }) => runner.stop()));
  }

  /** Events that all have handled are kept for a month, so that they can be replayed. */
  async forgetOld(): Promise<void> {
    // A subscriber not known yet has read nothing.
    await this.#open();
    const { pool, now } = this.#options;
    await forgetPassed(pool, await allCursors(pool), now());
  }

  /** Updates the metrics of each subscriber's lag. */
  async measure(): Promise<void> {
    const { pool, now } = this.#options;
    for (const { name, atMs } of await oldestUndone(pool)) {
      this.#behind.set({ subscriber: name }, atMs === null ? 0 : Math.max(0, now() - atMs) / 1_000);
    }
  }

  #add(
    reader: { readonly name: string; readonly kinds: readonly FeedKind[]; readonly gatherMs: number },
    take: TakeTurn,
  ): void {
    const { name, kinds, gatherMs } = reader;
    if (this.#readers.some(({ runner }) => runner.name === name))
      throw new Error(`two readers of the feed are called ${name}`);
    const { log } = this.#options;
    const runner = new Runner({ name, take, gatherMs, log });
    this.#readers.push({ runner, kinds: new Set(storedKinds(kinds)) });
  }

  #open(): Promise<void> {
    this.#opening ??= this.#openAll().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  }

  /** Where listeners start: they receive everything committed after `start` has resolved. */
  #beginning(): Promise<Position> {
    this.#begins ??= headOf(this.#options.pool).catch((error: unknown) => {
      this.#begins = null;
      throw error;
    });
    return this.#begins;
  }

  async #openAll(): Promise<void> {
    await this.#beginning();
    for (const subscriber of this.#subscribers) await openCursor(this.#options.pool, subscriber);
  }

  #wakeFor(kind: string): void {
    for (const { runner, kinds } of this.#readers) if (kinds.has(kind)) runner.wake();
  }

  async #look(): Promise<void> {
    try {
      const head = await headOf(this.#options.pool);
      const before = this.#looked ?? head;
      const exchange = this.#looks++ % EXCHANGE_EVERY_LOOKS === 0;
      this.#looked = exchange ? head : { ...before, office: head.office };
      if (isBehind(before, this.#looked)) this.#wakeReaders();
      if (exchange && this.#options.wakeWorker === undefined) await this.measure();
    } catch (error) {
      this.#options.log.error({ err: error }, 'the feed could not be looked at; it will be again');
    }
  }
}
