/** Prices in 1e-8 quote units. */
export interface Candle {
  readonly startMs: number;
  readonly openE8: number;
  readonly highE8: number;
  readonly lowE8: number;
  readonly closeE8: number;
  readonly volumeLots: number;
}

/**
 * Joins candles, ordered by time, into those of a longer interval. `startOf` says when the longer candle begins that
 * a time falls into.
 */
export function joinCandles(candles: readonly Candle[], startOf: (atMs: number) => number): Candle[] {
  const joined: { -readonly [K in keyof Candle]: Candle[K] }[] = [];
  for (const candle of candles) {
    const startMs = startOf(candle.startMs);
    const current = joined.at(-1);
    if (current?.startMs === startMs) {
      current.highE8 = Math.max(current.highE8, candle.highE8);
      current.lowE8 = Math.min(current.lowE8, candle.lowE8);
      current.closeE8 = candle.closeE8;
      current.volumeLots += candle.volumeLots;
    } else {
      joined.push({ ...candle, startMs });
    }
  }
  return joined;
}
