import { QueryClient } from '@tanstack/react-query';
import { DeskError } from './api.ts';

/** What the desk shows is never older than this while somebody looks at it. */
export const REFRESH_MS = 5_000;

/** For what adds the whole ledger up. */
export const SLOW_REFRESH_MS = 30_000;

/** Asking again changes nothing about these. */
const FINAL: ReadonlySet<string> = new Set(['operator_forbidden', 'not_found', 'invalid_input']);

/** Every so often, until the answer is that there is nothing to be had. */
export function refreshMs(everyMs: number | false, error: unknown): number | false {
  return error instanceof DeskError && FINAL.has(error.code) ? false : everyMs;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2_000,
      // A page that is come back to shows nothing until it has asked again: nobody opens a case from a list of before
      // it was decided, and no customer's data waits behind a page that was left.
      gcTime: 0,
      retry: (count, error) => count < 2 && error instanceof DeskError && error.code === 'network_error',
    },
    mutations: { retry: false },
  },
});
