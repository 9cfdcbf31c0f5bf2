import type { OrderStatus, OrderView, Side, Trade } from '@tallystick/core';
import type pg from 'pg';
import { ORDERS } from '../../engine/projections/orders.ts';
import { select } from '../../engine/projections/select.ts';
import { TRADES, type TradedAt } from '../../engine/projections/trades.ts';
import { idsWithin } from '../../engine/history/id-bounds.ts';
import { Conditions } from '../../http/page.ts';
import { findSides, listSides, type SidesFilter, type TradeSide } from '../market/sides.ts';

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

const PLACED = { id: 'order_id', time: 'placed_at_ms', source: 'orders where customer_id = $1' };

/** The customer's orders, newest first. */
export async function listOrders(
  pool: pg.Pool,
  customerId: number,
  filter: OrderFilter,
): Promise<OrderView[]> {
  const ids = await idsWithin(pool, PLACED, customerId, filter);
  const where = new Conditions()
    .add('customer_id = ?', customerId)
    .addIf('order_id < ?', filter.beforeId)
    .addIf('order_id >= ?', ids?.first)
    .addIf('order_id < ?', ids?.end)
    .addIf('market_id = ?', filter.marketId)
    .addIf('side = ?', filter.side)
    .addIf('status = ?', filter.status);
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

export interface FillFilter extends SidesFilter {
  readonly orderId?: number | undefined;
}

export type Fill = TradeSide<Trade & TradedAt>;

export function listFills(pool: pg.Pool, customerId: number, filter: FillFilter): Promise<Fill[]> {
  return listSides(pool, TRADES.stamped, customerId, filter, ['order_id', filter.orderId]);
}

export function findFills(pool: pg.Pool, customerId: number, tradeIds: readonly number[]): Promise<Fill[]> {
  return findSides(pool, TRADES.stamped, customerId, tradeIds);
}
