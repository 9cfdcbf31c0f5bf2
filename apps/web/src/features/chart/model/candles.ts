import type { KLineData, Period } from 'klinecharts';
import type { Interval, WireCandle } from '@tallystick/protocol/wire';
import { plotNumber } from '#ui/format.ts';

/** What the chart shows. `line` is a line of the closes of one-minute candles. */
export type ChartInterval = 'line' | Interval;

export const CHART_INTERVALS: readonly ChartInterval[] = ['line', '1m', '5m', '30m', '1h', '1d', '1w', '1M'];

const PERIODS: Readonly<Record<Interval, Period>> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '1d': { type: 'day', span: 1 },
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
export function toBar(candle: WireCandle): KLineData | undefined {
  const open = plotNumber(candle.open);
  const high = plotNumber(candle.high);
  const low = plotNumber(candle.low);
  const close = plotNumber(candle.close);
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined;
  return { timestamp: candle.open_ms, open, high, low, close, volume: plotNumber(candle.volume) ?? 0 };
}

export function toBars(candles: readonly WireCandle[]): KLineData[] {
  return candles.map(toBar).filter(bar => bar !== undefined);
}

/** A price as a chart coordinate; undefined if unknown. */
export function priceLevel(price: string | null): number | undefined {
  return plotNumber(price);
}
