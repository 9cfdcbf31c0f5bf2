import { expect, test } from 'vitest';
import { CHART_INTERVALS, candlesOf, periodOf, toBar, toBars } from './candles.ts';

const candle = { open_ms: 60_000, open: '1.5', high: '2', low: '1', close: '1.75', volume: '10' };

test('a candle becomes coordinates', () => {
  expect(toBar(candle)).toEqual({ timestamp: 60_000, open: 1.5, high: 2, low: 1, close: 1.75, volume: 10 });
});

test('a malformed candle is left out, not drawn at zero', () => {
  expect(toBars([{ ...candle, low: '' }, candle])).toHaveLength(1);
});

test('the time-share is drawn from one-minute candles, every interval has a period', () => {
  expect(candlesOf('line')).toBe('1m');
  expect(CHART_INTERVALS.map(interval => periodOf(candlesOf(interval)).type)).toEqual([
    'minute',
    'minute',
    'minute',
    'minute',
    'hour',
    'day',
    'week',
    'month',
  ]);
});
