import type { Reads } from '../../database/reads.ts';
import type { StoredRow } from '../../engine/projections/kinds.ts';
import { idsOf, isTimed } from '../../engine/history/id-bounds.ts';
import { select } from '../../engine/projections/select.ts';

/** A declared table of trades. */
interface Trades<Trade> {
  readonly name: string;
  decode(row: StoredRow): Trade;
}

type Role = 'maker' | 'taker';

/** A customer's side of a trade. */
export interface TradeSide<Trade> {
  readonly role: Role;
  readonly trade: Trade;
}

export interface SidesFilter {
  readonly marketId?: number | undefined;
  readonly fromMs?: number | undefined;
  readonly toMs?: number | undefined;
  /** Trades from this one on, oldest first. */
  readonly fromId?: number | undefined;
  /** Lists what comes after this side: its trade id, and 1 for the maker's side, 0 for the taker's. */
  readonly before: readonly [tradeId: number, role: number] | null;
  readonly limit: number;
}

/**
 * The customer's sides of trades, newest first; if they traded with themself, the taker's first. With `fromId` exactly the
 * other way round. Each side has its own index, so up to a page is read from both and then merged. `own`: a column of the side, and a value to filter by.
 */
export async function listSides<Trade>(
  db: Reads,
  table: Trades<Trade>,
  customerId: number,
  filter: SidesFilter,
  [ownColumn, own]: readonly [column: string, value: number | undefined],
): Promise<TradeSide<Trade>[]> {
  const values: unknown[] = [customerId, filter.limit];
  const ids = isTimed(filter)
    ? await idsOf(db, { id: 'trade_id', time: 'at_ms', source: `${table.name} where true` }, filter)
    : undefined;
  const isRising = filter.fromId !== undefined;
  const [beyond, order] = isRising ? ['>', 'asc'] : ['<', 'desc'];
  // Who traded with themself has two sides of one trade, which the page before may have ended between.
  const [second, firstShown] = isRising ? ['taker', 1] : ['maker', 0];
  const sideOf = (role: Role): string => {
    const comparison = role === second && filter.before?.[1] === firstShown ? `${beyond}=` : beyond;
    const conditions = [
      [`${role}_${ownColumn} =`, own],
      ['market_id =', filter.marketId],
      ['trade_id >=', ids?.first],
      ['trade_id >=', filter.fromId],
      ['trade_id <', ids?.end],
      [`trade_id ${comparison}`, filter.before?.[0]],
    ] as const;
    const asked = conditions
      .filter(([, value]) => value !== undefined)
      .map(([condition, value]) => `and ${condition} $${values.push(value)}`);
    return `(select *, '${role}' as role from ${table.name} where ${role}_customer_id = $1 ${asked.join(' ')}
      order by trade_id ${order} limit $2)`;
  };
  const { rows } = await db.query<StoredRow & { readonly role: Role }>(
    `select * from (${sideOf('taker')} union all ${sideOf('maker')}) as sides
      order by trade_id ${order}, role ${order} limit $2`,
    values,
  );
  return rows.map(row => ({ role: row.role, trade: table.decode(row) }));
}

/** The customer's sides of these trades; the taker's if they traded with themself. */
export async function findSides<Trade extends { readonly takerCustomerId: number }>(
  db: Reads,
  table: Trades<Trade>,
  customerId: number,
  tradeIds: readonly number[],
): Promise<TradeSide<Trade>[]> {
  if (tradeIds.length === 0) return [];
  const rest = 'where trade_id = any ($1) and (taker_customer_id = $2 or maker_customer_id = $2)';
  const trades = await select(db, table, rest, [tradeIds, customerId]);
  return trades.map(trade => ({ role: trade.takerCustomerId === customerId ? 'taker' : 'maker', trade }));
}
