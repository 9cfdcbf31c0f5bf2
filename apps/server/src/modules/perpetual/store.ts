import type { PerpetualTrade, PositionView, ReadonlyExchange } from '@tallystick/core';
import type { Reads } from '../../database/reads.ts';
import { PERPETUAL_TRADES, POSITIONS } from '../../engine/products/perpetual/tables.ts';
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

/** All pending and holding positions, oldest first. */
export function openPositions(exchange: OpenPositions, customerId: number): PositionView[] {
  return exchange.perpetual.positionsOf(customerId).toSorted((a, b) => a.positionId - b.positionId);
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
