import { keepPreviousData, useQuery, type QueryClient } from '@tanstack/react-query';
import type { CallOutput } from '@tallystick/protocol';
import type { WireConversion } from '@tallystick/protocol/wire';
import { callApi } from '#lib/api-client.ts';
import { pagesQuery } from '#lib/call-query.ts';
import { refreshWallet } from './use-wallet.ts';

const CONVERSIONS_KEY = 'convert/list';
const DUST_KEY = 'convert/dust_quote';
const CURRENCIES_KEY = 'currency/user_currency_list';
/** Refetched this long before a quote expires, so that a valid quote is always shown. */
const AHEAD_MS = 2_000;

export type DustQuote = CallOutput<'POST convert/dust_quote'>;

/** Every currency, with the spot balance of a logged-in customer. */
export function useCurrencies(enabled: boolean) {
  return useQuery({
    queryKey: [CURRENCIES_KEY],
    queryFn: async ({ signal }) => (await callApi('GET currency/user_currency_list', {}, { signal })).items,
    enabled,
  });
}

export interface QuoteWish {
  readonly from_id: number;
  readonly to_id: number;
  readonly amount: string;
}

/** A quote from the books; refetched before it expires while shown. */
export function useConvertQuote(wish: QuoteWish | null) {
  return useQuery({
    queryKey: ['convert/quote', wish],
    queryFn: ({ signal }) =>
      callApi('POST convert/quote', wish ?? { from_id: 0, to_id: 0, amount: '' }, { signal }),
    enabled: wish !== null,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: query => {
      const { data } = query.state;
      return data === undefined ? 4_000 : data.holds_ms - AHEAD_MS;
    },
  });
}

/** The customer's conversions, newest first. */
export function conversionsQuery() {
  return pagesQuery('GET convert/list', { limit: 20 }, [CONVERSIONS_KEY]);
}

/** Balances too small for an order; `chosen` are those to sell; undefined or empty means all. */
export function useDust(enabled: boolean, chosen: readonly number[] | undefined) {
  const currency_ids = chosen?.toSorted((a, b) => a - b).join(',');
  return useQuery({
    queryKey: [DUST_KEY, currency_ids],
    queryFn: ({ signal }) =>
      callApi('POST convert/dust_quote', currency_ids ? { currency_ids } : {}, { signal }),
    enabled,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: query => (query.state.data?.chosen?.holds_ms ?? 10_000) - AHEAD_MS,
  });
}

/** Accepts a quote of either kind. The key makes a retry safe. */
export async function acceptQuote(
  client: QueryClient,
  kind: 'accept' | 'dust',
  quote: string,
  idempotencyKey: string,
): Promise<WireConversion> {
  const { conversion } = await callApi(`POST convert/${kind}`, { quote }, { idempotencyKey });
  void refreshWallet(client);
  void client.invalidateQueries({ queryKey: [CURRENCIES_KEY] });
  void client.invalidateQueries({ queryKey: [CONVERSIONS_KEY] });
  void client.invalidateQueries({ queryKey: [DUST_KEY] });
  return conversion;
}
