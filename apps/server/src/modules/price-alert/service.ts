import type { ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallOutput, CallRequest } from '@tallystick/protocol';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { appendToFeed } from '../../feed/append.ts';
import type { Feed } from '../../feed/feed.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { MarketUnitsTable } from '../market/units.ts';
import { figureOf, goalOf, type AlertKind, type Figures, type Goal } from './figures.ts';
import {
  alertsOf,
  countWatched,
  deleteAlert,
  dropFired,
  insertAlert,
  lockAlert,
  rewriteAlert,
  type PriceAlert,
} from './store.ts';
import type { AlertWatch } from './watch.ts';

/** Watched at a time, and as many that have fired are kept to be looked at. */
const MOST = 50;

export interface PriceAlertOptions {
  readonly pool: pg.Pool;
  readonly exchange: Pick<ReadonlyExchange, 'perpetual'>;
  readonly units: MarketUnitsTable;
  readonly figures: Figures;
  readonly watch: Pick<AlertWatch, 'put' | 'remove'>;
  readonly feed: Pick<Feed, 'wake'>;
  readonly now: () => number;
}

type WireAlert = CallOutput<'POST alert/add'>;

/** Customers' price alerts: set, listed, changed, taken back. */
export class PriceAlertService {
  readonly #options: PriceAlertOptions;

  constructor(options: PriceAlertOptions) {
    this.#options = options;
  }

  async list(customerId: number, marketId: number | undefined): Promise<CallOutput<'GET alert/list'>> {
    const alerts = await alertsOf(this.#options.pool, customerId, marketId ?? null);
    return { items: alerts.map(alert => this.#wire(alert)), most: MOST };
  }

  /** Throws as `goalOf` does, and `too_many_alerts`. */
  async add(customerId: number, input: CallRequest<'POST alert/add'>): Promise<WireAlert> {
    const { pool, watch, feed, now } = this.#options;
    const { market_id: marketId, kind, value, repeating } = input;
    const goal = this.#goal(marketId, kind, value);
    const alert = await inTransaction(pool, async client => {
      if ((await countWatched(client, customerId)) >= MOST)
        throw new CallFailure('too_many_alerts', { maximum: MOST });
      await dropFired(client, customerId, MOST - 1);
      const wanted = { customerId, marketId, kind, wanted: value, repeating, ...goal };
      return this.#say(client, await insertAlert(client, wanted, now()));
    });
    watch.put(alert);
    feed.wake();
    return this.#wire(alert);
  }

  /** Armed again, from the figures of now. */
  async edit(customerId: number, input: CallRequest<'POST alert/edit'>): Promise<WireAlert> {
    const { pool, watch, feed } = this.#options;
    const alert = await inTransaction(pool, async client => {
      const count = await countWatched(client, customerId);
      const before = await lockAlert(client, customerId, input.alert_id);
      if (before === null) throw new CallFailure('not_found', { field: 'alert_id' });
      if (before.state === 'fired' && count >= MOST)
        throw new CallFailure('too_many_alerts', { maximum: MOST });
      const goal = this.#goal(before.marketId, before.kind, input.value);
      const wanted = { wanted: input.value, repeating: input.repeating, ...goal };
      return this.#say(client, await rewriteAlert(client, before.id, wanted));
    });
    watch.put(alert);
    feed.wake();
    return this.#wire(alert);
  }

  async delete(customerId: number, alertId: number): Promise<Record<never, never>> {
    const { pool, watch, feed } = this.#options;
    await inTransaction(pool, async client => {
      if (!(await deleteAlert(client, customerId, alertId)))
        throw new CallFailure('not_found', { field: 'alert_id' });
      await this.#say(client, { id: alertId, customerId });
    });
    watch.remove(alertId);
    feed.wake();
    return {};
  }

  /** To whoever else watches prices: other processes read the row again. */
  async #say<Alert extends Pick<PriceAlert, 'id' | 'customerId'>>(
    client: pg.PoolClient,
    alert: Alert,
  ): Promise<Alert> {
    const { id: alertId, customerId } = alert;
    await appendToFeed(client, {
      kind: 'priceAlertChanged',
      customerId,
      atMs: this.#options.now(),
      body: { alertId },
    });
    return alert;
  }

  #goal(marketId: number, kind: AlertKind, wanted: string): Goal {
    const { figures, units, exchange } = this.#options;
    units.of(marketId);
    if (kind === 'funding' && exchange.perpetual.funding(marketId) === null)
      throw new CallFailure('unknown_perpetual', { field: 'market_id' });
    return goalOf(kind, wanted, figures.now(marketId, figureOf(kind)));
  }

  #wire(alert: PriceAlert): WireAlert {
    const { kind, threshold } = alert;
    return {
      id: alert.id,
      market_id: alert.marketId,
      symbol: this.#options.units.of(alert.marketId).market.symbol,
      kind,
      value: alert.wanted,
      direction: alert.direction,
      level: figureOf(kind) === 'price' ? formatMinor(BigInt(threshold), 8) : null,
      repeating: alert.repeating,
      state: alert.state,
      created_at_ms: alert.createdAtMs,
      fired_at_ms: alert.firedAtMs,
    };
  }
}
