import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rollUp, type Candle } from './candle.ts';
import { CandleSeries, fillGaps } from './candle-series.ts';
import { INTERVALS, openOf, STORED_INTERVALS, stepOpen } from './intervals.ts';

const T = Date.parse('2026-11-20T00:00:00Z');
const MINUTE = 60_000;

function trade(openMs: number, ticks: number, lots = 1): Candle {
  return {
    openMs,
    openTicks: ticks,
    highTicks: ticks,
    lowTicks: ticks,
    closeTicks: ticks,
    volumeLots: lots,
    quoteMinor: BigInt(ticks * lots),
    counts: null,
  };
}

const trades = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 0, max: 400_000 }),
      ticks: fc.integer({ min: 1, max: 1000 }),
      lots: fc.nat(50),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map(steps => {
    let atMs = T;
    return steps.map(({ gap, ticks, lots }) => trade((atMs += gap), ticks, lots));
  });

const KEPT = 1_500;

describe('CandleSeries', () => {
  it('is the same whether trades are added one by one or rolled up, at every interval', () => {
    fc.assert(
      fc.property(trades, fc.constantFrom(...STORED_INTERVALS), (list, interval) => {
        const series = new CandleSeries(interval, [], true, KEPT);
        for (const one of list) series.add(one);
        expect(series.heldIn(0, Infinity)).toEqual(rollUp(list, interval));
      }),
    );
  });

  it('reports unsaved candles once, and again if saving failed', () => {
    const series = new CandleSeries('1m', [], true, KEPT);
    series.add(trade(T, 5));
    series.add(trade(T + MINUTE, 7));
    const unsaved = series.takeUnsaved();
    expect(unsaved.map(candle => candle.openMs)).toEqual([T, T + MINUTE]);
    expect(series.takeUnsaved()).toEqual([]);
    series.putBack(unsaved);
    series.add(trade(T + MINUTE, 9));
    expect(series.takeUnsaved().map(candle => candle.closeTicks)).toEqual([5, 9]);
  });

  it('counts a trade of an earlier time into the last candle: time never goes back in a chart', () => {
    const series = new CandleSeries('1m', [], true, KEPT);
    series.add(trade(T + MINUTE, 7));
    series.add(trade(T, 5));
    expect(series.heldIn(0, Infinity)).toMatchObject([{ openMs: T + MINUTE, openTicks: 7, closeTicks: 5 }]);
  });

  it('drops the oldest candles from memory and then no longer claims to be complete', () => {
    const series = new CandleSeries('1m', [], true, KEPT);
    for (let i = 0; i < 3_000; i++) series.add(trade(T + i * MINUTE, 5));
    expect(series.covers(T)).toBe(false);
    expect(series.covers(T + 2_999 * MINUTE)).toBe(true);
    expect(series.heldIn(0, Infinity)).toHaveLength(1_500);
  });

  it('adds back-filled candles without changing its own', () => {
    const series = new CandleSeries('1m', [trade(T, 5), trade(T + 2 * MINUTE, 6)], false, KEPT);
    series.adopt([trade(T - MINUTE, 1), trade(T, 99), trade(T + MINUTE, 2)], true);
    expect(series.heldIn(0, Infinity).map(candle => candle.closeTicks)).toEqual([1, 5, 2, 6]);
    expect(series.covers(0)).toBe(true);
  });
});

describe('fillGaps', () => {
  it('gives every candle from the first trade on, each opening at the last close', () => {
    fc.assert(
      fc.property(
        trades,
        fc.constantFrom(...INTERVALS),
        fc.integer({ min: 1, max: 80 }),
        (list, interval, steps) => {
          const traded = rollUp(list, interval);
          const toMs = stepOpen(interval, traded.at(-1)!.openMs, 1);
          const fromMs = stepOpen(interval, toMs, -steps);
          const filled = fillGaps(traded, interval, fromMs, toMs, null);
          const firstMs = Math.max(fromMs, traded[0]!.openMs);
          let openMs = firstMs;
          for (const [i, candle] of filled.entries()) {
            expect(candle.openMs).toBe(openMs);
            openMs = stepOpen(interval, openMs, 1);
            const own = traded.find(one => one.openMs === candle.openMs);
            if (own !== undefined) expect(candle).toEqual(own);
            else if (i > 0)
              expect(candle).toMatchObject({ openTicks: filled[i - 1]!.closeTicks, volumeLots: 0 });
          }
          expect(openMs).toBe(toMs);
        },
      ),
    );
  });

  it('begins flat from a close before the range', () => {
    const filled = fillGaps([trade(T, 5)], '1m', T + 5 * MINUTE, T + 7 * MINUTE, null);
    expect(filled.map(candle => [candle.openMs, candle.closeTicks, candle.volumeLots])).toEqual([
      [T + 5 * MINUTE, 5, 0],
      [T + 6 * MINUTE, 5, 0],
    ]);
    expect(openOf('1m', filled[0]!.openMs)).toBe(filled[0]!.openMs);
  });

  it('is empty where nothing had traded yet', () => {
    expect(fillGaps([], '1m', T, T + 5 * MINUTE, null)).toEqual([]);
  });
});
