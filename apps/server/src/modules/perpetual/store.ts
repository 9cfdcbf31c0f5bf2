import type { PerpetualOrderView, PerpetualTrade, PositionView, ReadonlyExchange } from '@tallystick/core';
import type { Reads } from '../../database/reads.ts';
import { orderAsPosition } from '../../engine/products/perpetual/order-as-position.ts';
import { PERPETUAL_ORDERS, PERPETUAL_TRADES, POSITIONS } from '../../engine/products/perpetual/tables.ts';
import { select } from '../../engine/projections/select.ts';
import { Conditions } from '../../http/page.ts';
import { findSides, listSides, type SidesFilter, type TradeSide } from '../market/sides.ts';

export interface Range {
  readonly marketId?: number | undefined;
  readonly positionId?: number | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  readonly limit: number;
}

export interface PositionFilter extends Range {
  readonly view: 'holding' | 'pending' | 'history';
  readonly side?: PositionView['side'] | undefined;
  readonly status?: PositionView['status'] | undefined;
  readonly closeReason?: PositionView['closeReason'] | undefined;
  /** Positions older than this one. */
  readonly beforeId: number | null;
}

/** Where open positions are read: orders of the house have no rows before they trade (docs/decisions/0096). */
export type OpenPositions = Pick<ReadonlyExchange, 'perpetual'>;

const OPEN = {
  holding: ({ status }: PositionView) => status === 'holding',
  // An order that has opened some of its lots still waits with the rest.
  pending: ({ waitingLots, closing }: PositionView) => waitingLots > 0 || closing !== null,
} as const;

/** The customer's positions, newest first. */
export async function listPositions(
  db: Reads,
  exchange: OpenPositions,
  customerId: number,
  filter: PositionFilter,
): Promise<PositionView[]> {
  if (filter.view !== 'history') return listOpen(exchange, customerId, filter, OPEN[filter.view]);
  const where = new Conditions()
    .add('customer_id = ?', customerId)
    .addIf('position_id < ?', filter.beforeId)
    .addIf('market_id = ?', filter.marketId)
    .addIf('side = ?', filter.side)
    .addIf('status = ?', filter.status)
    .addIf('close_reason = ?', filter.closeReason)
    .addIf('placed_at_ms >= ?', filter.fromMs)
    .addIf('placed_at_ms < ?', filter.toMs);
  const limit = where.parameter(filter.limit);
  return select(
    db,
    POSITIONS,
    `where ${where.sql} and status in ('closed', 'cancelled') order by position_id desc limit ${limit}`,
    where.values,
  );
}

function listOpen(
  exchange: OpenPositions,
  customerId: number,
  filter: PositionFilter,
  isShown: (view: PositionView) => boolean,
): PositionView[] {
  const { marketId, side, status, closeReason, fromMs = 0, toMs = Infinity, beforeId, limit } = filter;
  // None of these has ended.
  if (closeReason !== undefined) return [];
  return openPositions(exchange, customerId)
    .filter(view => isShown(view) && view.positionId < (beforeId ?? Infinity))
    .filter(view => view.marketId === (marketId ?? view.marketId) && view.side === (side ?? view.side))
    .filter(view => view.status === (status ?? view.status))
    .filter(view => view.placedAtMs >= fromMs && view.placedAtMs < toMs)
    .toReversed()
    .slice(0, limit);
}

/** All pending and holding positions, oldest first; with orders of hedge and net mode that wait to open. */
export function openPositions(exchange: OpenPositions, customerId: number): PositionView[] {
  const { perpetual } = exchange;
  const orders = perpetual.ordersOf(customerId).filter(({ reduceOnly }) => !reduceOnly);
  return [...perpetual.positionsOf(customerId), ...orders.map(orderAsPosition)].toSorted(
    (a, b) => a.positionId - b.positionId,
  );
}

export interface OrderFilter extends Range {
  readonly view: 'open' | 'history';
  readonly beforeId: number | null;
  readonly clientOrderId?: string | undefined;
}

/** The customer's orders in hedge and net mode, newest first. */
export async function listOrders(
  db: Reads,
  { perpetual }: OpenPositions,
  customerId: number,
  filter: OrderFilter,
): Promise<PerpetualOrderView[]> {
  if (filter.view === 'open') {
    const { marketId, fromMs = 0, toMs = Infinity, beforeId, limit, clientOrderId } = filter;
    return perpetual
      .ordersOf(customerId, marketId)
      .filter(order => clientOrderId === undefined || order.clientOrderId === clientOrderId)
      .filter(order => order.orderId < (beforeId ?? Infinity))
      .filter(order => order.placedAtMs >= fromMs && order.placedAtMs < toMs)
      .toReversed()
      .slice(0, limit);
  }
  const where = new Conditions()
    .add('customer_id = ?', customerId)
    .addIf('order_id < ?', filter.beforeId)
    .addIf('client_order_id = ?', filter.clientOrderId)
    .addIf('market_id = ?', filter.marketId)
    .addIf('placed_at_ms >= ?', filter.fromMs)
    .addIf('placed_at_ms < ?', filter.toMs);
  const limit = where.parameter(filter.limit);
  return select(
    db,
    PERPETUAL_ORDERS,
    `where ${where.sql} and status <> 'open' order by order_id desc limit ${limit}`,
    where.values,
  );
}

/** An order of hedge or net mode, in any state. */
export async function findOrder(
  db: Reads,
  customerId: number,
  orderId: number,
): Promise<PerpetualOrderView | null> {
  const rest = 'where order_id = $1 and customer_id = $2';
  return (await select(db, PERPETUAL_ORDERS, rest, [orderId, customerId]))[0] ?? null;
}

export async function findPosition(
  db: Reads,
  customerId: number,
  positionId: number,
): Promise<PositionView | null> {
  return (await findPositions(db, customerId, [positionId]))[0] ?? null;
}

/** In any state; other customers' ids are ignored. */
export async function findPositions(
  db: Reads,
  customerId: number,
  positionIds: readonly number[],
): Promise<PositionView[]> {
  if (positionIds.length === 0) return [];
  const rest = 'where position_id = any ($1) and customer_id = $2 order by position_id';
  return select(db, POSITIONS, rest, [positionIds, customerId]);
}

export type PerpetualFill = TradeSide<PerpetualTrade>;
export type FillFilter = Range & SidesFilter;

export function listPerpetualFills(
  db: Reads,
  customerId: number,
  filter: FillFilter,
): Promise<PerpetualFill[]> {
  return listSides(db, PERPETUAL_TRADES, customerId, filter, ['position_id', filter.positionId]);
}

export function findPerpetualFills(
  db: Reads,
  customerId: number,
  tradeIds: readonly number[],
): Promise<PerpetualFill[]> {
  return findSides(db, PERPETUAL_TRADES, customerId, tradeIds);
}
