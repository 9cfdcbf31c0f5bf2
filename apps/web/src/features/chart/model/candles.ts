import type { KLineData, Period } from 'klinecharts';
import type { CandleKind, Interval, WireCandle } from '@tallystick/protocol/wire';
import { plotNumber } from '#ui/format.ts';

/** What the chart shows. `line` is a line of the closes of one-minute candles. */
export type ChartInterval = 'line' | Interval;

/** In a row above the chart. */
export const FAVOURITE_INTERVALS = ['line', '1m', '5m', '15m', '1h', '4h', '1d'] as const;
/** In the menu beside them. */
export const MORE_INTERVALS = ['3m', '30m', '2h', '6h', '8h', '12h', '3d', '1w', '1M'] as const;
export const CHART_INTERVALS: readonly ChartInterval[] = [...FAVOURITE_INTERVALS, ...MORE_INTERVALS];

/** What a contract's chart can be of. */
export const CONTRACT_KINDS = ['contract', 'mark', 'index'] as const satisfies readonly CandleKind[];
export type ContractKind = (typeof CONTRACT_KINDS)[number];

/** What is drawn of a candle. */
export type DrawnCandle = Pick<WireCandle, 'open_ms' | 'open' | 'high' | 'low' | 'close' | 'volume'>;

/** Mark and index are prices without trades. */
export function hasVolume(kind: CandleKind): boolean {
  return kind === 'spot' || kind === 'contract';
}

const PERIODS: Readonly<Record<Interval, Period>> = {
  '1m': { type: 'minute', span: 1 },
  '3m': { type: 'minute', span: 3 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '2h': { type: 'hour', span: 2 },
  '4h': { type: 'hour', span: 4 },
  '6h': { type: 'hour', span: 6 },
  '8h': { type: 'hour', span: 8 },
  '12h': { type: 'hour', span: 12 },
  '1d': { type: 'day', span: 1 },
  '3d': { type: 'day', span: 3 },
  '1w': { type: 'week', span: 1 },
  '1M': { type: 'month', span: 1 },
};

/** The candles a chart interval is drawn from. */
export function candlesOf(interval: ChartInterval): Interval {
  return interval === 'line' ? '1m' : interval;
}

export function periodOf(interval: Interval): Period {
  return PERIODS[interval];
}

/**
 * The only place where prices become numbers: chart coordinates, not money. A candle with a malformed
 * figure is left out rather than drawn at zero.
 */
export function toBar(candle: DrawnCandle): KLineData | undefined {
  const open = plotNumber(candle.open);
  const high = plotNumber(candle.high);
  const low = plotNumber(candle.low);
  const close = plotNumber(candle.close);
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined;
  return { timestamp: candle.open_ms, open, high, low, close, volume: plotNumber(candle.volume) ?? 0 };
}

export function toBars(candles: readonly DrawnCandle[]): KLineData[] {
  return candles.map(toBar).filter(bar => bar !== undefined);
}

/** A price as a chart coordinate; undefined if unknown. */
export function priceLevel(price: string | null): number | undefined {
  return plotNumber(price);
}
