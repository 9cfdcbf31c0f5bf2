import { DAY_MS, MINUTE_MS } from '@tallystick/core/durations';
import { INTERVALS, type Interval } from '@tallystick/protocol/calls/market';

export { INTERVALS, type Interval };

const FIXED_MS: Readonly<Record<Exclude<Interval, '1w' | '1M'>, number>> = {
  '1m': MINUTE_MS,
  '5m': 5 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '1d': DAY_MS,
};
const WEEK_MS = 7 * DAY_MS;
/** 1970-01-01 was a Thursday; weeks start on Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

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
