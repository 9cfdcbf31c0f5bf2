import type { Interval } from '@tallystick/protocol/wire';
import { type Candle, joinCandles } from './candle.ts';
import { DAY_MS, FIXED_LENGTH_MS, candleStart } from './intervals.ts';
import type { PricePath, Stretch } from './price-path.ts';

export type CandleHistory = Readonly<Record<Interval, readonly Candle[]>>;

/**
 * How far back each rung is read from the path itself; further back the next longer interval is. Each longer interval
 * is joined from the shorter one wherever that exists, so that they never contradict each other.
 */
const RUNGS = [
  ['1m', 7 * DAY_MS],
  ['5m', 35 * DAY_MS],
  ['30m', 120 * DAY_MS],
  ['1h', 400 * DAY_MS],
  ['1d', 3000 * DAY_MS],
] as const;

/** How a path's time, prices and volumes become a market's. */
export interface HistoryScale {
  /** The path's time at a time of the chart; must shift by whole minutes. */
  readonly pathMs: (wallMs: number) => number;
  readonly roundPriceE8: (price: number) => number;
  readonly lotsOf: (volume: number) => number;
}

/**
 * The candles of every interval up to the minute that `endMs` falls into (exclusive); the last one of each longer
 * interval is as far as it has got.
 */
export function buildHistory(path: PricePath, scale: HistoryScale, endMs: number): CandleHistory {
  const end = candleStart('1m', endMs);
  let joined: Candle[] = [];
  const result: Partial<Record<Interval, Candle[]>> = {};
  for (const [interval, depthMs] of RUNGS) {
    const lengthMs = FIXED_LENGTH_MS[interval];
    const startOf = (atMs: number) => candleStart(interval, atMs);
    // The shorter interval begins inside a candle of this one: that one is read from the path.
    const from = joined[0] ? Math.ceil(joined[0].startMs / lengthMs) * lengthMs : end;
    const older: Candle[] = [];
    for (let startMs = startOf(end - depthMs); startMs < from; startMs += lengthMs) {
      older.push(toCandle(startMs, path.stretch(scale.pathMs(startMs), lengthMs), scale));
    }
    joined = [
      ...older,
      ...joinCandles(
        joined.filter(candle => candle.startMs >= from),
        startOf,
      ),
    ];
    result[interval] = joined;
  }
  result['1w'] = joinCandles(joined, atMs => candleStart('1w', atMs));
  result['1M'] = joinCandles(joined, atMs => candleStart('1M', atMs));
  return result as CandleHistory;
}

function toCandle(startMs: number, stretch: Stretch, { roundPriceE8, lotsOf }: HistoryScale): Candle {
  return {
    startMs,
    openE8: roundPriceE8(stretch.open),
    highE8: roundPriceE8(stretch.high),
    lowE8: roundPriceE8(stretch.low),
    closeE8: roundPriceE8(stretch.close),
    volumeLots: lotsOf(stretch.volume),
  };
}
