import { DAY_MS } from '@tallystick/core/durations';
import type { WireOptionReceipt } from '@tallystick/protocol';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { promisedHash, promiseText, termsHash } from '@tallystick/verify/receipt';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Registry } from 'prom-client';
import type { ObjectStore } from '../object-store/object-store.ts';
import type { Tidied } from '../timekeeping/tidying.ts';
import { Archive } from './archive.ts';
import type { Publisher } from '../transparency-log/publisher.ts';
import type { Signer } from '../transparency-log/signer.ts';
import { TransparencyLog } from '../transparency-log/transparency-log.ts';
import { PriceLogReader } from './reader.ts';
import { TickSource } from './tick-source.ts';

export interface PriceLogOptions {
  readonly pool: pg.Pool;
  readonly registry: Registry;
  readonly log: FastifyBaseLogger;
  readonly now: () => number;
  /** Has archives, and remembers what was signed. */
  readonly objects: ObjectStore;
  /** Log name; part of everything that is signed. */
  readonly signer: Signer;
  readonly checkpointEveryMs: number;
  /** See TransparencyLogOptions. */
  readonly isShownOnly?: boolean;
  /** How long ticks stay in the database before they are moved to archive files. */
  readonly keepDays: number;
  /** In a gateway: asks the worker, which has the key; null: it gave none in time. */
  readonly askForNote?: (option: {
    readonly customerId: number;
    readonly optionId: number;
  }) => Promise<string | null>;
  /** For tests, which have fewer. */
  readonly ticksAFile?: number;
}

/** The price log as a public transparency log: see docs/price-log.md. */
export class PriceLog implements Tidied {
  readonly reader: PriceLogReader;
  readonly #options: PriceLogOptions;
  readonly #archive: Archive;
  readonly #tree: TransparencyLog;

  private constructor(options: PriceLogOptions, tree: TransparencyLog) {
    const { pool, objects, log, signer } = options;
    this.#options = options;
    this.#tree = tree;
    this.#archive = new Archive(pool, objects, options.ticksAFile);
    this.reader = new PriceLogReader({ pool, archive: this.#archive, signer, tree, log });
  }

  /** Reads what was signed so far. Nothing is signed before `start` or `turn`. */
  static async open(options: PriceLogOptions): Promise<PriceLog> {
    const source = new TickSource(options.pool);
    return new PriceLog(options, await TransparencyLog.open({ ...options, source }));
  }

  /** Of the signed tree alone. */
  get tree(): TransparencyLog['reader'] {
    return this.#tree.reader;
  }

  get publisher(): Publisher {
    return this.#tree.publisher;
  }

  /**
   * The exchange's signature of an option's terms, as a note: proof of the promise for third parties. Null if nobody who has
   * the key was there to sign at this moment; it can be asked for again.
   */
  async signTerms(customerId: number, receipt: WireOptionReceipt): Promise<string | null> {
    const { signer, askForNote, log } = this.#options;
    if (askForNote === undefined) return signer.note(promiseText(signer.origin, receipt));
    const note = await askForNote({ customerId, optionId: receipt.option_id });
    if (note === null || promisedHash(note) === termsHash(receipt)) return note;
    log.error(
      { option: receipt.option_id },
      'the worker has signed other terms than were sold: they are left out',
    );
    return null;
  }

  /** Signs at once, and from then on every `checkpointEveryMs`. */
  start(): void {
    this.#tree.start();
  }

  /** Resolves when the running turn has ended. */
  stop(): Promise<void> {
    return this.#tree.stop();
  }

  /** Signs new ticks, and checks a part of the old ones again. See TransparencyLog. */
  turn(): Promise<boolean> {
    return this.#tree.turn();
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

  /** Moves old ticks to archive files, unless the log is stopped: then nothing may be moved. */
  async forgetOld(): Promise<void> {
    const { publisher } = this;
    const { now, keepDays, log } = this.#options;
    if (publisher.fault !== null || publisher.signed === null) return;
    const files = await this.#archive.moveOld(now() - keepDays * DAY_MS, publisher.signed.size);
    if (files > 0) log.info({ files }, 'old ticks were moved to archives');
  }
}
