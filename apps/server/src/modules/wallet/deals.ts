import type { WireLedgerEntry } from '@tallystick/protocol';
import type pg from 'pg';
import type { MarketUnitsTable } from '../market/units.ts';
import { findPerpetualFills, findPositions } from '../perpetual/store.ts';
import type { PerpetualUnitsTable } from '../perpetual/units.ts';
import { wirePerpetualFill } from '../perpetual/wire.ts';
import { findFills } from '../spot/store.ts';
import { wireFill } from '../spot/wire.ts';
import type { LedgerRow } from './store.ts';

type Deal = NonNullable<WireLedgerEntry['deal']>;

export interface DealsOptions {
  readonly pool: pg.Pool;
  readonly units: MarketUnitsTable;
  readonly perpetualUnits: PerpetualUnitsTable;
}

const REFERENCE = /^(trade|perpetualTrade|position):(\d+)$/;

/** What was traded where entries come from trades or positions, by their references; one query for each kind. */
export async function dealsOf(
  { pool, units, perpetualUnits }: DealsOptions,
  customerId: number,
  rows: readonly Pick<LedgerRow, 'reference'>[],
): Promise<ReadonlyMap<string, Deal>> {
  const ids = { trade: new Set<number>(), perpetualTrade: new Set<number>(), position: new Set<number>() };
  for (const { reference } of rows) {
    const [, kind, id] = REFERENCE.exec(reference) ?? [];
    if (kind !== undefined) ids[kind as keyof typeof ids].add(Number(id));
  }
  const deals = new Map<string, Deal>();
  for (const { trade, role } of await findFills(pool, customerId, [...ids.trade])) {
    const fill = wireFill(trade, role, units.of(trade.marketId));
    const { market_id, symbol, side, price, quantity, fee, fee_currency, order_id } = fill;
    deals.set(`trade:${trade.tradeId}`, {
      product: 'spot',
      ...{ market_id, symbol, side, price, quantity, fee, fee_currency, order_id, position_id: null },
    });
  }
  for (const { trade, role } of await findPerpetualFills(pool, customerId, [...ids.perpetualTrade])) {
    const of = perpetualUnits.of(trade.marketId);
    const { market_id, symbol, side, price, quantity, fee, position_id } = wirePerpetualFill(trade, role, of);
    deals.set(`perpetualTrade:${trade.tradeId}`, {
      product: 'perpetual',
      ...{ market_id, symbol, side, price, quantity, fee, order_id: null, position_id },
      fee_currency: of.quote.code,
    });
  }
  for (const { positionId, marketId, side } of await findPositions(pool, customerId, [...ids.position])) {
    deals.set(`position:${positionId}`, {
      product: 'perpetual',
      market_id: marketId,
      symbol: perpetualUnits.of(marketId).contract.symbol,
      side: side === 'long' ? 'buy' : 'sell',
      ...{ price: null, quantity: null, fee: null, fee_currency: null, order_id: null },
      position_id: positionId,
    });
  }
  return deals;
}
