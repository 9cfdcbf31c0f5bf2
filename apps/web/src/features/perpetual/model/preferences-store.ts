import { createStoredStore, useStored } from '#lib/stored-store.ts';

/** What is shown above the order form: a first transfer, a summary of positions, or nothing. */
export type TopKind = 'funds' | 'glance' | 'none';
const TOPS: readonly TopKind[] = ['funds', 'glance', 'none'];

/** The customer's preferences for contracts, stored on this device. */
export interface PerpetualPreferences {
  /** The leverage last used in each contract, by market id. */
  readonly multiples: Readonly<Record<string, number>>;
  /** What was last shown above the form. Its height is reserved while loading. */
  readonly top: TopKind;
}

export function acceptPreferences(stored: unknown): PerpetualPreferences {
  const from: Partial<Record<keyof PerpetualPreferences, unknown>> =
    typeof stored === 'object' && stored !== null ? stored : {};
  const multiples =
    typeof from.multiples === 'object' && from.multiples !== null ? Object.entries(from.multiples) : [];
  return {
    multiples: Object.fromEntries(
      multiples.filter((entry): entry is [string, number] => Number.isSafeInteger(entry[1])),
    ),
    top: TOPS.find(kind => kind === from.top) ?? 'funds',
  };
}

const store = createStoredStore('perpetual', acceptPreferences);

export function usePerpetualPreferences(): PerpetualPreferences {
  return useStored(store);
}

export function rememberLeverage(marketId: number, leverage: number): void {
  store.change(current => ({ ...current, multiples: { ...current.multiples, [marketId]: leverage } }));
}

export function rememberTop(top: TopKind): void {
  if (store.read().top !== top) store.change(current => ({ ...current, top }));
}
