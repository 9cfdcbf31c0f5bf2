import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeCandles, NO_TRADES, priceCandle, rollUp, tradeCandle, type Candle } from './candle.ts';
import { CandleBook } from './candle-book.ts';
import { fillGaps } from './candle-series.ts';
import type { CandleKey } from './candle-rows.ts';
import type { CandleStore } from './candle-store.ts';
import { INTERVALS, openOf, stepOpen, type Interval } from './intervals.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const at = (text: string): number => Date.parse(text);

/** Nothing in these tests is older than what is kept. */
const store = {} as CandleStore;

function bookOf(kind: CandleKey['kind'] = 'spot'): CandleBook {
  return CandleBook.empty({ kind, marketId: 1 }, store, error => {
    throw error;
  });
}

function trade(
  tradeId: number,
  atMs: number,
  ticks = 10,
  lots = 1,
  takerSide: 'buy' | 'sell' = 'buy',
): Candle {
  const quoteMinor = BigInt(ticks * lots);
  return tradeCandle({ tradeId, priceTicks: ticks, quantityLots: lots, quoteMinor, takerSide }, atMs);
}

/** From a leap year's end of February, over ends of weeks, months and years, with gaps from none to forty days. */
const trades = fc
  .array(
    fc.record({
      gap: fc.oneof(fc.nat(20 * MINUTE), fc.nat(DAY), fc.nat(40 * DAY)),
      ticks: fc.integer({ min: 1, max: 1_000 }),
      lots: fc.integer({ min: 1, max: 50 }),
      side: fc.constantFrom('buy', 'sell'),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map(steps => {
    let atMs = at('2024-02-28T22:00:00Z');
    return steps.map(({ gap, ticks, lots, side }, i) => trade(i + 1, (atMs += gap), ticks, lots, side));
  });

describe('candles put together on reading', () => {
  it('are those made of the trades directly, at every interval, gaps included', async () => {
    await fc.assert(
      fc.asyncProperty(
        trades,
        fc.constantFrom(...INTERVALS),
        fc.integer({ min: 1, max: 70 }),
        fc.nat(3 * DAY),
        async (list, interval, limit, later) => {
          const book = bookOf();
          for (const one of list) book.add(one);
          const nowMs = list.at(-1)!.openMs + later;
          const toMs = stepOpen(interval, openOf(interval, nowMs), 1);
          const fromMs = stepOpen(interval, toMs, -limit);
          const direct = fillGaps(rollUp(list, interval), interval, fromMs, toMs, NO_TRADES);
          expect(await book.candles(interval, nowMs + 1, limit, nowMs)).toEqual(direct);
          expect(book.current(interval, nowMs)).toEqual(direct.at(-1));
        },
      ),
    );
  });

  it('count trades and what their takers bought', async () => {
    const book = bookOf();
    const T = at('2026-11-20T12:00:00Z');
    book.add(trade(4, T, 10, 2, 'buy'));
    book.add(trade(7, T + 6 * MINUTE, 20, 3, 'sell'));
    book.add(trade(9, T + 14 * MINUTE, 15, 4, 'buy'));
    const [candle] = await book.candles('15m', T + 15 * MINUTE, 1, T + 15 * MINUTE);
    expect(candle).toEqual({
      openMs: T,
      openTicks: 10,
      highTicks: 20,
      lowTicks: 10,
      closeTicks: 15,
      volumeLots: 9,
      quoteMinor: 140n,
      counts: { trades: 3, takerLots: 6, takerQuoteMinor: 80n, firstTradeId: 4, lastTradeId: 9 },
    });
  });

  it('change at the end of a week and of a month', async () => {
    const book = bookOf();
    // A Sunday, which ended a month's last week but one.
    book.add(trade(1, at('2026-11-29T23:59:59.999Z'), 10));
    book.add(trade(2, at('2026-11-30T00:00:00Z'), 20));
    book.add(trade(3, at('2026-12-01T00:00:00Z'), 30));
    const nowMs = at('2026-12-01T00:00:01Z');
    const opens = async (interval: '1w' | '1M' | '3d'): Promise<unknown> =>
      (await book.candles(interval, nowMs, 5, nowMs)).map(one => [one.openMs, one.closeTicks]);
    expect(await opens('1w')).toEqual([
      [at('2026-11-23'), 10],
      [at('2026-11-30'), 30],
    ]);
    expect(await opens('1M')).toEqual([
      [at('2026-11-01'), 20],
      [at('2026-12-01'), 30],
    ]);
    expect(await opens('3d')).toEqual([
      [at('2026-11-27'), 10],
      [at('2026-11-30'), 30],
    ]);
  });
});

describe('candles older than what is kept in memory', () => {
  it('are read, and those that the memory has only a part of, too', async () => {
    // Not the beginning of three minutes.
    const T = at('2026-11-20T12:01:00Z');
    const prices = Array.from({ length: 700 }, (_, i) =>
      priceCandle(1_000 + ((i * 37) % 101), T + i * MINUTE),
    );
    const saved = {
      range: (_key: CandleKey, interval: Interval, fromMs: number, toMs: number) => {
        const inside = rollUp(prices, interval).filter(candle => candle.openMs < toMs);
        const first = inside.findLastIndex(candle => candle.openMs < fromMs);
        return Promise.resolve(inside.slice(Math.max(0, first)));
      },
    } as unknown as CandleStore;
    const book = CandleBook.empty({ kind: 'mark', marketId: 1 }, saved, () => {});
    for (const price of prices) book.add(price);
    const first = book.minutes.first!.openMs;
    expect(first).toBeGreaterThan(T);
    expect(first % (3 * MINUTE)).not.toBe(0);
    const nowMs = prices.at(-1)!.openMs;
    for (const interval of ['1m', '3m', '15m'] as const) {
      const toMs = stepOpen(interval, openOf(interval, nowMs), 1);
      const direct = fillGaps(
        rollUp(prices, interval),
        interval,
        stepOpen(interval, toMs, -1_000),
        toMs,
        null,
      );
      expect(await book.candles(interval, nowMs + 1, 1_000, nowMs)).toEqual(direct);
    }
  });
});

describe('the running candle', () => {
  it('is flat while nothing trades, and tells so when its time comes', () => {
    const book = bookOf();
    const T = at('2026-11-20T12:00:00Z');
    expect(book.current('1m', T)).toBeNull();
    book.add(trade(1, T, 5, 3));
    expect(book.current('1m', T + 30_000)).toMatchObject({ openMs: T, volumeLots: 3 });
    const flat = { openMs: T + 15 * MINUTE, openTicks: 5, closeTicks: 5, volumeLots: 0, counts: NO_TRADES };
    expect(book.current('15m', T + 16 * MINUTE)).toMatchObject(flat);
    const told: Candle[] = [];
    book.topics.get('15m')!.subscribe(({ data }) => told.push(data));
    book.publish(T + MINUTE);
    book.publish(T + 2 * MINUTE);
    expect(told).toMatchObject([{ openMs: T, volumeLots: 3 }]);
    book.publish(T + 16 * MINUTE);
    expect(told).toMatchObject([{ openMs: T }, flat]);
  });

  it('of a mark has no counts and no volume, flat or not', () => {
    const book = bookOf('mark');
    const T = at('2026-11-20T12:00:00Z');
    book.add(priceCandle(500_000_001, T));
    book.add(priceCandle(499_999_999, T + MINUTE));
    expect(book.current('3m', T + 2 * MINUTE)).toEqual({
      openMs: T,
      openTicks: 500_000_001,
      highTicks: 500_000_001,
      lowTicks: 499_999_999,
      closeTicks: 499_999_999,
      volumeLots: 0,
      quoteMinor: 0n,
      counts: null,
    });
    expect(book.current('3m', T + 4 * MINUTE)).toMatchObject({ openMs: T + 3 * MINUTE, counts: null });
  });
});

it('what is not known of a part is not known of the whole', () => {
  const known = trade(1, 0);
  const unknown: Candle = { ...trade(2, 1), counts: null };
  expect(mergeCandles(known, unknown)).toMatchObject({ volumeLots: 2, counts: null });
  expect(mergeCandles(unknown, known)).toMatchObject({ volumeLots: 2, counts: null });
});
