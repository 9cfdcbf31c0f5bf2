import { parseDecimal } from '@tallystick/core/money/decimal';
import type { WireMarket, WireTicker } from '@tallystick/protocol/wire';
import { nameContains } from '#i18n/currency-name.ts';

export type MarketSort = 'volume' | 'name' | 'price' | 'change';
export type SortDirection = 'up' | 'down';

export interface MarketQuery {
  /** Part of the symbol, or of the base currency's name. */
  readonly search: string;
  /** Code of the quote currency; `favourites` or `all`. */
  readonly group: string;
  readonly sort: MarketSort;
  readonly direction: SortDirection;
}

export interface ListedMarket {
  readonly market: WireMarket;
  /** Ticker of the market, or of its contract. */
  readonly ticker: Pick<WireTicker, 'last' | 'change_24h' | 'quote_volume_24h'> | undefined;
}

export const DEFAULT_QUERY: MarketQuery = { search: '', group: 'all', sort: 'volume', direction: 'down' };

/** Enough decimals for any price, volume or percent of the wire. */
const COMPARED_DECIMALS = 18;

function comparable(text: string | null | undefined): bigint | null {
  return text === null || text === undefined ? null : parseDecimal(text, COMPARED_DECIMALS, { signed: true });
}

function sortValue({ ticker }: ListedMarket, sort: MarketSort): bigint | null {
  if (sort === 'price') return comparable(ticker?.last);
  if (sort === 'change') return comparable(ticker?.change_24h);
  return comparable(ticker?.quote_volume_24h);
}

/** Unknown values come last in both directions. */
function compareUnknownLast(a: bigint | null, b: bigint | null, sign: 1n | -1n): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  const order = (a - b) * sign;
  return order < 0n ? -1 : order > 0n ? 1 : 0;
}

function matches({ market }: ListedMarket, search: string): boolean {
  const wanted = search
    .trim()
    .toLocaleLowerCase()
    .replace(/[\s/-]/g, '');
  if (wanted === '') return true;
  const symbol = market.symbol.toLocaleLowerCase().replace('/', '');
  return symbol.includes(wanted) || nameContains(market.base, wanted);
}

/** The markets a list shows, filtered and sorted. */
export function queryMarkets<T extends ListedMarket>(
  markets: readonly T[],
  query: MarketQuery,
  favourites: ReadonlySet<number>,
): T[] {
  const inGroup = ({ market }: ListedMarket) =>
    query.group === 'all' ||
    (query.group === 'favourites' ? favourites.has(market.id) : market.quote.code === query.group);
  const sign = query.direction === 'up' ? 1n : -1n;
  return markets
    .filter(listed => inGroup(listed) && matches(listed, query.search))
    .toSorted((a, b) => {
      const byName = a.market.symbol.localeCompare(b.market.symbol, 'en');
      if (query.sort === 'name') return query.direction === 'up' ? byName : -byName;
      return compareUnknownLast(sortValue(a, query.sort), sortValue(b, query.sort), sign) || byName;
    });
}

/** Quote currencies in the order of their first market. */
export function quoteCodes(markets: readonly ListedMarket[]): string[] {
  return [...new Set(markets.map(({ market }) => market.quote.code))];
}

/** The next sorting when a column's heading is pressed: first down, then up, names first up. */
export function nextSort(query: MarketQuery, sort: MarketSort): MarketQuery {
  if (query.sort === sort) return { ...query, direction: query.direction === 'down' ? 'up' : 'down' };
  return { ...query, sort, direction: sort === 'name' ? 'up' : 'down' };
}
