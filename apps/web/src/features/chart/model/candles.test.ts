import { expect, test } from 'vitest';
import { INTERVALS } from '@tallystick/protocol/calls/market';
import { candlesOf, CHART_INTERVALS, CONTRACT_KINDS, hasVolume, periodOf, toBar, toBars } from './candles.ts';

const candle = { open_ms: 60_000, open: '1.5', high: '2', low: '1', close: '1.75', volume: '10' };

test('a candle becomes coordinates', () => {
  expect(toBar(candle)).toEqual({ timestamp: 60_000, open: 1.5, high: 2, low: 1, close: 1.75, volume: 10 });
});

test('a malformed candle is left out, not drawn at zero', () => {
  expect(toBars([{ ...candle, low: '' }, candle])).toHaveLength(1);
});

test('the time-share is drawn from one-minute candles, every interval has a period and one place', () => {
  expect(candlesOf('line')).toBe('1m');
  expect(new Set(CHART_INTERVALS).size).toBe(CHART_INTERVALS.length);
  expect(CHART_INTERVALS.toSorted()).toEqual(['line', ...INTERVALS].toSorted());
  for (const interval of INTERVALS) {
    const { type, span } = periodOf(interval);
    expect(`${span}${type === 'month' ? 'M' : type[0]}`).toBe(interval);
  }
});

test('marks and indexes have no volume to draw', () => {
  expect(CONTRACT_KINDS.filter(hasVolume)).toEqual(['contract']);
});
