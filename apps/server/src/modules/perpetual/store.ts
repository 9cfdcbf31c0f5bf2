import type { PerpetualTrade, PositionView } from '@tallystick/core';
import type pg from 'pg';
import type { StoredRow } from '../../engine/projections/kinds.ts';
import { PERPETUAL_TRADES, POSITIONS } from '../../engine/products/perpetual/tables.ts';
import { select } from '../../engine/projections/select.ts';
import { Conditions } from '../../http/page.ts';

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

const VIEWS = {
  holding: `status = 'holding'`,
  // An order that has opened some of its lots still waits with the rest.
  pending: `(status = 'pending' or (status = 'holding' and (waiting_lots > 0 or closing_order_id is not null)))`,
  history: `status in ('closed', 'cancelled')`,
} as const;

/** The customer's positions, newest first. */
export async function listPositions(
  pool: pg.Pool,
  customerId: number,
  filter: PositionFilter,
): Promise<PositionView[]> {
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
    pool,
    POSITIONS,
    `where ${where.sql} and ${VIEWS[filter.view]} order by position_id desc limit ${limit}`,
    where.values,
  );
}

/** All pending and holding positions, oldest first. */
export async function openPositions(pool: pg.Pool, customerId: number): Promise<PositionView[]> {
  const rest = `where customer_id = $1 and status in ('pending', 'holding') order by position_id`;
  return select(pool, POSITIONS, rest, [customerId]);
}

export async function findPosition(
  pool: pg.Pool,
  customerId: number,
  positionId: number,
): Promise<PositionView | null> {
  return (await findPositions(pool, customerId, [positionId]))[0] ?? null;
}

/** In any state; other customers' ids are ignored. */
export async function findPositions(
  pool: pg.Pool,
  customerId: number,
  positionIds: readonly number[],
): Promise<PositionView[]> {
  if (positionIds.length === 0) return [];
  const rest = 'where position_id = any ($1) and customer_id = $2 order by position_id';
  return select(pool, POSITIONS, rest, [positionIds, customerId]);
}

export interface PerpetualFill {
  readonly role: 'maker' | 'taker';
  readonly trade: PerpetualTrade;
}

export interface FillFilter extends Range {
  /** Fills after this one in the list: trade id, and 1 if the last one shown was the maker's side of that trade. */
  readonly before: readonly [tradeId: number, role: number] | null;
}

/**
 * The customer's sides of fills, newest first; of a fill with themself the taker's side first. Each side has its own
 * index, so up to a page is read from both and then merged.
 */
export async function listPerpetualFills(
  pool: pg.Pool,
  customerId: number,
  filter: FillFilter,
): Promise<PerpetualFill[]> {
  const values: unknown[] = [customerId, filter.limit];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const sideOf = (role: 'taker' | 'maker'): string => {
    const parts = [`${role}_customer_id = $1`];
    if (filter.positionId !== undefined) parts.push(`${role}_position_id = ${parameter(filter.positionId)}`);
    if (filter.marketId !== undefined) parts.push(`market_id = ${parameter(filter.marketId)}`);
    if (filter.fromMs !== undefined) parts.push(`at_ms >= ${parameter(filter.fromMs)}`);
    if (filter.toMs !== undefined) parts.push(`at_ms < ${parameter(filter.toMs)}`);
    if (filter.before !== null) {
      const [tradeId, last] = filter.before;
      const comparison = role === 'maker' && last === 0 ? '<=' : '<';
      parts.push(`trade_id ${comparison} ${parameter(tradeId)}`);
    }
    return `(select *, '${role}' as role from perpetual_trades where ${parts.join(' and ')}
      order by trade_id desc limit $2)`;
  };
  const { rows } = await pool.query<StoredRow & Pick<PerpetualFill, 'role'>>(
    `select * from (${sideOf('taker')} union all ${sideOf('maker')}) as fills
      order by trade_id desc, role desc limit $2`,
    values,
  );
  return rows.map(row => ({ role: row.role, trade: PERPETUAL_TRADES.decode(row) }));
}

/** The customer's sides of these fills; of a fill with themself the taker's. */
export async function findPerpetualFills(
  pool: pg.Pool,
  customerId: number,
  tradeIds: readonly number[],
): Promise<PerpetualFill[]> {
  if (tradeIds.length === 0) return [];
  const rest = 'where trade_id = any ($1) and (taker_customer_id = $2 or maker_customer_id = $2)';
  const trades = await select(pool, PERPETUAL_TRADES, rest, [tradeIds, customerId]);
  return trades.map(trade => ({
    role: trade.takerCustomerId === customerId ? 'taker' : 'maker',
    trade,
  }));
}
