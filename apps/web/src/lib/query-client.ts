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
 * The library forgets that a query was invalidated while its first answer was still under way: an answer that left
 * before something happened would be taken for the newest. Here it is asked for once more as soon as it has come.
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

  /** However often it was invalidated meanwhile: nobody waits for ever for a first answer. */
  #askOnceMore(query: Query): Promise<void> {
    const known = this.#askedAgain.get(query);
    if (known) return known;
    const settled = () => {
      this.#askedAgain.delete(query);
      return super.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    // What failed is asked for by whoever sees that it failed.
    const asked = Promise.resolve(query.promise).then(settled, () => void this.#askedAgain.delete(query));
    this.#askedAgain.set(query, asked);
    return asked;
  }
}

/** Private data is kept fresh by socket events; the times here are only the fallback. */
export const queryClient = new CurrentQueryClient({
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

/**
 * After an action: what is on the screen is asked for again, and what no screen shows is forgotten, so that the page that
 * is opened next shows nothing of before the action.
 */
export async function renew(keys: readonly string[]): Promise<void> {
  await Promise.all(
    keys.map(key => {
      queryClient.removeQueries({ queryKey: [key], type: 'inactive' });
      return queryClient.invalidateQueries({ queryKey: [key] });
    }),
  );
}
