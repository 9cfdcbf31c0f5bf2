import { QueryClient } from '@tanstack/react-query';
import { DeskError } from './api.ts';

/** Maximum age of what the desk shows while somebody looks at it. */
export const REFRESH_MS = 5_000;

/** For queries that sum the whole ledger. */
export const SLOW_REFRESH_MS = 30_000;

/** Errors for which retrying is useless. */
const FINAL: ReadonlySet<string> = new Set(['operator_forbidden', 'not_found', 'invalid_input']);

/** Refetches at this interval, until the server answers that the thing does not exist. */
export function refreshMs(everyMs: number | false, error: unknown): number | false {
  return error instanceof DeskError && FINAL.has(error.code) ? false : everyMs;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      // A page shows nothing until it has fetched again: nobody should open a case from an outdated list, and no customer's
      // data stays behind a page that was left.
      gcTime: 0,
      retry: (count, error) => count < 2 && error instanceof DeskError && error.code === 'network_error',
    },
    mutations: { retry: false },
  },
});
