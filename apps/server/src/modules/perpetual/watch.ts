import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import type { MarketData } from '../../engine/market-data/market-data.ts';
import { appendToFeed } from '../../feed/append.ts';
import { encodeBody } from '../../feed/codec.ts';
import type { FeedEvent } from '../../events/event.ts';
import type { Feed } from '../../feed/feed.ts';
import { EXCHANGE_KINDS } from '../../events/kinds/exchange-kinds.ts';
import { PeriodicJob } from '../../timekeeping/periodic-job.ts';
import { findNear, forgetRecovered } from './near-liquidation.ts';
import type { PerpetualUnitsTable } from './units.ts';

export interface PerpetualWatchOptions {
  readonly pool: pg.Pool;
  readonly feed: Pick<Feed, 'wake'>;
  readonly marketData: MarketData;
  readonly units: PerpetualUnitsTable;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** How often positions are checked for being close to liquidation. */
const LOOK_EVERY_MS = 1_000;
/** A stop that the book cannot fill is announced after this long anyway. */
const ANNOUNCED_AFTER_MS = 10_000;
const AT_ONCE = 500;

/**
 * Adds to the feed what no command reports: positions close to liquidation, and stops that were triggered and filled,
 * at once or by later fills.
 */
export class PerpetualWatch {
  readonly #options: PerpetualWatchOptions;
  readonly #nearAt = new Map<number, number>();
  readonly #turns: PeriodicJob;

  constructor(options: PerpetualWatchOptions) {
    this.#options = options;
    this.#turns = new PeriodicJob(() => this.#look(), {
      everyMs: LOOK_EVERY_MS,
      log: options.log,
      failure: 'positions could not be looked at; they will be',
    });
  }

  subscribe(feed: Pick<Feed, 'subscribe'>): void {
    feed.subscribe({
      name: 'perpetual-stops',
      kinds: ['stopTriggered'],
      from: 'beginning',
      handle: async (client, events) => {
        await this.#await(client, events);
        const notifications = await this.#tellStops(client);
        return () => {
          if (notifications > 0) this.#options.feed.wake();
        };
      },
    });
  }

  /** Returns a function that stops it. */
  start(): () => Promise<void> {
    return this.#turns.start();
  }

  /** Checks now. One check at a time. */
  look(): Promise<void> {
    return this.#turns.now();
  }

  async #look(): Promise<void> {
    const { pool, feed } = this.#options;
    const notifications = await inTransaction(pool, client => this.#tellStops(client));
    const near = await this.#near();
    if (notifications + near > 0) feed.wake();
  }

  async #await(client: pg.ClientBase, events: readonly FeedEvent<'stopTriggered'>[]): Promise<void> {
    await client.query(
      `insert into perpetual_stops_waiting (position_id, customer_id, at_ms, version, body)
       select position_id, customer_id, at_ms, $4, body
         from unnest($1::bigint[], $2::integer[], $3::bigint[], $5::text[])
           as new (position_id, customer_id, at_ms, body)
       on conflict do nothing`,
      [
        events.map(({ body }) => body.positionId),
        events.map(({ customerId }) => customerId),
        events.map(({ atMs }) => atMs),
        EXCHANGE_KINDS.stopTriggered.version,
        events.map(({ body }) => encodeBody(body)),
      ],
    );
  }

  /** A stop's row is written before all its fills exist if the book cannot fill it at once. */
  async #tellStops(client: pg.ClientBase): Promise<number> {
    const { rows } = await client.query<{
      customer_id: number;
      at_ms: string;
      version: number;
      body: string;
    }>(
      `delete from perpetual_stops_waiting where position_id in
         (select w.position_id from perpetual_stops_waiting w join positions p using (position_id)
           where p.status <> 'holding' or p.triggered is null or w.at_ms < $1
           order by w.at_ms, w.position_id limit ${AT_ONCE} for update of w skip locked)
       returning customer_id, at_ms, version, body`,
      [this.#options.now() - ANNOUNCED_AFTER_MS],
    );
    if (rows.length === 0) return 0;
    const stops = rows
      .map(row => ({
        kind: 'stopCarriedOut' as const,
        customerId: row.customer_id,
        atMs: Number(row.at_ms),
        body: EXCHANGE_KINDS.stopTriggered.decode(row.version, row.body),
      }))
      .toSorted((a, b) => a.atMs - b.atMs || a.body.positionId - b.body.positionId);
    await appendToFeed(client, ...stops);
    return stops.length;
  }

  /** Returns their number. */
  async #near(): Promise<number> {
    const { marketData, units, now, pool } = this.#options;
    let found = 0;
    for (const marketId of marketData.perpetual.marketIds()) {
      const mark = marketData.perpetual.mark(marketId);
      if (mark === null || now() - (this.#nearAt.get(marketId) ?? 0) < LOOK_EVERY_MS) continue;
      this.#nearAt.set(marketId, now());
      const { markE8 } = mark;
      const contractUnits = units.of(marketId);
      await forgetRecovered(pool, contractUnits, markE8);
      const near = await findNear(pool, contractUnits, markE8);
      if (near.length === 0) continue;
      found += near.length;
      await inTransaction(pool, async client => {
        const { rows } = await client.query<{ position_id: string }>(
          `insert into perpetual_near (position_id, told_at_ms) select unnest($1::bigint[]), $2
           on conflict do nothing returning position_id`,
          [near.map(view => view.positionId), now()],
        );
        const notifications = new Set(rows.map(row => Number(row.position_id)));
        const events = near
          .filter(view => notifications.has(view.positionId))
          .map(({ customerId, positionId, side, liquidationE8 }) => ({
            kind: 'nearLiquidation' as const,
            customerId,
            atMs: now(),
            body: { positionId, marketId, side, markE8, liquidationE8 },
          }));
        if (events.length > 0) await appendToFeed(client, ...events);
      });
    }
    return found;
  }
}
