import { describe, expect, test, vi } from 'vitest';
import { IndexAggregator, type IndexPrice } from './index-aggregator.ts';
import { median } from './median.ts';

function setup({ lagMs = 60_000 } = {}) {
  let nowMs = 1_000_000;
  const prices: IndexPrice[] = [];
  const stale: number[] = [];
  const aggregator = new IndexAggregator({
    marketIds: [1, 2],
    intervalMs: 1000,
    staleMs: 10_000,
    lagMs,
    quorum: { sources: 1, bandPpm: 10_000_000 },
    now: () => nowMs,
    onPrice: price => prices.push(price),
    onStale: marketId => stale.push(marketId),
  });
  const quote = (source: string, priceE8: number, atMs = nowMs, marketId = 1) =>
    aggregator.accept({ marketId, source, priceE8, atMs });
  const sample = () => {
    prices.length = 0;
    aggregator.sample();
    return prices.find(price => price.marketId === 1);
  };
  return { aggregator, stale, quote, sample, advance: (ms: number) => (nowMs += ms) };
}

describe('median', () => {
  test.each([
    [[5], 5],
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2],
    [[10, 20], 15],
    [[10, 21], 15],
    [[Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER], Number.MAX_SAFE_INTEGER],
  ])('of %j is %d', (prices, expected) => {
    expect(median(prices)).toBe(expected);
  });
});

describe('the index', () => {
  test('is the median of the fresh sources, named and in order', () => {
    const { quote, sample } = setup();
    quote('kraken', 300);
    quote('binance', 100);
    quote('coinbase', 290);
    expect(sample()).toEqual({
      marketId: 1,
      priceE8: 290,
      sources: [
        { name: 'binance', priceE8: 100, atMs: 1_000_000 },
        { name: 'coinbase', priceE8: 290, atMs: 1_000_000 },
        { name: 'kraken', priceE8: 300, atMs: 1_000_000 },
      ],
    });
  });

  test('drops a source when it is stale, to the millisecond', () => {
    const { quote, sample, advance } = setup();
    quote('a', 100);
    advance(1);
    quote('b', 300);
    advance(9999);
    expect(sample()?.priceE8).toBe(200);
    quote('b', 310);
    advance(1);
    expect(sample()?.priceE8).toBe(310);
  });

  test('stops without a fresh source, reports it once, and recovers', () => {
    const { quote, sample, advance, stale } = setup();
    quote('a', 100);
    quote('a', 7, 1_000_000, 2);
    sample();
    advance(10_001);
    expect(sample()).toBeUndefined();
    sample();
    expect(stale).toEqual([1, 2]);
    quote('a', 120);
    expect(sample()?.priceE8).toBe(120);
    advance(10_001);
    sample();
    expect(stale).toEqual([1, 2, 1]);
  });

  test('does not repeat a price, so that nobody buys at one known to be old', () => {
    const { quote, sample, advance, stale } = setup();
    quote('a', 100);
    expect(sample()?.priceE8).toBe(100);
    advance(1000);
    expect(sample()).toBeUndefined();
    // The sources repeat exactly what they reported before.
    quote('a', 100, 1_000_000);
    expect(sample()).toBeUndefined();
    // First the same price with a new time, then another price with the same time.
    quote('a', 100);
    expect(sample()?.sources).toEqual([{ name: 'a', priceE8: 100, atMs: 1_001_000 }]);
    quote('a', 101);
    expect(sample()?.priceE8).toBe(101);
    expect(stale).toEqual([2]);
  });

  test.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 2],
    [5, 3],
  ])('of %d sources needs news from %d', (count, needed) => {
    const { quote, sample, advance } = setup();
    const names = Array.from({ length: count }, (_, i) => `source${i}`);
    for (const name of names) quote(name, 100);
    expect(sample()?.priceE8).toBe(100);
    // Quotes since the last price are collected, however long it takes.
    for (const name of names.slice(0, needed)) {
      advance(1000);
      expect(sample()).toBeUndefined();
      quote(name, 100);
    }
    expect(sample()?.sources).toHaveLength(count);
  });

  test('continues without a missing source as soon as another has news', () => {
    const { quote, sample, advance } = setup();
    quote('a', 100);
    quote('b', 200);
    sample();
    advance(6000);
    quote('b', 210);
    expect(sample()?.priceE8).toBe(155);
    advance(6000);
    expect(sample()).toBeUndefined();
    quote('b', 220);
    expect(sample()?.priceE8).toBe(220);
  });

  test('excludes a source that is frozen while another moves, to the millisecond', () => {
    const { aggregator, quote, sample, advance } = setup({ lagMs: 4000 });
    quote('a', 100);
    quote('b', 200);
    sample();
    // It answers, even with the current time, but never with a new price.
    const repeat = () => aggregator.accept({ ...old, atMs: 1_004_000 });
    const old = { marketId: 1, source: 'b', priceE8: 200, atMs: 1_000_000, toldAtMs: null };
    aggregator.accept(old);
    advance(4000);
    repeat();
    quote('a', 110);
    expect(sample()?.priceE8).toBe(155);
    advance(1);
    quote('a', 110);
    expect(sample()?.sources).toEqual([{ name: 'a', priceE8: 110, atMs: 1_004_001 }]);
    // Included again with its first new price.
    quote('b', 112);
    expect(sample()?.priceE8).toBe(111);
  });

  test('excludes no source while none moves', () => {
    const { quote, sample, advance } = setup({ lagMs: 4000 });
    quote('a', 100);
    quote('b', 200);
    sample();
    advance(9000);
    expect(sample()).toBeUndefined();
    quote('b', 210);
    quote('a', 110);
    expect(sample()?.priceE8).toBe(160);
  });

  test.each([
    ['zero', 0, 0],
    ['negative', -5, 0],
    ['fractional', 1.5, 0],
    ['not a number', Number.NaN, 0],
    ['too large', 2 ** 53, 0],
    ['from the future', 200, 5001],
    ['without a time', 200, Number.NaN],
  ])('ignores a price that is %s', (_case, priceE8, aheadMs) => {
    const { quote, sample } = setup();
    quote('a', 100);
    quote('b', priceE8, 1_000_000 + aheadMs);
    expect(sample()?.sources).toHaveLength(1);
  });

  test('ignores a quote older than the last of its source, and markets it does not follow', () => {
    const { quote, sample } = setup();
    quote('a', 100);
    quote('a', 90, 999_999);
    quote('a', 80, 1_000_000, 99);
    expect(sample()?.priceE8).toBe(100);
  });

  test('is published at a steady pace until it is stopped', () => {
    vi.useFakeTimers();
    try {
      const { aggregator, quote, stale } = setup();
      quote('a', 100);
      aggregator.start();
      vi.advanceTimersByTime(999);
      expect(stale).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(stale).toEqual([2]);
      aggregator.stop();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});
