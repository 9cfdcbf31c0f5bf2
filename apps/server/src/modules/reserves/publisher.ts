import { MINUTE_MS } from '@tallystick/core/durations';
import type { RecordBody } from '@tallystick/verify/public-log/records';
import { reservesFault } from '@tallystick/verify/public-log/reserves-form';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { inTransaction } from '../../database/transaction.ts';
import { appendPublicRecord } from '../../public-log/append.ts';
import { Backoff } from '../../timekeeping/backoff.ts';
import {
  liabilityTotals,
  newestRecordedPoint,
  type LiabilityTotal,
  type RecordedPoint,
} from '../liability/audit-points.ts';
import type { ReserveAssets } from './assets.ts';
import { bodyBytes, fitting } from './fitting.ts';
import { newestPublished, publicRecord } from './store.ts';

export interface ReservePublisherOptions {
  readonly pool: pg.Pool;
  readonly assets: ReserveAssets;
  readonly now: () => number;
  readonly registry: Registry;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/** How often it is looked whether there is a new audit point; after failures ever less often. */
export const LOOK_MS = 10_000;
const LONGEST_WAIT_MS = 10 * MINUTE_MS;
/** What lies there now says nothing about an older point. */
const OLDEST_POINT_MS = 15 * MINUTE_MS;

/** Publishes what the exchange holds beside what it owes, once for each audit point. */
export class ReservePublisher {
  readonly #options: ReservePublisherOptions;
  /** Why the newest point has no record yet; null: it has. */
  #failure: string | null = null;
  readonly #backoff = new Backoff({ firstMs: LOOK_MS, longestMs: LONGEST_WAIT_MS });

  #bytes = 0;

  constructor(options: ReservePublisherOptions) {
    this.#options = options;
    const bytes = (): number => this.#bytes;
    const gauge = new Gauge({
      name: 'tallystick_reserves_record_bytes',
      help: 'How long the newest record of reserves of this run is, of 65,535; 0: none yet',
      registers: [],
      collect() {
        this.set(bytes());
      },
    });
    options.registry.registerMetric(gauge);
  }

  get failure(): string | null {
    return this.#failure;
  }

  /** As `publish`, unless it has just failed: chains are not asked every few seconds for nothing. */
  async turn(): Promise<void> {
    if (this.#backoff.isDue(this.#options.now())) await this.publish();
  }

  /**
   * Appends the record of the newest audit point whose liabilities are published, if it has none and is
   * not older than 15 minutes. Of points that were missed nothing is said: what lay there then cannot be observed any more. Safe to repeat, and for two at once.
   */
  async publish(): Promise<void> {
    try {
      await this.#publish();
      this.#failure = null;
      this.#backoff.succeeded();
    } catch (error) {
      this.#backoff.failed(this.#options.now());
      this.#failure = error instanceof Error ? error.message : String(error);
      throw error;
    }
  }

  async #publish(): Promise<void> {
    const { pool, assets, now, log } = this.#options;
    const point = await newestRecordedPoint(pool);
    if (point === null || (await this.#has(point))) return;
    if (now() - point.chosenAtMs > OLDEST_POINT_MS) return;
    const owed = await liabilityTotals(pool, point.number);
    const found = await assets.all();
    const atMs = now();
    const { body, left } = fitting({
      point: point.number,
      at_ms: atMs,
      assets: found.assets,
      unproven: found.unproven,
      house: [...makersOf(owed), ...found.house],
      liabilities_record: point.record,
    });
    if (left > 0) log.warn({ left }, 'signatures do not fit into the record of reserves');
    this.#bytes = bodyBytes(body);
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
