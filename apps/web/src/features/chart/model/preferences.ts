import type { CandleKind } from '@tallystick/protocol/wire';
import {
  CHART_INTERVALS,
  CONTRACT_KINDS,
  hasVolume,
  type ChartInterval,
  type ContractKind,
} from './candles.ts';

export const MAIN_INDICATORS = ['MA', 'BOLL'] as const;
export const PANE_INDICATORS = ['VOL', 'MACD', 'RSI', 'KDJ'] as const;
export type MainIndicator = (typeof MAIN_INDICATORS)[number];
export type PaneIndicator = (typeof PANE_INDICATORS)[number];
export type Indicator = MainIndicator | PaneIndicator;
export const INDICATORS: readonly Indicator[] = [...MAIN_INDICATORS, ...PANE_INDICATORS];

/** Those that can be drawn: of a price without trades there is no volume. */
export function indicatorsOf(kind: CandleKind): readonly Indicator[] {
  return INDICATORS.filter(name => name !== 'VOL' || hasVolume(kind));
}

/** The customer's chart preferences, stored on this device. */
export interface ChartPreferences {
  readonly interval: ChartInterval;
  /** What charts of contracts are of. */
  readonly kind: ContractKind;
  readonly indicators: readonly Indicator[];
  /** Whether own orders are drawn as lines. */
  readonly showOrders: boolean;
}

export function acceptChartPreferences(stored: unknown): ChartPreferences {
  const from: Partial<Record<keyof ChartPreferences, unknown>> =
    typeof stored === 'object' && stored !== null ? stored : {};
  const chosen: readonly unknown[] | undefined = Array.isArray(from.indicators) ? from.indicators : undefined;
  return {
    interval: CHART_INTERVALS.find(interval => interval === from.interval) ?? '15m',
    kind: CONTRACT_KINDS.find(kind => kind === from.kind) ?? 'contract',
    indicators: chosen ? INDICATORS.filter(name => chosen.includes(name)) : ['MA', 'VOL'],
    showOrders: from.showOrders !== false,
  };
}
