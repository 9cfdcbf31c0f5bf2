import { useQuery } from '@tanstack/react-query';
import type { CallInput, CallOutput } from '@tallystick/protocol';
import { callQuery } from '#lib/call-query.ts';
import { ApiError } from '#lib/errors.ts';

export type Summary = CallOutput<'GET statement/summary'>;
export type Profit = CallOutput<'GET statement/profit'>;
export type TaxYear = CallOutput<'GET statement/tax_year'>;
export type CostMethod = 'average' | 'fifo';

/** The server may still be preparing a long history: retries until it is ready. Other errors as usual. */
const AGAIN = {
  retry: (count: number, error: Error) =>
    error instanceof ApiError &&
    (error.code === 'statement_preparing' ? count < 20 : error.isTransient && count < 2),
  retryDelay: 3_000,
} as const;

export function useSummary(input: CallInput<'GET statement/summary'>) {
  return useQuery(callQuery('GET statement/summary', input, ['statement/summary', input]));
}

export function useProfit(period: string, method: CostMethod) {
  return useQuery({
    ...callQuery('GET statement/profit', { period, method }, ['statement/profit', period, method]),
    ...AGAIN,
  });
}

export function useTaxYear(year: string, method: CostMethod) {
  return useQuery({
    ...callQuery('GET statement/tax_year', { year, method }, ['statement/tax_year', year, method]),
    ...AGAIN,
  });
}
