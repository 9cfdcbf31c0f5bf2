import { createStoredStore, useStored } from '#lib/stored-store.ts';
import { acceptChartPreferences, INDICATORS, type ChartPreferences, type Indicator } from './preferences.ts';

const store = createStoredStore('chart', acceptChartPreferences);

export function useChartPreferences(): ChartPreferences {
  return useStored(store);
}

export function changeChartPreferences(change: Partial<ChartPreferences>): void {
  store.change(current => ({ ...current, ...change }));
}

export function toggleIndicator(name: Indicator): void {
  store.change(current => ({
    ...current,
    indicators: current.indicators.includes(name)
      ? current.indicators.filter(known => known !== name)
      : INDICATORS.filter(known => known === name || current.indicators.includes(known)),
  }));
}
