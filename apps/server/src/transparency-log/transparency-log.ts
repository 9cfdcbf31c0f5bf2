import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { ObjectStore } from '../object-store/object-store.ts';
import { LogReader } from './log-reader.ts';
import { showMetrics } from './metrics.ts';
import { Publisher } from './publisher.ts';
import type { Signer } from './signer.ts';
import type { LogSource } from './source.ts';
import { Witness } from './witness.ts';

export interface TransparencyLogOptions {
  readonly pool: pg.Pool;
  readonly registry: Registry;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
  /** Remembers what was signed, outside the database. */
  readonly objects: ObjectStore;
  readonly source: LogSource;
  readonly signer: Signer;
  readonly checkpointEveryMs: number;
  /** Another process signs: a turn takes up what it has written. */
  readonly isShownOnly?: boolean;
}

/** A log that has stopped stops what depends on it in every process within this time. */
const SHOWN_EVERY_MS = 1_000;

/** A log whose every state is signed and published, so that its past cannot be rewritten unnoticed. */
export class TransparencyLog {
  readonly publisher: Publisher;
  readonly reader: LogReader;
  readonly #options: TransparencyLogOptions;
  #timer: NodeJS.Timeout | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #told = false;
  #warned = false;

  private constructor(options: TransparencyLogOptions, publisher: Publisher) {
    this.#options = options;
    this.publisher = publisher;
    this.reader = new LogReader({ ...options, publisher });
  }

  /** Reads what was signed so far. Nothing is signed before `start` or `turn`. */
  static async open(options: TransparencyLogOptions): Promise<TransparencyLog> {
    const { pool, source, signer, objects, now, registry } = options;
    const witness = new Witness(objects, source.name);
    const { isShownOnly } = options;
    const publisher = await Publisher.open({ pool, source, signer, witness, now, isShownOnly });
    showMetrics(registry, source, publisher);
    return new TransparencyLog(options, publisher);
  }

  /** Signs at once, and from then on every `checkpointEveryMs`. */
  start(): void {
    const { isShownOnly, checkpointEveryMs } = this.#options;
    const everyMs = isShownOnly === true ? Math.min(SHOWN_EVERY_MS, checkpointEveryMs) : checkpointEveryMs;
    this.#timer ??= setInterval(() => void this.turn(), everyMs);
    this.#timer.unref();
    void this.turn();
  }

  /** Resolves when the running turn has ended. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.#turn;
  }

  /**
   * Signs new entries, and re-reads a part of the old ones. One turn at a time; failures are logged. True if everything
   * read equals what was signed.
   */
  turn(): Promise<boolean> {
    const mine = this.#turn.then(() => this.#take());
    this.#turn = mine;
    return mine;
  }

  async #take(): Promise<boolean> {
    const { log, source } = this.#options;
    const isWhole = await this.#sign();
    const { fault, isUnwitnessed } = this.publisher;
    if (isUnwitnessed && !this.#warned) {
      this.#warned = true;
      log.warn(
        `nothing outside the database remembered what was signed of the ${source.name} log: had the database been put ` +
          'back to an earlier state, it would not have been noticed',
      );
    }
    if (fault !== null && !this.#told) {
      this.#told = true;
      log.error(fault, `the ${source.name} log differs from what was signed: nothing more is signed`);
    }
    return isWhole && fault === null;
  }

  /** False if it could not be done this time. */
  async #sign(): Promise<boolean> {
    const { log, source } = this.#options;
    try {
      if (this.#options.isShownOnly === true) {
        await this.publisher.refresh();
        return true;
      }
      await this.publisher.publish();
      await this.publisher.lookBack();
      return true;
    } catch (error) {
      log.warn({ err: error }, `the ${source.name} log was not signed this time`);
      return false;
    }
  }
}
