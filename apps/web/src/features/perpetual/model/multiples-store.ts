import { createStoredStore, useStored } from '#lib/stored-store.ts';

/** The multiple last used in each contract, remembered on this device; by market id. */
type Multiples = Readonly<Record<string, number>>;

function accept(stored: unknown): Multiples {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1])),
  );
}

const store = createStoredStore('multiples', accept);

export function useMultiples(): Multiples {
  return useStored(store);
}

export function rememberMultiple(marketId: number, multiple: number): void {
  store.change(current => ({ ...current, [marketId]: multiple }));
}
