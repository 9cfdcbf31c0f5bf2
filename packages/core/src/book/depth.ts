import type { OrderBook } from './book.ts';
import { ASK, BID } from './side.ts';

/** `[priceTicks, quantityLots]`, best price first on both sides. */
export interface Depth {
  readonly bids: readonly (readonly [priceTicks: number, quantityLots: number])[];
  readonly asks: readonly (readonly [priceTicks: number, quantityLots: number])[];
}

/** The best `levels` prices of each side; empty without a book. */
export function depthOf(book: OrderBook | undefined, levels: number): Depth {
  if (book === undefined) return { bids: [], asks: [] };
  return {
    bids: book.depth(BID, levels).map(level => [level.priceTicks, level.quantityLots]),
    asks: book.depth(ASK, levels).map(level => [level.priceTicks, level.quantityLots]),
  };
}
