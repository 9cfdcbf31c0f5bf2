import type { RecordBody } from '@tallystick/verify/public-log/records';
import { reservesFault } from '@tallystick/verify/public-log/reserves-form';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { appendPublicRecord } from '../../public-log/append.ts';
import {
  liabilityTotals,
  newestRecordedPoint,
  type LiabilityTotal,
  type RecordedPoint,
} from '../liability/audit-points.ts';
import type { ReserveAssets } from './assets.ts';
import { newestPublished, publicRecord } from './store.ts';

export interface ReservePublisherOptions {
  readonly pool: pg.Pool;
  readonly assets: ReserveAssets;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'info'>;
}

/** Publishes what the exchange holds beside what it owes, once for each audit point. */
export class ReservePublisher {
  readonly #options: ReservePublisherOptions;
  /** Why the newest point has no record yet; null: it has. */
  #failure: string | null = null;

  constructor(options: ReservePublisherOptions) {
    this.#options = options;
  }

  get failure(): string | null {
    return this.#failure;
  }

  /**
   * Appends the record of the newest audit point whose liabilities are published, if it has none. Of earlier points that
   * were missed nothing is said: what lay there then cannot be observed any more. Safe to repeat, and for two at once.
   */
  async publish(): Promise<void> {
    try {
      await this.#publish();
      this.#failure = null;
    } catch (error) {
      this.#failure = error instanceof Error ? error.message : String(error);
      throw error;
    }
  }

  async #publish(): Promise<void> {
    const { pool, assets, now, log } = this.#options;
    const point = await newestRecordedPoint(pool);
    if (point === null || (await this.#has(point))) return;
    const owed = await liabilityTotals(pool, point.number);
    const found = await assets.all();
    const atMs = now();
    const body: RecordBody<'reserves'> = {
      point: point.number,
      at_ms: atMs,
      assets: found.assets,
      unproven: found.unproven,
      house: [...makersOf(owed), ...found.house],
      liabilities_record: point.record,
    };
    const against = await publicRecord(pool, point.record);
    if (against === null) throw new Error('the record of liabilities is gone');
    // What every reader would refuse is not published: it would stand for ever.
    const fault = reservesFault(body, JSON.parse(against.body) as RecordBody<'liabilities'>);
    if (fault !== null) throw new Error(`these reserves cannot be added up: ${fault}`);
    await inTransaction(pool, async client => {
      await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
      const before = await newestPublished(client);
      if (before !== null && before.point >= point.number) return;
      const record = await appendPublicRecord(client, {
        kind: 'reserves',
        atMs,
        body,
      });
      log.info({ point: point.number, record }, 'reserves were published');
    });
  }

  async #has(point: RecordedPoint): Promise<boolean> {
    const newest = await newestPublished(this.#options.pool);
    return newest !== null && newest.point >= point.number;
  }
}

/** Serialises publishing until the transaction ends. */
const LOCK = 7_306_118;

/** What market makers of the house hold: not among what customers are owed. */
function makersOf(owed: readonly LiabilityTotal[]) {
  return owed
    .filter(one => one.houseMinor !== 0n)
    .map(({ code, decimals, houseMinor }) => ({
      currency: code,
      decimals,
      name: 'makers',
      amount: String(houseMinor),
    }));
}
