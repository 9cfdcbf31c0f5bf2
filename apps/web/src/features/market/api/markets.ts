import { queryOptions, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { CallOutput } from '@tallystick/protocol';
import type { WireTicker } from '@tallystick/protocol/wire';
import { callApi } from '#lib/api-client.ts';
import {
  perpetualTickersTopic,
  tickersTopic,
  useTopic,
  type BookKind,
  type PerpetualTickersById,
  type TickersById,
} from '#realtime/topics.ts';
import type { ListedMarket } from '../model/market-list.ts';
import { moveOf, type PriceMove } from '../model/price-move.ts';

export type Quotation = CallOutput<'GET currency/quotation_new'>['items'][number];

/** For data that rarely changes: markets, their rules and a day of closes. Prices come over the socket. */
export const marketsQuery = queryOptions({
  queryKey: ['currency/quotation_new'],
  queryFn: async ({ signal }) => (await callApi('GET currency/quotation_new', {}, { signal })).items,
  staleTime: 5 * 60_000,
});

export function useMarkets() {
  return useQuery(marketsQuery);
}

const all = (tickers: TickersById) => tickers;

/** All live tickers. Renders at each flush, so use it only for lists sorted by price. */
export function useTickers(): TickersById | undefined {
  return useTopic(tickersTopic(), all);
}

/** One market's live ticker. Until the socket delivers one, the ticker from the market list. */
export function useTicker(marketId: number | undefined): WireTicker | undefined {
  const select = useCallback((tickers: TickersById) => tickers.get(marketId ?? 0), [marketId]);
  const live = useTopic(tickersTopic(), select);
  const { data } = useMarkets();
  return live ?? data?.find(({ market }) => market.id === marketId)?.ticker;
}

/** Part of one market's live ticker. The component renders again only when that part changes. */
export function useTickerPart<Part>(marketId: number, part: (ticker: WireTicker) => Part): Part | undefined {
  const select = useCallback(
    (tickers: TickersById) => {
      const ticker = tickers.get(marketId);
      return ticker && part(ticker);
    },
    [marketId, part],
  );
  const live = useTopic(tickersTopic(), select);
  const { data } = useMarkets();
  if (live !== undefined) return live;
  const first = data?.find(({ market }) => market.id === marketId)?.ticker;
  return first && part(first);
}

/** Part of the live ticker of a market's spot or perpetual book. */
function useBookPart<Part>(
  marketId: number,
  kind: BookKind,
  part: (ticker: { market_id: number; last: string | null; stale: boolean; at_ms: number }) => Part,
): Part | undefined {
  const spot = useTickerPart(marketId, part);
  const select = useCallback(
    (tickers: PerpetualTickersById) => {
      const ticker = tickers.get(marketId);
      return ticker && part(ticker);
    },
    [marketId, part],
  );
  const perpetual = useTopic(kind === 'perpetual' ? perpetualTickersTopic() : undefined, select);
  return kind === 'spot' ? spot : perpetual;
}

/** The last price of a book and its direction. */
export function usePriceMove(marketId: number, kind: BookKind): PriceMove | undefined {
  const part = useCallback(
    (ticker: { market_id: number; last: string | null }) => moveOf(ticker, kind),
    [kind],
  );
  return useBookPart(marketId, kind, part);
}

const staleSince = (ticker: { stale: boolean; at_ms: number }) => (ticker.stale ? ticker.at_ms : null);

/** Since when no source confirms a book's price; null if one does, undefined while unknown. */
export function useStaleSince(marketId: number, kind: BookKind): number | null | undefined {
  return useBookPart(marketId, kind, staleSince);
}

/** The markets with their live tickers, for lists. */
export function useListedMarkets(): {
  readonly markets: (ListedMarket & Quotation)[];
  readonly isPending: boolean;
} {
  const { data, isPending } = useMarkets();
  const tickers = useTickers();
  const markets = useMemo(
    () =>
      (data ?? []).map(({ market, ticker, sparkline }) => ({
        market,
        ticker: tickers?.get(market.id) ?? ticker,
        sparkline,
      })),
    [data, tickers],
  );
  return { markets, isPending };
}
