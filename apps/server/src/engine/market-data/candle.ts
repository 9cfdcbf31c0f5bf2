import { openOf, type Interval } from './intervals.ts';

/** Prices in ticks, base volume in lots, quote volume in minor units. */
export interface Candle {
  readonly openMs: number;
  readonly openTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly closeTicks: number;
  readonly volumeLots: number;
  readonly quoteMinor: bigint;
}

/** Without trades the last close continues. */
export function flatCandle(openMs: number, closeTicks: number): Candle {
  return {
    openMs,
    openTicks: closeTicks,
    highTicks: closeTicks,
    lowTicks: closeTicks,
    closeTicks,
    volumeLots: 0,
    quoteMinor: 0n,
  };
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
