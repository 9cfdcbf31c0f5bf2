import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryKey,
} from '@tanstack/react-query';
import { ApiError } from './errors.ts';

const RETRIES = 2;

/**
 * The library ignores an invalidation while a query's first request is running, so an answer from before the change
 * would count as current. This client requests such a query once more after its first answer.
 */
export class CurrentQueryClient extends QueryClient {
  readonly #askedAgain = new WeakMap<Query, Promise<void>>();

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const onTheirWay = this.getQueryCache()
      .findAll(filters)
      .filter(query => query.isActive() && query.state.fetchStatus === 'fetching' && !query.state.data);
    const again = onTheirWay.map(query => this.#askOnceMore(query));
    await Promise.all([super.invalidateQueries(filters, options), ...again]);
  }

  /** Once, however often it is invalidated meanwhile, so that the first answer is not delayed again and again. */
  #askOnceMore(query: Query): Promise<void> {
    const known = this.#askedAgain.get(query);
    if (known) return known;
    const settled = () => {
      this.#askedAgain.delete(query);
      return super.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    // A failed request is not repeated here: the screen shows the error and a retry button.
    const asked = Promise.resolve(query.promise).then(settled, () => void this.#askedAgain.delete(query));
    this.#askedAgain.set(query, asked);
    return asked;
  }
}

/** Private data is updated by socket events; the times here are only a fallback. */
export const queryClient = new CurrentQueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      // Only failures that may pass are retried; a refusal is final.
      retry: (count, error) => count < RETRIES && error instanceof ApiError && error.isTransient,
    },
    mutations: { retry: false },
  },
});

/**
 * After an action: refetches queries on screen and removes all others, so that the next page shows no data from before
 * the action.
 */
export async function renew(keys: readonly string[]): Promise<void> {
  await Promise.all(
    keys.map(key => {
      queryClient.removeQueries({ queryKey: [key], type: 'inactive' });
      return queryClient.invalidateQueries({ queryKey: [key] });
    }),
  );
}
