import type { ReadonlyExchange } from '@tallystick/core';
import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { appendToFeed } from '../../feed/append.ts';
import type { Feed } from '../../feed/feed.ts';
import { CallFailure } from '../../http/call-failure.ts';
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

/** Maximum of active alerts; as many fired ones are kept for reading. */
export const MOST_ALERTS = 50;

export interface PriceAlertOptions {
  readonly pool: pg.Pool;
  readonly exchange: Pick<ReadonlyExchange, 'market' | 'perpetual'>;
  readonly figures: Figures;
  readonly watch: Pick<AlertWatch, 'put' | 'remove'>;
  readonly feed: Pick<Feed, 'wake'>;
  readonly now: () => number;
}

/** An alert as the customer sets it. */
export type NewAlert = Pick<PriceAlert, 'marketId' | 'kind' | 'wanted' | 'repeating'>;

/** Customers' price alerts: set, list, change, delete. */
export class PriceAlertService {
  readonly #options: PriceAlertOptions;

  constructor(options: PriceAlertOptions) {
    this.#options = options;
  }

  /** Newest first. */
  list(customerId: number, marketId: number | null): Promise<readonly PriceAlert[]> {
    return alertsOf(this.#options.pool, customerId, marketId);
  }

  /** Throws as `goalOf` does, and `too_many_alerts`. */
  async add(customerId: number, chosen: NewAlert): Promise<PriceAlert> {
    const { pool, watch, feed, now } = this.#options;
    const goal = this.#goal(chosen.marketId, chosen.kind, chosen.wanted);
    const alert = await inTransaction(pool, async client => {
      if ((await countWatched(client, customerId)) >= MOST_ALERTS)
        throw new CallFailure('too_many_alerts', { maximum: MOST_ALERTS });
      await dropFired(client, customerId, MOST_ALERTS - 1);
      return this.#say(client, await insertAlert(client, { customerId, ...chosen, ...goal }, now()));
    });
    watch.put(alert);
    feed.wake();
    return alert;
  }

  /** Arms it again, starting from the current figures. */
  async edit(
    customerId: number,
    alertId: number,
    chosen: Pick<NewAlert, 'wanted' | 'repeating'>,
  ): Promise<PriceAlert> {
    const { pool, watch, feed } = this.#options;
    const alert = await inTransaction(pool, async client => {
      const count = await countWatched(client, customerId);
      const before = await lockAlert(client, customerId, alertId);
      if (before === null) throw new CallFailure('not_found', { field: 'alert_id' });
      if (before.state === 'fired' && count >= MOST_ALERTS)
        throw new CallFailure('too_many_alerts', { maximum: MOST_ALERTS });
      const goal = this.#goal(before.marketId, before.kind, chosen.wanted);
      return this.#say(client, await rewriteAlert(client, before, { ...chosen, ...goal }));
    });
    watch.put(alert);
    feed.wake();
    return alert;
  }

  async delete(customerId: number, alertId: number): Promise<void> {
    const { pool, watch, feed } = this.#options;
    await inTransaction(pool, async client => {
      if (!(await deleteAlert(client, customerId, alertId)))
        throw new CallFailure('not_found', { field: 'alert_id' });
      await this.#say(client, { id: alertId, customerId });
    });
    watch.remove(alertId);
    feed.wake();
  }

  /** Tells other watching processes to read the row again. */
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
    const { figures, exchange } = this.#options;
    if (exchange.market(marketId) === null) throw new CallFailure('unknown_market', { field: 'market_id' });
    if (kind === 'funding' && exchange.perpetual.funding(marketId) === null)
      throw new CallFailure('unknown_perpetual', { field: 'market_id' });
    return goalOf(kind, wanted, figures.now(marketId, figureOf(kind)));
  }
}
