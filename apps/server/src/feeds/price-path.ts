/** A stretch of a path: prices in 1e-8 quote units, not rounded yet; volume in base units. */
export interface Stretch {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/**
 * The price of one market as a pure function of time: history and future are read from the same path, so a chart has no
 * seam.
 */
export interface PricePath {
  /** In 1e-8 quote units. */
  priceAt(ms: number): number;
  /** The candle from `startMs` (inclusive) for `lengthMs`. */
  stretch(startMs: number, lengthMs: number): Stretch;
  /** Prices of turning points within the half-open time, which a sampler must not miss. */
  turnsWithin(afterMs: number, untilMs: number): readonly number[];
}

/** Sampling interval for finding the high and low of a stretch. */
const SAMPLE_MS = 10_000;
const MAX_SAMPLES = 24;

/** The candle of a stretch whose price is known only at single moments. */
export function sampleStretch(
  priceAt: (ms: number) => number,
  startMs: number,
  lengthMs: number,
): Omit<Stretch, 'volume'> {
  const samples = Math.min(MAX_SAMPLES, Math.ceil(lengthMs / SAMPLE_MS));
  const open = priceAt(startMs);
  let high = open;
  let low = open;
  let close = open;
  for (let i = 1; i <= samples; i++) {
    close = priceAt(startMs + (lengthMs * i) / samples);
    high = Math.max(high, close);
    low = Math.min(low, close);
  }
  return { open, high, low, close };
}
