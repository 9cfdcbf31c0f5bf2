import { expect, test } from 'vitest';
import type { WireMarket } from '@tallystick/protocol/wire';
import type { ListedMarket } from './market-list.ts';
import { rankMarkets, type RankingKind } from './rank-markets.ts';

const KINDS: readonly RankingKind[] = ['gainers', 'losers', 'volume'];

function listed(id: number, code: string, change: string | null, volume: string): ListedMarket {
  const currency = (name: string) => ({ id, code: name, name, decimals: 8, display_decimals: 2 });
  const market: WireMarket = {
    ...{ id, symbol: `${code}/USDT`, base: currency(code), quote: currency('USDT') },
    ...{ tick_size: '0.1', lot_size: '0.1', min_notional: '5' },
    ...{ maker_fee_percent: '0.1', taker_fee_percent: '0.1', price_band_percent: '10' },
    ...{ status: 'open', halt: null, announced: null },
  };
  return { market, ticker: { last: '1', change_24h: change, quote_volume_24h: volume } };
}

/** More than the first page's lists show. */
const known = Array.from({ length: 12 }, (_, i) => listed(i + 1, `COIN${i + 1}`, `${i}.5`, `${1000 + i}`));
const noFavourites = new Set<number>();
const ids = (markets: readonly ListedMarket[]) => markets.map(({ market }) => market.id);

test.each(KINDS)('a coin that begins to trade pushes no other out of %s', kind => {
  const before = ids(rankMarkets(known, kind, '', noFavourites));
  expect(before).toHaveLength(known.length);
  for (const launched of [listed(13, 'NEW', null, '0'), listed(13, 'NEW', '900', '9999999')]) {
    const after = ids(rankMarkets([...known, launched], kind, '', noFavourites));
    expect(after).toContain(13);
    expect(after.filter(id => id !== 13)).toEqual(before);
  }
});

test('each kind has its order', () => {
  const first = (kind: RankingKind) => ids(rankMarkets(known, kind, '', noFavourites))[0];
  expect(KINDS.map(first)).toEqual([12, 1, 12]);
  expect(ids(rankMarkets(known, 'favourites', '', new Set([3, 7])))).toEqual([7, 3]);
});

test.each(['favourites', ...KINDS] as const)('%s or not, all markets are searched', kind => {
  const found = (search: string) => ids(rankMarkets(known, kind, search, new Set([3])));
  expect(found('coin7')).toEqual([7]);
  expect(found('COIN1')).toEqual([12, 11, 10, 1]);
  expect(found('nothing')).toEqual([]);
});
