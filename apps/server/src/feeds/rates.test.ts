import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { Rates, type Rate, type RateQuote } from './rates.ts';

const STALE_MS = 60_000;
const START_MS = 1_000_000_000;

function opened() {
  const clock = { nowMs: START_MS };
  const rates = new Rates({ now: () => clock.nowMs, staleMs: STALE_MS });
  const heard: [number, readonly Rate[]][] = [];
  rates.subscribe((sequence, changed) => heard.push([sequence, changed]));
  return { clock, rates, heard };
}

const quote = (source: string, perUsdt: number, atMs = START_MS, currency: 'THB' | 'KRW' = 'THB') =>
  ({ currency, source, perUsdtE8: perUsdt * 1e8, atMs }) satisfies RateQuote;

it('a rate is the median of its fresh sources, with the time of the newest', () => {
  const { clock, rates } = opened();
  clock.nowMs += 5_000;
  rates.accept([quote('one', 30), quote('two', 36, START_MS + 4_000), quote('three', 31)]);
  expect(rates.all()).toEqual([
    {
      currency: 'THB',
      perUsdtE8: 31e8,
      atMs: START_MS + 4_000,
      freshUntilMs: START_MS + 4_000 + STALE_MS,
      sources: ['one', 'three', 'two'],
      demo: false,
    },
  ]);
});

it('a source that is silent for longer than the limit no longer counts', () => {
  const { clock, rates } = opened();
  rates.accept([quote('one', 30), quote('two', 32)]);
  clock.nowMs += STALE_MS + 1;
  rates.accept([quote('two', 33, clock.nowMs)]);
  expect(rates.all()).toMatchObject([{ perUsdtE8: 33e8, sources: ['two'] }]);
});

it('when all are silent the rate stays with its age, and is fresh no longer', () => {
  const { clock, rates } = opened();
  rates.accept([quote('one', 30)]);
  clock.nowMs += 10 * STALE_MS;
  // A quote that was old when it came is no news.
  rates.accept([quote('one', 40, START_MS + 1)]);
  const [rate] = rates.all();
  expect(rate).toMatchObject({ perUsdtE8: 30e8, atMs: START_MS });
  expect(rate!.freshUntilMs).toBeLessThan(clock.nowMs);
});

it('a currency nobody quotes has no rate', () => {
  const { rates } = opened();
  rates.accept([quote('one', 30)]);
  expect(rates.all().map(({ currency }) => currency)).toEqual(['THB']);
});

it('changes are numbered, and what says nothing new is none', () => {
  const { rates, heard } = opened();
  rates.accept([quote('one', 30), quote('one', 1450, START_MS, 'KRW')]);
  rates.accept([quote('one', 31)]);
  rates.accept([]);
  rates.accept([quote('one', 1451, START_MS + 1, 'KRW')]);
  expect(heard.map(([sequence, changed]) => [sequence, changed.map(({ currency }) => currency)])).toEqual([
    [1, ['THB', 'KRW']],
    [2, ['KRW']],
  ]);
  expect(rates.sequence).toBe(2);
});

it('only what shows amounts knows rates', async () => {
  const src = new URL('../', import.meta.url);
  const files = (await readdir(src, { recursive: true })).filter(
    file => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const readers: string[] = [];
  for (const file of files) {
    const text = await readFile(new URL(file, src), 'utf8');
    if (/from '(\.\/|.*feeds\/)(ccxt-|simulated-)?rates\.ts'/.test(text)) readers.push(file);
  }
  expect(readers.toSorted()).toEqual([
    'composition/foundation.ts',
    'composition/prices.ts',
    'feeds/ccxt-rates.ts',
    'feeds/create-feed.ts',
    'feeds/simulated-rates.ts',
    'modules/market/module.ts',
    'modules/market/routes.ts',
    'modules/market/wire-rate.ts',
    'roles/board.ts',
    'roles/feed.ts',
    'sockets/public-topics.ts',
  ]);
});
