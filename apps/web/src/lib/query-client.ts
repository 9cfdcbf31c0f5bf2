import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.ts';

const RETRIES = 2;

/** Private data is kept fresh by socket events; the times here are only the fallback. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      // A refusal stays a refusal; only what might succeed the next time is asked again.
      retry: (count, error) => count < RETRIES && error instanceof ApiError && error.isTransient,
    },
    mutations: { retry: false },
  },
});
