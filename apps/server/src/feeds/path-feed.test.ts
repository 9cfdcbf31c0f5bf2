import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CreatedFeed, createFeed } from './create-feed.ts';
import { PathFeed } from './path-feed.ts';
import type { Quote } from './price-feed.ts';
import type { ReplayAnchor } from './replay-position.ts';
import { FEED_MARKETS } from './testing/markets.ts';

const NOW = Date.UTC(2026, 7, 20, 9, 31, 7, 123);
const CANDLES = 288;

/** A day of 5-minute candles that differ clearly from the simulation. */
function recordingCsv(): string {
  const lines = ['timestamp,open,high,low,close,volume'];
  for (let i = 0; i < CANDLES; i++) {
    const time = new Date(Date.UTC(2025, 0, 1) + i * 300_000).toISOString().slice(0, 19).replace('T', ' ');
    const base = 20_000 + i;
    lines.push(`${time},${base},${base + 40}.5,${base - 30}.25,${base + 1},9.5`);
  }
  return lines.join('\n');
}

describe('a replay', () => {
  let folder: string;
  let nowMs = NOW;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tallystick-replay-'));
    await writeFile(path.join(folder, 'BTCUSDT_5m.csv'), recordingCsv());
  });
  afterAll(() => rm(folder, { recursive: true }));

  const create = (anchor: ReplayAnchor | null = null, speed = 1): Promise<CreatedFeed> =>
    createFeed({
      feed: { kind: 'replay', folder },
      markets: FEED_MARKETS,
      speed,
      seed: 1,
      intervalMs: 1000,
      now: () => nowMs,
      log: { info() {}, warn() {} },
      anchor,
    });
  const quotes = (feed: CreatedFeed['feed'], atMs: number): Quote[] => {
    if (!(feed instanceof PathFeed)) throw new Error('not a path feed');
    nowMs = atMs;
    const all: Quote[] = [];
    feed.quote(quote => all.push(quote));
    return all;
  };

  test('shows the recorded candles at their shifted times, and none of the simulation', async () => {
    nowMs = NOW;
    const { feed, anchor } = await create();
    const history = await feed.history(1, NOW);
    const shift = NOW - anchor!.recordedMs;
    const first = history!['5m'].find(candle => candle.openMs - shift === Date.UTC(2025, 0, 1));
    expect(first).toMatchObject({
      openMs: Date.UTC(2025, 0, 1) + shift,
      openTicks: 200_000,
      highTicks: 200_405,
      // 19,970.25 is halfway between two ticks.
      lowTicks: 199_703,
      closeTicks: 200_010,
      volumeLots: 950_000,
    });
  });

  test('quotes high and low of every candle it plays, and nothing beyond', async () => {
    nowMs = NOW;
    const { feed, anchor } = await create();
    const begin = NOW - anchor!.recordedMs + Math.ceil(anchor!.recordedMs / 300_000) * 300_000;
    quotes(feed, begin);
    const prices: number[] = [];
    for (let ms = begin + 1000; ms < begin + 300_000; ms += 1000) prices.push(quotes(feed, ms)[0]!.priceE8);
    const index = (begin - NOW + anchor!.recordedMs - Date.UTC(2025, 0, 1)) / 300_000;
    expect(Math.max(...prices)).toBe((20_000 + index + 40.5) * 1e8);
    expect(Math.min(...prices)).toBe((20_000 + index - 29.75) * 1e8);
  });

  test('continues after a restart as if it had never stopped', async () => {
    nowMs = NOW;
    const first = await create(null, 60);
    quotes(first.feed, NOW + 90_000);
    const second = await create(first.anchor, 60);
    expect(quotes(second.feed, NOW + 90_001)).toEqual(quotes(first.feed, NOW + 90_001));
  });

  test('has a price for every market, the cross being the quotient', async () => {
    nowMs = NOW;
    const { feed } = await create();
    const [btc, eth, sol, cross] = quotes(feed, NOW);
    expect([btc, eth, sol, cross].map(quote => quote!.source)).toEqual(Array(4).fill('replay'));
    expect(cross!.priceE8 / 1e8).toBeCloseTo(eth!.priceE8 / btc!.priceE8, 5);
  });

  test('joins history and the first live price without a gap', async () => {
    nowMs = NOW;
    const { feed } = await create();
    const minute = (await feed.history(1, NOW))!['1m'].at(-1)!;
    const [btc] = quotes(feed, minute.openMs + 60_000);
    expect(btc!.priceE8 / 1e7 / minute.closeTicks).toBeCloseTo(1, 3);
  });
});
