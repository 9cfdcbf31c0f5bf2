import type { OrderStatus, OrderView, Side, Trade } from '@tallystick/core';
import type pg from 'pg';
import type { StoredRow } from '../../engine/projections/kinds.ts';
import { ORDERS } from '../../engine/projections/orders.ts';
import { select } from '../../engine/projections/select.ts';
import { TRADES, type TradedAt } from '../../engine/projections/trades.ts';
import { Conditions } from '../../http/page.ts';

export interface OrderFilter {
  readonly view: 'open' | 'history';
  readonly marketId?: number | undefined;
  readonly side?: Side | undefined;
  readonly status?: OrderStatus | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Orders older than this one. */
  readonly beforeId: number | null;
  readonly limit: number;
}

/** The customer's orders, newest first. */
export async function listOrders(
  pool: pg.Pool,
  customerId: number,
  filter: OrderFilter,
): Promise<OrderView[]> {
  const where = new Conditions()
    .add('customer_id = ?', customerId)
    .addIf('order_id < ?', filter.beforeId)
    .addIf('market_id = ?', filter.marketId)
    .addIf('side = ?', filter.side)
    .addIf('status = ?', filter.status)
    .addIf('placed_at_ms >= ?', filter.fromMs)
    .addIf('placed_at_ms < ?', filter.toMs);
  const state = filter.view === 'open' ? `status = 'waiting'` : `status <> 'waiting'`;
  const limit = where.parameter(filter.limit);
  return select(
    pool,
    ORDERS,
    `where ${where.sql} and ${state} order by order_id desc limit ${limit}`,
    where.values,
  );
}

export async function findOrder(
  pool: pg.Pool,
  customerId: number,
  orderId: number,
): Promise<OrderView | null> {
  const orders = await select(pool, ORDERS, 'where customer_id = $1 and order_id = $2', [
    customerId,
    orderId,
  ]);
  return orders[0] ?? null;
}

/** All waiting orders, oldest first. */
export async function waitingOrders(pool: pg.Pool, customerId: number): Promise<OrderView[]> {
  return select(pool, ORDERS, `where customer_id = $1 and status = 'waiting' order by order_id`, [
    customerId,
  ]);
}

export interface FillFilter {
  readonly orderId?: number | undefined;
  readonly marketId?: number | undefined;
  /** Fills after this one in the list: trade id, and 1 if the last one shown was the maker's side of that trade. */
  readonly before: readonly [tradeId: number, role: number] | null;
  readonly limit: number;
}

export interface Fill {
  readonly role: 'maker' | 'taker';
  readonly trade: Trade & TradedAt;
}

/**
 * The customer's sides of trades, newest first; of a trade with themself the taker's side first. Each side has its own
 * index, so up to a page is read from both and then merged.
 */
export async function listFills(pool: pg.Pool, customerId: number, filter: FillFilter): Promise<Fill[]> {
  const values: unknown[] = [customerId, filter.limit];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const sideOf = (role: 'taker' | 'maker'): string => {
    const parts = [`${role}_customer_id = $1`];
    if (filter.orderId !== undefined) parts.push(`${role}_order_id = ${parameter(filter.orderId)}`);
    if (filter.marketId !== undefined) parts.push(`market_id = ${parameter(filter.marketId)}`);
    if (filter.before !== null) {
      const [tradeId, last] = filter.before;
      const comparison = role === 'maker' && last === 0 ? '<=' : '<';
      parts.push(`trade_id ${comparison} ${parameter(tradeId)}`);
    }
    return `(select *, '${role}' as role from trades where ${parts.join(' and ')} order by trade_id desc limit $2)`;
  };
  const { rows } = await pool.query<StoredRow & Pick<Fill, 'role'>>(
    `select * from (${sideOf('taker')} union all ${sideOf('maker')}) as fills
      order by trade_id desc, role desc limit $2`,
    values,
  );
  return rows.map(row => ({ role: row.role, trade: TRADES.decodeStamped(row) }));
}

/** The customer's sides of these trades; of a trade with themself the taker's. */
export async function findFills(
  pool: pg.Pool,
  customerId: number,
  tradeIds: readonly number[],
): Promise<Fill[]> {
  if (tradeIds.length === 0) return [];
  const { rows } = await pool.query<StoredRow>(
    'select * from trades where trade_id = any ($1) and (taker_customer_id = $2 or maker_customer_id = $2)',
    [tradeIds, customerId],
  );
  return rows.map(row => {
    const trade = TRADES.decodeStamped(row);
    return { role: trade.takerCustomerId === customerId ? 'taker' : 'maker', trade };
  });
}
