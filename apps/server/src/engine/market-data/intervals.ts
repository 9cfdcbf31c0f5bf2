import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tallystick/core/durations';
import { INTERVALS, type Interval } from '@tallystick/protocol/calls/market';

export { INTERVALS, type Interval };

/** Candles of these are kept; those of the others are put together from them when they are read. */
export const STORED_INTERVALS = ['1m', '5m', '30m', '1h', '1d', '1w', '1M'] as const;
export type StoredInterval = (typeof STORED_INTERVALS)[number];
type DerivedInterval = Exclude<Interval, StoredInterval>;

/** The longest stored interval that divides it. */
const BASES: Readonly<Record<DerivedInterval, StoredInterval>> = {
  '3m': '1m',
  '15m': '5m',
  '2h': '1h',
  '4h': '1h',
  '6h': '1h',
  '8h': '1h',
  '12h': '1h',
  '3d': '1d',
};

const FIXED_MS: Readonly<Record<Exclude<Interval, '1w' | '1M'>, number>> = {
  '1m': MINUTE_MS,
  '3m': 3 * MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '15m': 15 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': HOUR_MS,
  '2h': 2 * HOUR_MS,
  '4h': 4 * HOUR_MS,
  '6h': 6 * HOUR_MS,
  '8h': 8 * HOUR_MS,
  '12h': 12 * HOUR_MS,
  '1d': DAY_MS,
  '3d': 3 * DAY_MS,
};
const WEEK_MS = 7 * DAY_MS;
/** 1970-01-01 was a Thursday; weeks start on Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** The stored interval whose candles those of this one are put together from: itself if it is stored. */
export function baseOf(interval: Interval): StoredInterval {
  return isDerived(interval) ? BASES[interval] : interval;
}

/** Length of an interval that is not stored; each of its candles opens at a multiple of it. */
export function derivedMs(interval: Interval): number | null {
  return isDerived(interval) ? FIXED_MS[interval] : null;
}

function isDerived(interval: Interval): interval is DerivedInterval {
  return Object.hasOwn(BASES, interval);
}

/** When the candle that covers `atMs` opened. Everything is UTC; weeks open on Monday, months on the 1st. */
export function openOf(interval: Interval, atMs: number): number {
  if (interval === '1M') {
    const date = new Date(atMs);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  }
  if (interval === '1w') {
    return Math.floor((atMs - FIRST_MONDAY_MS) / WEEK_MS) * WEEK_MS + FIRST_MONDAY_MS;
  }
  return Math.floor(atMs / FIXED_MS[interval]) * FIXED_MS[interval];
}

/** The opening `steps` candles after (or, negative, before) one that opens at `openMs`. */
export function stepOpen(interval: Interval, openMs: number, steps: number): number {
  if (interval === '1M') {
    const date = new Date(openMs);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + steps, 1);
  }
  return openMs + steps * (interval === '1w' ? WEEK_MS : FIXED_MS[interval]);
}
