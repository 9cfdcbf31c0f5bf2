import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '@tallystick/core/durations';
import { type Candle, rollUp } from '../engine/market-data/candle.ts';
import { openOf, STORED_INTERVALS, type StoredInterval } from '../engine/market-data/intervals.ts';
import { type CreatedFeed, createFeed } from './create-feed.ts';
import type { CandleHistory } from './price-feed.ts';
import { FEED_MARKETS } from './testing/markets.ts';

const NOW = Date.UTC(2026, 7, 20, 9, 31, 7, 123);

function createSimulated(seed: number): Promise<CreatedFeed> {
  return createFeed({
    feed: { kind: 'simulated' },
    markets: FEED_MARKETS,
    speed: 1,
    seed,
    intervalMs: 1000,
    now: () => NOW,
    log: { info() {}, warn() {} },
    anchor: null,
  });
}

async function simulated(seed: number, marketId: number): Promise<CandleHistory> {
  const { feed } = await createSimulated(seed);
  const history = await feed.history(marketId, NOW);
  if (!history) throw new Error('no history');
  return history;
}

describe('simulated history', () => {
  let histories: CandleHistory[];
  beforeAll(async () => {
    histories = await Promise.all(FEED_MARKETS.map(market => simulated(1, market.id)));
  });

  test('fills a chart at every interval', () => {
    for (const history of histories) {
      for (const interval of STORED_INTERVALS) expect(history[interval].length).toBeGreaterThanOrEqual(99);
    }
  });

  test.each([
    ['1m', '5m'],
    ['5m', '30m'],
    ['30m', '1h'],
    ['1h', '1d'],
    ['1d', '1w'],
    ['1d', '1M'],
  ] as const)('never contradicts itself: %s candles rolled up are the %s ones', (shorter, longer) => {
    for (const history of histories) {
      const all = rollUp(history[shorter], longer);
      // The first candle of a shorter interval may begin inside a longer candle.
      const complete = all.slice(1);
      expect(complete.length).toBeGreaterThan(90);
      expect(history[longer].slice(-complete.length)).toEqual(complete);
    }
  });

  test('is gapless and whole, up to this minute', () => {
    for (const history of histories) {
      for (const interval of STORED_INTERVALS) {
        expect(history[interval].filter((candle, i, all) => !isSound(candle, all[i - 1], interval))).toEqual(
          [],
        );
      }
      expect(history['1m'].at(-1)?.openMs).toBe(Date.UTC(2026, 7, 20, 9, 30));
      expect(history['1d'].at(-1)?.openMs).toBe(Date.UTC(2026, 7, 20));
    }
  });

  test('can be read from a given time: the same candles', async () => {
    const { feed } = await createSimulated(1);
    const afterMs = NOW - 3 * DAY_MS - 12_345;
    const missing = (await feed.history(1, NOW, afterMs))!;
    for (const interval of ['1m', '5m', '30m', '1h', '1d'] as const) {
      expect(missing[interval]).toEqual(histories[0]![interval].filter(candle => candle.openMs > afterMs));
    }
    // The current week and month opened before `afterMs`.
    expect([missing['1w'].length, missing['1M'].length]).toEqual([0, 0]);
  });

  test('is determined by the seed', async () => {
    const [same, other] = await Promise.all([simulated(1, 1), simulated(2, 1)]);
    expect(same).toEqual(histories[0]);
    expect(other['1d'][0]).not.toEqual(histories[0]!['1d'][0]);
  });

  test('has coins whose moves correlate', () => {
    const [x, y] = [histories[0]!, histories[1]!].map(history =>
      history['1d'].slice(-700).map(candle => Math.log(candle.closeTicks / candle.openTicks)),
    ) as [number[], number[]];
    const product = x.reduce((sum, value, i) => sum + value * y[i]!, 0);
    const size = (values: readonly number[]) =>
      Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
    const correlation = product / (size(x) * size(y));
    expect(correlation).toBeGreaterThan(0.6);
    expect(correlation).toBeLessThan(0.97);
  });
});

function isSound(candle: Candle, before: Candle | undefined, interval: StoredInterval): boolean {
  const { openMs, openTicks, highTicks, lowTicks, closeTicks, volumeLots } = candle;
  return (
    openMs === openOf(interval, openMs) &&
    (before === undefined || (openTicks === before.closeTicks && openMs > before.openMs)) &&
    [openTicks, highTicks, lowTicks, closeTicks, volumeLots].every(Number.isSafeInteger) &&
    lowTicks > 0 &&
    lowTicks <= Math.min(openTicks, closeTicks) &&
    highTicks >= Math.max(openTicks, closeTicks) &&
    volumeLots >= 0 &&
    candle.quoteMinor >= BigInt(volumeLots) * BigInt(lowTicks)
  );
}
