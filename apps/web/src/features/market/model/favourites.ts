import { createStoredStore, useStored } from '#lib/stored-store.ts';

function acceptIds(stored: unknown): ReadonlySet<number> {
  if (!Array.isArray(stored)) return new Set();
  return new Set(stored.filter((id: unknown): id is number => Number.isSafeInteger(id)));
}

const store = createStoredStore<readonly number[]>('favourites', stored => [...acceptIds(stored)]);

let lastIds: readonly number[] | undefined;
let lastSet: ReadonlySet<number> = new Set();

function asSet(ids: readonly number[]): ReadonlySet<number> {
  if (ids !== lastIds) {
    lastIds = ids;
    lastSet = new Set(ids);
  }
  return lastSet;
}

/** Market ids the customer starred on this device, in the order they were starred. */
export function useFavourites(): ReadonlySet<number> {
  return asSet(useStored(store));
}

export function toggleFavourite(marketId: number): void {
  store.change(ids => (ids.includes(marketId) ? ids.filter(id => id !== marketId) : [...ids, marketId]));
}
