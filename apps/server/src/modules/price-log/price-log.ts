import type { WireOptionReceipt } from '@tallystick/protocol';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { promiseText } from '@tallystick/verify/receipt';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { Tidied } from '../tidying.ts';
import { Archive } from './archive.ts';
import { showMetrics } from './metrics.ts';
import { Publisher } from './publisher.ts';
import { PriceLogReader } from './reader.ts';
import { Signer } from './signer.ts';
import { Witness } from './witness.ts';

const DAY_MS = 86_400_000;

export interface PriceLogOptions {
  readonly pool: pg.Pool;
  readonly registry: Registry;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
  readonly dataDir: string;
  /** The log's name, which is part of all that is signed. */
  readonly origin: string;
  /** Ed25519 seeds of 32 bytes, newest first. */
  readonly keys: readonly Buffer[];
  readonly checkpointEveryMs: number;
  /** How long ticks stay in the database; then they are moved to archive files. */
  readonly keepDays: number;
  /** For tests, which have fewer. */
  readonly ticksAFile?: number;
}

/** The price log as a public transparency log: see docs/price-log.md. */
export class PriceLog implements Tidied {
  readonly reader: PriceLogReader;
  readonly publisher: Publisher;
  readonly #options: PriceLogOptions;
  readonly #archive: Archive;
  readonly #signer: Signer;
  #timer: NodeJS.Timeout | null = null;
  #turn: Promise<void> = Promise.resolve();
  #told = false;

  private constructor(options: PriceLogOptions, publisher: Publisher, signer: Signer) {
    const { pool, dataDir, log, checkpointEveryMs } = options;
    this.#options = options;
    this.publisher = publisher;
    this.#signer = signer;
    this.#archive = new Archive(pool, dataDir, options.ticksAFile);
    this.reader = new PriceLogReader({
      pool,
      archive: this.#archive,
      signer,
      publisher,
      checkpointEveryMs,
      log,
    });
  }

  /** Reads how far it was signed. Nothing is signed before `start` or `turn`. */
  static async open(options: PriceLogOptions): Promise<PriceLog> {
    const { pool, origin, keys, dataDir, now, registry } = options;
    const signer = new Signer(origin, keys);
    const publisher = await Publisher.open({ pool, signer, witness: new Witness(dataDir), now });
    showMetrics(registry, publisher);
    return new PriceLog(options, publisher, signer);
  }

  /**
   * The exchange's signature under an option's terms, as a note: what it promised, for whoever has to show it to others.
   */
  signTerms(receipt: WireOptionReceipt): string {
    return this.#signer.note(promiseText(this.#signer.origin, receipt));
  }

  /** Signs at once, and from then on every `checkpointEveryMs`. */
  start(): void {
    this.#timer ??= setInterval(() => void this.turn(), this.#options.checkpointEveryMs);
    this.#timer.unref();
    void this.turn();
  }

  /** Resolves when the turn that is under way has ended. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    await this.#turn;
  }

  /** Signs what there is, and reads again a part of what was. One turn at a time; a failure is logged. */
  turn(): Promise<void> {
    const mine = this.#turn.then(() => this.#take());
    this.#turn = mine;
    return mine;
  }

  /** For operators. */
  async status(): Promise<DeskOutput<'GET desk/price_log'>> {
    const { publisher, reader } = this;
    const { state, newest_tick: newestTick, first_hot_tick: firstHotTick } = await reader.keys();
    return {
      state,
      fault: publisher.fault,
      newest_tick: newestTick,
      signed_ticks: publisher.signed?.size ?? 0,
      signed_at_ms: publisher.signed?.atMs ?? null,
      first_hot_tick: firstHotTick,
    };
  }

  async #take(): Promise<void> {
    const { log } = this.#options;
    try {
      await this.publisher.publish();
      await this.publisher.lookBack();
    } catch (error) {
      log.warn({ err: error }, 'the price log was not signed this time');
    }
    const { fault } = this.publisher;
    if (fault === null || this.#told) return;
    this.#told = true;
    log.error(fault, 'the price log differs from what was signed: nothing more is signed');
  }

  /** Moves old ticks to archive files. Not while something is wrong: nothing may be moved away then. */
  async forgetOld(): Promise<void> {
    const { publisher } = this;
    const { now, keepDays, log } = this.#options;
    if (publisher.fault !== null || publisher.signed === null) return;
    const files = await this.#archive.moveOld(now() - keepDays * DAY_MS, publisher.signed.size);
    if (files > 0) log.info({ files }, 'old ticks were moved to archives');
  }
}
