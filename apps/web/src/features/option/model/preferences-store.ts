import { createStoredStore, useStored } from '#lib/stored-store.ts';
import { acceptPreferences, type OptionPreferences } from './preferences.ts';

export const preferencesStore = createStoredStore('option', acceptPreferences);

export function useOptionPreferences(): OptionPreferences {
  return useStored(preferencesStore);
}

export function changeOptionPreferences(change: Partial<OptionPreferences>): void {
  preferencesStore.change(current => ({ ...current, ...change }));
}
