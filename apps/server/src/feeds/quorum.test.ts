import { Random } from '@tallystick/core/testing/random';
import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { IndexAggregator, type IndexPrice } from './index-aggregator.ts';
import { IndexSources } from './index-sources.ts';
import { judge } from './quorum.ts';

const LIVE = { sources: 3, bandPpm: 20_000 };
const quotes = (...prices: number[]) =>
  prices.map((priceE8, i) => ({ marketId: 1, source: `s${i}`, priceE8, atMs: 0 }));
const names = (found: readonly { source: string }[]) => found.map(({ source }) => source);

describe('of the sources that are fresh', () => {
  test.each([
    ['three that agree count', [100, 101, 102], 3, ['s0', 's1', 's2'], [], null],
    ['one of three that is wrong is left out', [100_000, 100_100, 110_000], 3, ['s0', 's1'], ['s2'], null],
    ['however wrong', [100_000, 1, 100_100], 3, ['s0', 's2'], ['s1'], null],
    ['at the edge of the band it counts', [100_000, 100_000, 102_000], 3, ['s0', 's1', 's2'], [], null],
    ['just beyond it does not', [100_000, 100_000, 102_001], 3, ['s0', 's1'], ['s2'], null],
    ['two are too few', [100, 100], 2, [], [], 'sources'],
    ['none is too few', [], 0, [], [], 'sources'],
    ['three that all disagree are none', [100, 110, 121], 3, [], ['s0', 's2'], 'agreement'],
    ['two against two are none', [100, 100, 110, 110], 4, [], ['s0', 's1', 's2', 's3'], 'agreement'],
    ['three against two win', [100, 100, 100, 110, 110], 5, ['s0', 's1', 's2'], ['s3', 's4'], null],
    ['two that agree while a third stands still count', [100, 100], 3, ['s0', 's1'], [], null],
    ['two that disagree while a third stands still are none', [100, 110], 3, [], ['s0', 's1'], 'agreement'],
    ['one alone while two stand still is none', [100], 3, [], [], 'agreement'],
  ] as const)('%s', (_what, prices, fresh, used, dropped, missing) => {
    const judged = judge(quotes(...prices), fresh, LIVE);
    expect(names(judged.used)).toEqual(used);
    expect(names(judged.dropped)).toEqual(dropped);
    expect(judged.missing).toBe(missing);
  });

  test('one is enough in a demo', () => {
    expect(judge(quotes(100), 1, { sources: 1, bandPpm: 20_000 })).toMatchObject({ missing: null });
  });
});

/** Minutes of three exchanges whose prices differ slightly, in a market that falls and recovers by a tenth. */
function minutes(count: number): number[][] {
  const random = new Random(3);
  let price = 2_000_000;
  return Array.from({ length: count }, (_, minute) => {
    const drift = minute < count / 2 ? -1 : 1;
    price += Math.round((price * (drift * random.between(0, 400) + random.between(-300, 300))) / 1_000_000);
    return [0, 1, 2].map(() => price + Math.round((price * random.between(-500, 500)) / 1_000_000));
  });
}

/** The index of each minute, or null. */
function indexOf(rows: readonly number[][]): {
  prices: (number | null)[];
  sources: IndexSources;
  lines: string[];
} {
  let nowMs = 1_000_000;
  let given: IndexPrice | null = null;
  const lines: string[] = [];
  const log = { warn: (details: object) => lines.push(JSON.stringify(details)) };
  const sources = new IndexSources({ registry: new Registry(), log, monotonicMs: () => nowMs });
  const aggregator = new IndexAggregator({
    marketIds: [1],
    intervalMs: 60_000,
    staleMs: 10_000,
    lagMs: 4_000,
    quorum: LIVE,
    now: () => nowMs,
    onPrice: price => (given = price),
    onStale: () => undefined,
    onJudged: (marketId, judged) => sources.judged(marketId, judged),
  });
  const prices = rows.map(row => {
    nowMs += 60_000;
    given = null;
    row.forEach((priceE8, i) => aggregator.accept({ marketId: 1, source: `s${i}`, priceE8, atMs: nowMs }));
    aggregator.sample();
    return (given as IndexPrice | null)?.priceE8 ?? null;
  });
  return { prices, sources, lines };
}

describe('an exchange whose price is wrong for hours', () => {
  const good = minutes(600);
  const expected = good.map(([a = 0, b = 0]) => Math.min(a, b) + Math.floor(Math.abs(a - b) / 2));

  test.each([-0.1, 0.1, -0.5, 9])('by %d does not move the index', off => {
    const { prices, sources, lines } = indexOf(
      good.map(([a = 0, b = 0, c = 0], minute) => [a, b, minute < 60 ? c : Math.round(c * (1 + off))]),
    );
    expect(prices.slice(60)).toEqual(expected.slice(60));
    expect(sources.of(1)).toEqual({ used: ['s0', 's1'], dropped: ['s2'], missing: null });
    // Logged at most once a minute, with the others' prices.
    expect(lines).toHaveLength(540);
    expect(lines[0]).toContain('"source":"s2"');
  });

  test('that drifts slowly never moves the index by more than the others differ', () => {
    const { prices } = indexOf(
      good.map(([a = 0, b = 0, c = 0], minute) => [a, b, Math.round(c * (1 - minute / 6_000))]),
    );
    for (const [minute, price] of prices.entries()) {
      const [a = 0, b = 0] = good[minute]!;
      expect(price).not.toBeNull();
      expect(price!).toBeGreaterThanOrEqual(Math.min(a, b));
      expect(price!).toBeLessThanOrEqual(Math.max(a, b, good[minute]![2]!));
    }
  });

  test('joined by a second one ends the index', () => {
    const { prices, sources } = indexOf(
      good.map(([a = 0, b = 0, c = 0]) => [a, Math.round(b * 0.9), Math.round(c * 1.1)]),
    );
    expect(new Set(prices)).toEqual(new Set([null]));
    expect(sources.of(1).missing).toBe('agreement');
  });
});
