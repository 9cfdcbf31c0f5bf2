import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '#lib/api-client.ts';

const FRESH_MS = 5_000;

/** Every currency there is; with the spot balance of whoever is logged in. */
export function useCurrencies(enabled: boolean) {
  return useQuery({
    queryKey: ['currency/user_currency_list'],
    queryFn: async ({ signal }) => (await callApi('GET currency/user_currency_list', {}, { signal })).items,
    enabled,
  });
}

/** What an amount of one currency is worth in another at last prices, kept fresh while it is looked at. */
export function useConversion(from: number | undefined, to: number | undefined, amount: string) {
  return useQuery({
    queryKey: ['coin/convert', from, to, amount],
    queryFn: ({ signal }) =>
      callApi('GET coin/convert', { from: from ?? 0, to: to ?? 0, amount }, { signal }),
    enabled: from !== undefined && to !== undefined && amount !== '',
    placeholderData: keepPreviousData,
    refetchInterval: FRESH_MS,
    staleTime: 0,
  });
}
