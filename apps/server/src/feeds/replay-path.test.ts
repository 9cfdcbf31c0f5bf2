import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PricePath } from './price-path.ts';
import type { RecordedCandles } from './recorded-candles.ts';
import { ReplayPath } from './replay-path.ts';

const STEP = 300_000;
const START = Date.UTC(2025, 3, 3);

const flat: PricePath = {
  priceAt: () => 50,
  stretch: () => ({ open: 50, high: 60, low: 40, close: 50, volume: 1 }),
  turnsWithin: () => [],
};

const candle = fc
  .tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 1_000_000, max: 9_000_000_000_000 })))
  .map(prices => {
    const [low, a, b, high] = prices.toSorted((x, y) => x - y) as [number, number, number, number];
    return prices[0]! % 2 === 0 ? { open: a, high, low, close: b } : { open: b, high, low, close: a };
  });
const recording = fc.array(candle, { minLength: 1, maxLength: 6 }).map((candles): RecordedCandles => ({
  name: 'BTCUSDT',
  startMs: START,
  lengthMs: STEP,
  count: candles.length,
  open: Float64Array.from(candles, one => one.open),
  high: Float64Array.from(candles, one => one.high),
  low: Float64Array.from(candles, one => one.low),
  close: Float64Array.from(candles, one => one.close),
  volume: Float64Array.from(candles, () => 60),
}));

describe('a replayed recording', () => {
  test('reproduces its candles exactly', () => {
    fc.assert(
      fc.property(recording, candles => {
        const path = new ReplayPath(candles, flat);
        for (let i = 0; i < candles.count; i++) {
          expect(path.stretch(START + i * STEP, STEP)).toEqual({
            open: candles.open[i],
            high: candles.high[i],
            low: candles.low[i],
            close: candles.close[i],
            volume: 60,
          });
        }
      }),
    );
  });

  test('has minutes that add up to them exactly', () => {
    fc.assert(
      fc.property(recording, candles => {
        const path = new ReplayPath(candles, flat);
        for (let i = 0; i < candles.count; i++) {
          const minutes = [0, 1, 2, 3, 4].map(n => path.stretch(START + i * STEP + n * 60_000, 60_000));
          expect(minutes[0]!.open).toBe(candles.open[i]);
          expect(minutes[4]!.close).toBe(candles.close[i]);
          expect(Math.max(...minutes.map(minute => minute.high))).toBe(candles.high[i]);
          expect(Math.min(...minutes.map(minute => minute.low))).toBe(candles.low[i]);
          expect(minutes.reduce((sum, minute) => sum + minute.volume, 0)).toBeCloseTo(60, 9);
        }
      }),
    );
  });

  test('stays within each candle’s range and reaches both ends', () => {
    fc.assert(
      fc.property(recording, candles => {
        const path = new ReplayPath(candles, flat);
        for (let i = 0; i < candles.count; i++) {
          const begin = START + i * STEP;
          const prices = Array.from({ length: 300 }, (_, second) => path.priceAt(begin + second * 1000));
          expect(Math.min(...prices)).toBeGreaterThanOrEqual(candles.low[i]!);
          expect(Math.max(...prices)).toBeLessThanOrEqual(candles.high[i]!);
          const turns = path.turnsWithin(begin, begin + STEP - 1);
          expect(turns.toSorted((a, b) => a - b)).toEqual([candles.low[i], candles.high[i]]);
        }
      }),
      { numRuns: 25 },
    );
  });

  test('repeats after its end without a jump, any number of times', () => {
    fc.assert(
      fc.property(recording, fc.integer({ min: 1, max: 3 }), (candles, loops) => {
        const path = new ReplayPath(candles, flat);
        const seam = START + candles.count * STEP * loops;
        const factor = candles.close[candles.count - 1]! / candles.open[0]!;
        const before = path.stretch(seam - STEP, STEP).close;
        expect(path.priceAt(seam) / before).toBeCloseTo(1, 9);
        expect(path.stretch(seam, STEP).high / (candles.high[0]! * factor ** loops)).toBeCloseTo(1, 9);
      }),
    );
  });

  test('follows the other path before its start, scaled so that nothing jumps', () => {
    fc.assert(
      fc.property(recording, candles => {
        const path = new ReplayPath(candles, flat);
        expect(path.priceAt(START - 1) / candles.open[0]!).toBeCloseTo(1, 9);
        expect(path.stretch(START - STEP, STEP).high / path.priceAt(START - 1)).toBeCloseTo(1.2, 9);
        expect(path.turnsWithin(START - STEP, START - 1)).toEqual([]);
      }),
    );
  });
});
