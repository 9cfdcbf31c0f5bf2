import type { Trade } from '@tallystick/core';
import { SIDES } from '@tallystick/core/spot/order';
import { int4, int8, minor, word } from './kinds.ts';
import { Projection } from './projection.ts';

export interface TradedAt {
  readonly atMs: number;
}

/** Stored results use this order, too: never reorder or remove a field, only add at the end. */
export const TRADES = new Projection<Trade, TradedAt>(
  'trades',
  {
    tradeId: int8,
    marketId: int4,
    priceTicks: int4,
    quantityLots: int8,
    quoteMinor: minor,
    takerSide: word(...SIDES),
    takerOrderId: int8,
    takerCustomerId: int4,
    takerFeeMinor: minor,
    makerOrderId: int8,
    makerCustomerId: int4,
    makerFeeMinor: minor,
  },
  { key: ['tradeId'], stamp: { atMs: int8 } },
);
