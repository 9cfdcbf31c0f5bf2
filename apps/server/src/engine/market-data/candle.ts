import type { Side } from '@tallystick/core';
import { openOf, type Interval } from './intervals.ts';

/** What is counted of a candle's trades. */
export interface Counts {
  readonly trades: number;
  /** Of the trades whose taker bought: base volume in lots, quote volume in minor units. */
  readonly takerLots: number;
  readonly takerQuoteMinor: bigint;
  /** Null without trades. */
  readonly firstTradeId: number | null;
  readonly lastTradeId: number | null;
}

/** Prices in ticks (of mark and index in 1e-8 quote units), base volume in lots, quote volume in minor units. */
export interface Candle {
  readonly openMs: number;
  readonly openTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly closeTicks: number;
  readonly volumeLots: number;
  readonly quoteMinor: bigint;
  /** Null where it is not known (back-filled candles, and those saved before it was counted), and of mark and index. */
  readonly counts: Counts | null;
}

export const NO_TRADES: Counts = {
  trades: 0,
  takerLots: 0,
  takerQuoteMinor: 0n,
  firstTradeId: null,
  lastTradeId: null,
};

/** A trade as far as candles need it. */
export interface CandleTrade {
  readonly tradeId: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly quoteMinor: bigint;
  readonly takerSide: Side;
}

/** A trade as its own candle. */
export function tradeCandle(trade: CandleTrade, atMs: number): Candle {
  const { tradeId, priceTicks, quantityLots, quoteMinor, takerSide } = trade;
  const isBuy = takerSide === 'buy';
  const counts = {
    trades: 1,
    takerLots: isBuy ? quantityLots : 0,
    takerQuoteMinor: isBuy ? quoteMinor : 0n,
    firstTradeId: tradeId,
    lastTradeId: tradeId,
  };
  return { ...priceCandle(priceTicks, atMs), volumeLots: quantityLots, quoteMinor, counts };
}

/** A price without a trade as its own candle. */
export function priceCandle(ticks: number, atMs: number): Candle {
  return {
    openMs: atMs,
    openTicks: ticks,
    highTicks: ticks,
    lowTicks: ticks,
    closeTicks: ticks,
    volumeLots: 0,
    quoteMinor: 0n,
    counts: null,
  };
}

/** Without trades the last close continues. `counts`: `NO_TRADES`, or null where none are counted. */
export function flatCandle(openMs: number, closeTicks: number, counts: Counts | null): Candle {
  return { ...priceCandle(closeTicks, openMs), counts };
}

/** `earlier` merged with what came after it, within one candle. */
export function mergeCandles(earlier: Candle, later: Candle): Candle {
  return {
    openMs: earlier.openMs,
    openTicks: earlier.openTicks,
    highTicks: Math.max(earlier.highTicks, later.highTicks),
    lowTicks: Math.min(earlier.lowTicks, later.lowTicks),
    closeTicks: later.closeTicks,
    volumeLots: earlier.volumeLots + later.volumeLots,
    quoteMinor: earlier.quoteMinor + later.quoteMinor,
    counts: mergeCounts(earlier.counts, later.counts),
  };
}

/** Unknown as soon as a part of it is. */
export function mergeCounts(earlier: Counts | null, later: Counts | null): Counts | null {
  if (earlier === null || later === null) return null;
  return {
    trades: earlier.trades + later.trades,
    takerLots: earlier.takerLots + later.takerLots,
    takerQuoteMinor: earlier.takerQuoteMinor + later.takerQuoteMinor,
    firstTradeId: earlier.firstTradeId ?? later.firstTradeId,
    lastTradeId: later.lastTradeId ?? earlier.lastTradeId,
  };
}

/** Candles of a longer interval from those of a shorter one, which are in order of time. */
export function rollUp(candles: readonly Candle[], interval: Interval): Candle[] {
  const rolled: Candle[] = [];
  for (const candle of candles) {
    const openMs = openOf(interval, candle.openMs);
    const last = rolled.at(-1);
    if (last?.openMs === openMs) rolled[rolled.length - 1] = mergeCandles(last, candle);
    else rolled.push({ ...candle, openMs });
  }
  return rolled;
}
