import type { PositionView, StopKind } from '@tallystick/core';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import type { MarketData } from '../../engine/market-data/market-data.ts';
import { positionOf, type PositionRow } from '../../engine/projections/position-rows.ts';
import { writeCustomerNotices } from '../notice/write.ts';
import type { Teller } from '../security/teller.ts';
import type { AlertFeed } from './alert-feed.ts';
import { alertOf, fundingAlert, fundingNews, headOf, nearNews, type News } from './alert-news.ts';
import type { MailChoices } from './mail-choices.ts';
import { findNear, forgetRecovered } from './near-liquidation.ts';
import type { Row } from './record-store.ts';
import type { PerpetualUnits, PerpetualUnitsTable } from './units.ts';
import { netMinor, STOP_TO_WIRE } from './wire.ts';

export interface PerpetualAlertsOptions {
  readonly pool: pg.Pool;
  readonly marketData: MarketData;
  readonly units: PerpetualUnitsTable;
  readonly mails: MailChoices;
  readonly teller: Pick<Teller, 'tell'>;
  readonly feed: AlertFeed;
  readonly now: () => number;
  readonly log: { error(details: object, message: string): void };
}

const AT_ONCE = 500;
/** How often prices are looked at for positions that have come close to liquidation. */
const NEAR_EVERY_MS = 1_000;
/** A stop that the book cannot carry out is told of after this long, even so. */
const PATIENCE_MS = 10_000;
/** Without a mail address or phone there is nobody to tell: the house, the demo's traders. */
const REACHABLE = 'join customers c on c.id = r.customer_id and (c.email is not null or c.phone is not null)';

/**
 * Tells customers what happened to their positions without them. What is to be told are rows of the batch that did
 * it, marked once they are: so nothing is told that is not on disk, nothing is told twice, and a crash in between
 * only makes it late. The batch itself waits for none of it.
 */
export class PerpetualAlerts {
  readonly #options: PerpetualAlertsOptions;
  readonly #nearAt = new Map<number, number>();
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;
  #again = false;

  constructor(options: PerpetualAlertsOptions) {
    this.#options = options;
  }

  /** Begins with what an earlier run left untold. */
  start(): void {
    this.#options.marketData.perpetual.onIncident(() => this.wake());
    this.#timer = setInterval(() => this.wake(), NEAR_EVERY_MS);
    this.#timer.unref();
    this.wake();
  }

  wake(): void {
    if (this.#running !== null) {
      this.#again = true;
      return;
    }
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (!this.#again) return;
      this.#again = false;
      this.wake();
    });
  }

  /** Resolves when everything there was to tell is told. */
  async idle(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#again = false;
    await this.idle();
  }

  async #run(): Promise<void> {
    try {
      for (const tell of [this.#triggers, this.#liquidations, this.#deleveragings]) {
        while ((await tell()) === AT_ONCE);
      }
      await this.#fundings();
      await this.#near();
    } catch (error) {
      this.#options.log.error({ err: error }, 'customers could not be told of their positions; they will be');
    }
  }

  readonly #triggers = (): Promise<number> =>
    this.#tellRows(
      'perpetual_stop_triggers',
      'trigger_id',
      // The row of a stop comes before its fills are all there, if the book cannot take them at once.
      `and (p.status <> 'holding' or p.triggered is null or r.at_ms < ${this.#options.now() - PATIENCE_MS})`,
      (row, view, units) => ({
        ...headOf(row, view, units),
        kind: row['kind'] === 'takeProfit' ? 'perpetualTakeProfit' : 'perpetualStopLoss',
        mail: 'stop',
        alert: alertOf(row, view, units, {
          kind: STOP_TO_WIRE[row['kind'] as StopKind],
          amount: units.amount(netMinor(view)),
        }),
      }),
    );

  readonly #liquidations = (): Promise<number> =>
    this.#tellRows('perpetual_liquidations', 'liquidation_id', '', (row, view, units) => ({
      ...headOf(row, view, units),
      kind: 'perpetualLiquidated',
      mail: 'liquidated',
      alert: alertOf(row, view, units, {
        kind: 'liquidated',
        amount: units.amount(BigInt(row['returned_minor'] ?? 0)),
      }),
    }));

  readonly #deleveragings = (): Promise<number> =>
    this.#tellRows('perpetual_deleveragings', 'deleveraging_id', '', (row, view, units) => ({
      ...headOf(row, view, units),
      kind: 'perpetualDeleveraged',
      mail: 'liquidated',
      alert: alertOf(row, view, units, {
        kind: 'deleveraged',
        amount: units.amount(BigInt(row['realised_minor'] ?? 0)),
      }),
    }));

  /** Tells the untold rows of a table, a page of them. Returns how many there were. */
  async #tellRows(
    table: string,
    id: string,
    condition: string,
    newsOf: (row: Row, view: PositionView, units: PerpetualUnits) => News,
  ): Promise<number> {
    const { pool, units } = this.#options;
    const told = await inTransaction(pool, async client => {
      const { rows } = await client.query<Row & { readonly reachable: string }>(
        `select r.*, (c.email is not null or c.phone is not null) as reachable
           from ${table} r join positions p using (position_id) join customers c on c.id = r.customer_id
          where not r.told ${condition} order by r.${id} limit ${AT_ONCE}`,
      );
      const reached = rows.filter(row => Boolean(row.reachable));
      const views = await readPositions(client, reached);
      const news = reached.flatMap(row => {
        const view = views.get(Number(row['position_id']));
        return view === undefined ? [] : [newsOf(row, view, units.of(view.marketId))];
      });
      await writeCustomerNotices(client, news);
      await client.query(`update ${table} set told = true where ${id} = any ($1)`, [
        rows.map(row => row[id]),
      ]);
      return { news, count: rows.length };
    });
    await this.#spread(told.news);
    return told.count;
  }

  /** Customers are told once of all their positions that were funded at the same time. */
  async #fundings(): Promise<void> {
    const { pool, units } = this.#options;
    const { news, alerts } = await inTransaction(pool, async client => {
      const { rows: fundings } = await client.query<Row>(
        'select * from perpetual_fundings where not told order by sequence limit 100',
      );
      if (fundings.length === 0) return { news: [], alerts: [] };
      const keys = [fundings.map(row => row['market_id']), fundings.map(row => row['funding_id'])];
      const { rows } = await client.query<Row>(
        `select r.customer_id, r.market_id, r.funding_at_ms, sum(r.amount_minor) as amount_minor, count(*) as positions
           from perpetual_funding_payments r ${REACHABLE}
           join unnest($1::integer[], $2::bigint[]) as f (market_id, funding_id) using (market_id, funding_id)
          group by r.customer_id, r.market_id, r.funding_at_ms having sum(r.amount_minor) <> 0`,
        keys,
      );
      const written = fundingNews(rows, units);
      await writeCustomerNotices(client, written);
      await client.query(
        `update perpetual_fundings f set told = true
           from unnest($1::integer[], $2::bigint[]) as t (market_id, funding_id)
          where f.market_id = t.market_id and f.funding_id = t.funding_id`,
        keys,
      );
      return { news: written, alerts: rows.map(row => fundingAlert(row, fundings, units)) };
    });
    for (const { customerId, alert } of alerts) this.#options.feed.put(customerId, alert);
    await this.#spread(news);
  }

  async #near(): Promise<void> {
    const { marketData, units, now, pool } = this.#options;
    for (const marketId of marketData.perpetual.marketIds()) {
      const mark = marketData.perpetual.mark(marketId);
      if (mark === null || now() - (this.#nearAt.get(marketId) ?? 0) < NEAR_EVERY_MS) continue;
      this.#nearAt.set(marketId, now());
      const contractUnits = units.of(marketId);
      await forgetRecovered(pool, contractUnits, mark.markE8);
      const near = await findNear(pool, contractUnits, mark.markE8);
      if (near.length === 0) continue;
      const news = near.map(view => nearNews(view, contractUnits, mark.markE8, now()));
      await inTransaction(pool, async client => {
        const { rows } = await client.query<{ id: number }>(
          'select id from customers where id = any ($1) and (email is not null or phone is not null)',
          [near.map(view => view.customerId)],
        );
        const reachable = new Set(rows.map(row => row.id));
        await writeCustomerNotices(
          client,
          news.filter(({ customerId }) => reachable.has(customerId)),
        );
        await client.query(
          `insert into perpetual_near (position_id, told_at_ms) select unnest($1::bigint[]), $2
           on conflict do nothing`,
          [near.map(view => view.positionId), now()],
        );
      });
      await this.#spread(news);
    }
  }

  /** What is on disk now goes to the sockets, and to those who want mails. */
  async #spread(news: readonly News[]): Promise<void> {
    const { feed, mails, teller } = this.#options;
    for (const { customerId, alert } of news) if (alert !== null) feed.put(customerId, alert);
    for (const mail of new Set(news.map(one => one.mail))) {
      const ofKind = news.filter(one => one.mail === mail);
      const wanting = await mails.wanting(
        ofKind.map(({ customerId }) => customerId),
        mail,
      );
      for (const { customerId, kind, values } of ofKind) {
        if (wanting.has(customerId)) await teller.tell(customerId, kind, values);
      }
    }
  }
}

async function readPositions(
  client: pg.ClientBase,
  rows: readonly Row[],
): Promise<ReadonlyMap<number, PositionView>> {
  const { rows: found } = await client.query<PositionRow>(
    'select * from positions where position_id = any ($1)',
    [rows.map(row => row['position_id'])],
  );
  return new Map(found.map(row => [Number(row.position_id), positionOf(row)]));
}
