import type { OrderStatus, OrderView, ReadonlyExchange, Side, Trade } from '@tallystick/core';
import type { Reads } from '../../database/reads.ts';
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
  /** Orders from this one on, oldest first. */
  readonly fromId?: number | undefined;
  readonly clientOrderId?: string | undefined;
  /** Orders that come after this one in the list. */
  readonly beforeId: number | null;
  readonly limit: number;
}

const PLACED = { id: 'order_id', time: 'placed_at_ms', source: 'orders where customer_id = $1' };

/** Where waiting orders are read: the house's have no rows before they trade (docs/decisions/0096). */
export type OpenOrders = Pick<ReadonlyExchange, 'openOrders'>;

/** The customer's orders, newest first; with `fromId` oldest first. */
export async function listOrders(
  db: Reads,
  exchange: OpenOrders,
  customerId: number,
  filter: OrderFilter,
): Promise<OrderView[]> {
  if (filter.view === 'open') return openOrders(exchange, customerId, filter);
  const ids = await idsWithin(db, PLACED, customerId, filter);
  const where = new Conditions()
    .add('customer_id = ?', customerId)
    .addIf(filter.fromId === undefined ? 'order_id < ?' : 'order_id > ?', filter.beforeId)
    .addIf('order_id >= ?', filter.fromId)
    .addIf('client_order_id = ?', filter.clientOrderId)
    .addIf('order_id >= ?', ids?.first)
    .addIf('order_id < ?', ids?.end)
    .addIf('market_id = ?', filter.marketId)
    .addIf('side = ?', filter.side)
    .addIf('status = ?', filter.status);
  const limit = where.parameter(filter.limit);
  return select(
    db,
    ORDERS,
    `where ${where.sql} and status <> 'waiting' order by order_id ${filter.fromId === undefined ? 'desc' : 'asc'} limit ${limit}`,
    where.values,
  );
}

function openOrders(exchange: OpenOrders, customerId: number, filter: OrderFilter): OrderView[] {
  const { marketId, side, status, fromMs = 0, toMs = Infinity, fromId, clientOrderId, beforeId } = filter;
  const isRising = fromId !== undefined;
  const found = exchange
    .openOrders(customerId, marketId)
    .filter(order => beforeId === null || (isRising ? order.orderId > beforeId : order.orderId < beforeId))
    .filter(order => order.orderId >= (fromId ?? 0) && order.side === (side ?? order.side))
    .filter(order => order.status === (status ?? order.status))
    .filter(order => clientOrderId === undefined || order.clientOrderId === clientOrderId)
    .filter(order => order.placedAtMs >= fromMs && order.placedAtMs < toMs);
  return (isRising ? found : found.toReversed()).slice(0, filter.limit);
}

export async function findOrder(db: Reads, customerId: number, orderId: number): Promise<OrderView | null> {
  const orders = await select(db, ORDERS, 'where customer_id = $1 and order_id = $2', [customerId, orderId]);
  return orders[0] ?? null;
}

export interface FillFilter extends SidesFilter {
  readonly orderId?: number | undefined;
}

export type Fill = TradeSide<Trade & TradedAt>;

export function listFills(db: Reads, customerId: number, filter: FillFilter): Promise<Fill[]> {
  return listSides(db, TRADES.stamped, customerId, filter, ['order_id', filter.orderId]);
}

export function findFills(db: Reads, customerId: number, tradeIds: readonly number[]): Promise<Fill[]> {
  return findSides(db, TRADES.stamped, customerId, tradeIds);
}
