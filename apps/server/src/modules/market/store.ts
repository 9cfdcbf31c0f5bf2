import type { Trade } from '@tallystick/core';
import type { Reads } from '../../database/reads.ts';
import { select } from '../../engine/projections/select.ts';
import { TRADES, type TradedAt } from '../../engine/projections/trades.ts';

export interface TradesFilter {
  readonly marketId: number;
  /** From this trade on. With it, times are not looked at. */
  readonly fromId?: number | undefined;
  readonly fromMs?: number | undefined;
  /** Exclusive. */
  readonly toMs?: number | undefined;
  readonly limit: number;
}

/** Trades of a market, oldest first: from an id on, or of a time, or the newest. */
export async function listTrades(db: Reads, filter: TradesFilter): Promise<(Trade & TradedAt)[]> {
  const { marketId, fromId, fromMs, toMs, limit } = filter;
  if (fromId !== undefined) {
    const rest = 'where market_id = $1 and trade_id >= $2 order by trade_id limit $3';
    return select(db, TRADES.stamped, rest, [marketId, fromId, limit]);
  }
  if (fromMs !== undefined || toMs !== undefined) {
    const rest = 'where market_id = $1 and at_ms >= $2 and at_ms < $3 order by at_ms, trade_id limit $4';
    return select(db, TRADES.stamped, rest, [marketId, fromMs ?? 0, toMs ?? Number.MAX_SAFE_INTEGER, limit]);
  }
  const rest = 'where market_id = $1 order by trade_id desc limit $2';
  return (await select(db, TRADES.stamped, rest, [marketId, limit])).toReversed();
}
