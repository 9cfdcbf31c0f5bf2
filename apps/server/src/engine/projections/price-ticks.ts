import type { IndexTick } from '@tallystick/core';
import { hex, int4, int8, jsonb } from './kinds.ts';
import { Projection } from './projection.ts';

/** The price log: every tick with its sources and its place in the chain. */
export const PRICE_TICKS = new Projection<IndexTick>(
  'price_ticks',
  {
    number: int8,
    marketId: int4,
    priceE8: int8,
    sources: jsonb(),
    atMs: int8,
    previousHash: hex,
    hash: hex,
  },
  { key: ['number'] },
);
