import { expect, it } from 'vitest';
import { oldIndexes } from './old-indexes.ts';

const coin = (code: string, pricedAtMs: number | null) => ({
  ...({ currencyId: 1, code, decimals: 8, priceE18: 1n, source: 'index', pricedAtMs } as const),
});

it('names coins whose index is older than a minute', () => {
  const coins = [coin('BTC', 40_000), coin('ETH', 39_999), coin('LUMA', null)];
  expect(oldIndexes({ atMs: 100_000, coins })).toEqual(['ETH']);
});
