import type { Interval } from '@tallystick/protocol/wire';

const MINUTE = 60_000;
export const DAY_MS = 24 * 60 * MINUTE;

/** Lengths of the intervals that always last equally long. */
export const FIXED_LENGTH_MS = {
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '30m': 30 * MINUTE,
  '1h': 60 * MINUTE,
  '1d': DAY_MS,
} as const;

/** 1 January 1970 was a Thursday; weeks start on Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** When the candle that `atMs` falls into starts; UTC, weeks from Monday. */
export function candleStart(interval: Interval, atMs: number): number {
  if (interval === '1M') {
    const date = new Date(atMs);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  }
  if (interval === '1w') return atMs - positiveModulo(atMs - FIRST_MONDAY_MS, 7 * DAY_MS);
  return atMs - positiveModulo(atMs, FIXED_LENGTH_MS[interval]);
}

/** The remainder that is never negative. */
export function positiveModulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
