import { DAY_MS } from '@tallystick/core/durations';
import { type Candle, rollUp } from '../engine/market-data/candle.ts';
import { type StoredInterval, openOf, stepOpen } from '../engine/market-data/intervals.ts';
import type { CandleHistory, FeedMarket } from './price-feed.ts';
import type { PricePath, Stretch } from './price-path.ts';

/**
 * How far back each interval is read from the path; further back the next longer one is. Each longer interval is
 * aggregated from the shorter one wherever that exists, so that they never contradict each other.
 */
const RUNGS = [
  ['1m', 7 * DAY_MS],
  ['5m', 35 * DAY_MS],
  ['30m', 120 * DAY_MS],
  ['1h', 400 * DAY_MS],
  ['1d', 3000 * DAY_MS],
] as const;

export interface HistoryOptions {
  readonly market: FeedMarket;
  readonly path: PricePath;
  /** Converts a chart time to the path's time; must shift by whole minutes. */
  readonly pathMs: (wallMs: number) => number;
}

/**
 * The candles of every interval up to the minute that contains `endMs` (exclusive); the last one of each longer
 * interval is incomplete. With `afterMs` only those that open later.
 */
export function buildHistory(
  { market, path, pathMs }: HistoryOptions,
  endMs: number,
  afterMs = -Infinity,
): CandleHistory {
  const end = openOf('1m', endMs);
  const toCandle = candleMaker(market);
  let rolled: Candle[] = [];
  const result: Partial<Record<StoredInterval, Candle[]>> = {};
  for (const [interval, depthMs] of RUNGS) {
    // The shorter interval may begin inside a candle of this one: that candle is read from the path.
    const first = rolled[0]?.openMs ?? end;
    const from = openOf(interval, first) === first ? first : stepOpen(interval, openOf(interval, first), 1);
    const older: Candle[] = [];
    const start = Math.max(openOf(interval, end - depthMs), firstOpenAfter(interval, afterMs));
    for (let openMs = start; openMs < from;) {
      const nextMs = stepOpen(interval, openMs, 1);
      older.push(toCandle(openMs, path.stretch(pathMs(openMs), nextMs - openMs)));
      openMs = nextMs;
    }
    const newer = rolled.filter(candle => candle.openMs >= from);
    rolled = [...older, ...rollUp(newer, interval)];
    result[interval] = rolled;
  }
  for (const interval of ['1w', '1M'] as const) {
    result[interval] = rollUp(rolled, interval).filter(candle => candle.openMs > afterMs);
  }
  return result as CandleHistory;
}

function firstOpenAfter(interval: StoredInterval, ms: number): number {
  return Number.isFinite(ms) ? stepOpen(interval, openOf(interval, ms), 1) : -Infinity;
}

/** Turns prices in 1e-8 quote units and volumes in base units into a market's ticks and lots. */
export function candleMaker(
  market: Pick<FeedMarket, 'tickSize' | 'lotSize' | 'quoteMinorPerTickLot'>,
): (openMs: number, stretch: Stretch) => Candle {
  const tickE8 = Number(market.tickSize) * 1e8;
  const lotSize = Number(market.lotSize);
  const ticks = (price: number) => Math.max(1, Math.round(price / tickE8));
  return (openMs, { open, high, low, close, volume }) => {
    const candle = {
      openMs,
      openTicks: ticks(open),
      highTicks: ticks(high),
      lowTicks: ticks(low),
      closeTicks: ticks(close),
      // The part below a whole lot is dropped.
      volumeLots: Math.floor(volume / lotSize + 1e-6),
    };
    const middleTicks = BigInt(Math.round((candle.highTicks + candle.lowTicks) / 2));
    const quoteMinor = BigInt(candle.volumeLots) * middleTicks * market.quoteMinorPerTickLot;
    return { ...candle, quoteMinor, counts: null };
  };
}

type Steps = Pick<FeedMarket, 'tickSize' | 'lotSize' | 'quoteMinorPerTickLot'>;

/** A market's candle in the ticks and lots of a contract that follows it. */
export function remadeFor(contract: Steps, candle: Candle, market: Steps): Candle {
  const { openMs } = candle;
  const priceE8 = pricesOf(market);
  const volume = candle.volumeLots * Number(market.lotSize);
  return candleMaker(contract)(openMs, {
    open: priceE8(candle.openTicks),
    high: priceE8(candle.highTicks),
    low: priceE8(candle.lowTicks),
    close: priceE8(candle.closeTicks),
    volume,
  });
}

/** A market's candle as one of the index: prices in 1e-8 quote units, without volume. */
export function indexCandle(candle: Candle, market: Steps): Candle {
  const priceE8 = pricesOf(market);
  return {
    openMs: candle.openMs,
    openTicks: priceE8(candle.openTicks),
    highTicks: priceE8(candle.highTicks),
    lowTicks: priceE8(candle.lowTicks),
    closeTicks: priceE8(candle.closeTicks),
    volumeLots: 0,
    quoteMinor: 0n,
    counts: null,
  };
}

function pricesOf(market: Steps): (ticks: number) => number {
  const tickE8 = Math.round(Number(market.tickSize) * 1e8);
  return ticks => ticks * tickE8;
}
