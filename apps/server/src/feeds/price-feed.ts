import type { Market } from '@tallystick/core';
import type { Candle } from '../engine/market-data/candle.ts';
import type { StoredInterval } from '../engine/market-data/intervals.ts';

export type CandleHistory = Readonly<Record<StoredInterval, readonly Candle[]>>;

/** What a feed needs to know of a market. */
export type FeedMarket = Pick<Market, 'id' | 'symbol' | 'tickSize' | 'lotSize' | 'quoteMinorPerTickLot'>;

/** One source's price of a market. */
export interface Quote {
  readonly marketId: number;
  readonly source: string;
  /** 1e-8 quote units. */
  readonly priceE8: number;
  /** When it was valid, by the wall clock. */
  readonly atMs: number;
  /** The source's own time, by its clock; null if it has none. Absent: `atMs` is that time. */
  readonly toldAtMs?: number | null;
}

/** Where index prices come from. */
export interface PriceFeed {
  /** Delivers quotes until it is stopped. Resolves when the first are under way. */
  start(onQuote: (quote: Quote) => void): Promise<void>;
  stop(): Promise<void>;
  /**
   * Candles before `endMs` (excluding its minute), for charts before our first trades. Null when the feed has none for
   * this market. With `afterMs` only those that open later.
   */
  history(marketId: number, endMs: number, afterMs?: number): Promise<CandleHistory | null>;
}
