import { DEFAULT_QUERY, queryMarkets, type ListedMarket, type MarketQuery } from './market-list.ts';

export type RankingKind = 'favourites' | 'gainers' | 'losers' | 'volume';

const QUERIES: Readonly<Record<RankingKind, MarketQuery>> = {
  favourites: { ...DEFAULT_QUERY, group: 'favourites' },
  gainers: { ...DEFAULT_QUERY, sort: 'change', direction: 'down' },
  losers: { ...DEFAULT_QUERY, sort: 'change', direction: 'up' },
  volume: DEFAULT_QUERY,
};

/** All markets of one kind, best first; a search covers all markets of every kind. */
export function rankMarkets<T extends ListedMarket>(
  markets: readonly T[],
  kind: RankingKind,
  search: string,
  favourites: ReadonlySet<number>,
): T[] {
  return queryMarkets(markets, search === '' ? QUERIES[kind] : { ...DEFAULT_QUERY, search }, favourites);
}
