import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_TRADES, type Candle } from './candle.ts';
import { CandleSeries } from './candle-series.ts';
import { changePercent, TickerWindow } from './ticker.ts';

const T = Date.parse('2026-11-20T12:00:00Z');
const MINUTE = 60_000;
const DAY = 86_400_000;

function trade(openMs: number, ticks: number, lots: number): Candle {
  return {
    openMs,
    openTicks: ticks,
    highTicks: ticks,
    lowTicks: ticks,
    closeTicks: ticks,
    volumeLots: lots,
    quoteMinor: BigInt(ticks * lots),
    counts: {
      trades: 1,
      takerLots: lots,
      takerQuoteMinor: BigInt(ticks * lots),
      firstTradeId: openMs,
      lastTradeId: openMs,
    },
  };
}

function market(): { series: CandleSeries; window: TickerWindow } {
  const series = new CandleSeries('1m', [], true, 1_500);
  return { series, window: new TickerWindow(1, series) };
}

describe('TickerWindow', () => {
  it('knows nothing before the first trade', () => {
    expect(market().window.at(T, null)).toEqual({
      marketId: 1,
      lastTicks: null,
      openTicks: null,
      highTicks: null,
      lowTicks: null,
      volumeLots: 0,
      quoteMinor: 0n,
      counts: NO_TRADES,
      changePercent: null,
      indexPriceE8: null,
      indexAtMs: null,
    });
  });

  it('covers 24 hours to the minute and opens at the last price before them', () => {
    const { series, window } = market();
    series.add(trade(T - 30 * MINUTE, 100, 1));
    series.add(trade(T, 200, 2));
    series.add(trade(T + MINUTE, 50, 4));
    series.add(trade(T + DAY - MINUTE, 150, 8));
    expect(window.at(T + DAY - MINUTE, null)).toMatchObject({
      lastTicks: 150,
      openTicks: 100,
      highTicks: 200,
      lowTicks: 50,
      volumeLots: 14,
      changePercent: '50.00',
      counts: { trades: 3, takerLots: 14, firstTradeId: T, lastTradeId: T + DAY - MINUTE },
    });
    // A minute later the trade of 24 hours ago has left the window; the day opens at its price.
    expect(window.at(T + DAY, null)).toMatchObject({
      openTicks: 200,
      highTicks: 150,
      lowTicks: 50,
      volumeLots: 12,
    });
    expect(window.at(T + 3 * DAY, null)).toMatchObject({
      lastTicks: 150,
      openTicks: 150,
      highTicks: 150,
      lowTicks: 150,
      volumeLots: 0,
      changePercent: '0.00',
    });
  });

  it('equals a fresh sum at every moment', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ gap: fc.integer({ min: 0, max: 3_600_000 }), ticks: fc.integer({ min: 1, max: 999 }) }),
          { maxLength: 100 },
        ),
        steps => {
          const { series, window } = market();
          let nowMs = T;
          for (const { gap, ticks } of steps) {
            nowMs += gap;
            series.add(trade(nowMs, ticks, 1));
            expect(window.at(nowMs, null)).toEqual(new TickerWindow(1, series).at(nowMs, null));
          }
        },
      ),
    );
  });

  it('counts a trade that was committed after its minute ended', () => {
    const { series, window } = market();
    series.add(trade(T, 100, 1));
    window.at(T + MINUTE, null);
    series.add(trade(T + 59_999, 300, 1));
    expect(window.at(T + MINUTE, null)).toMatchObject({ highTicks: 300, volumeLots: 2 });
  });
});

describe('changePercent', () => {
  it.each([
    [100, 100, '0.00'],
    [100, 150, '50.00'],
    [10_000, 9_938, '-0.62'],
    [30_000, 29_999, '0.00'],
    [1, 2_147_483_647, '214748364600.00'],
    [300, 299, '-0.33'],
  ])('from %i to %i: %s', (open, last, percent) => {
    expect(changePercent(open, last)).toBe(percent);
  });
});
