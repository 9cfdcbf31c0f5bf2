import { createStoredStore, useStored } from '#lib/stored-store.ts';
import { acceptPreferences, type TradePreferences } from './trade-preferences.ts';

const store = createStoredStore('trade', acceptPreferences);

export function useTradePreferences(): TradePreferences {
  return useStored(store);
}

export function changeTradePreferences(change: Partial<TradePreferences>): void {
  store.change(current => ({ ...current, ...change }));
}

export function rememberStep(book: string, step: string): void {
  store.change(current => ({ ...current, steps: { ...current.steps, [book]: step } }));
}
