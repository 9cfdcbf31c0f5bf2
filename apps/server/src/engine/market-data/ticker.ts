import type { IndexTick } from '@tallystick/core';
import { mergeCounts, NO_TRADES, type Candle, type Counts } from './candle.ts';
import type { CandleSeries } from './candle-series.ts';
import { openOf, stepOpen } from './intervals.ts';

/** 24 hours of a market, to the minute. Null where nothing has traded yet. */
export interface Ticker {
  readonly marketId: number;
  readonly lastTicks: number | null;
  readonly openTicks: number | null;
  readonly highTicks: number | null;
  readonly lowTicks: number | null;
  readonly volumeLots: number;
  readonly quoteMinor: bigint;
  /** Null if that of a minute is not known. */
  readonly counts: Counts | null;
  /** Signed percent truncated to two digits, e.g. `-0.62`. */
  readonly changePercent: string | null;
  readonly indexPriceE8: number | null;
  readonly indexAtMs: number | null;
}

const WINDOW_MINUTES = 1_440;

interface Closed {
  /** The minute for which this was computed. */
  readonly minuteMs: number;
  /** The newest candle, if closed: a commit just after the minute may still add to it. */
  readonly newest: Candle | null;
  readonly openTicks: number | null;
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly volumeLots: number;
  readonly quoteMinor: bigint;
  readonly counts: Counts | null;
}

/** Sums the closed minutes once a minute; the running minute is added at each read. */
export class TickerWindow {
  readonly #marketId: number;
  readonly #minutes: CandleSeries;
  #closed: Closed | null = null;

  constructor(marketId: number, minutes: CandleSeries) {
    this.#marketId = marketId;
    this.#minutes = minutes;
  }

  at(nowMs: number, index: IndexTick | null): Ticker {
    const minuteMs = openOf('1m', nowMs);
    const last = this.#minutes.last ?? null;
    const running = last !== null && last.openMs >= minuteMs ? last : null;
    const newest = running === null ? last : null;
    if (this.#closed?.minuteMs !== minuteMs || this.#closed.newest !== newest) {
      this.#closed = sumClosed(this.#minutes, minuteMs, newest);
    }
    const closed = this.#closed;
    const openTicks = closed.openTicks ?? running?.openTicks ?? null;
    // No trade for a day: the last price is all there is.
    const highTicks = Math.max(closed.highTicks, running?.highTicks ?? 0) || openTicks;
    const lowTicks = Math.min(closed.lowTicks, running?.lowTicks ?? Infinity);
    return {
      marketId: this.#marketId,
      lastTicks: last?.closeTicks ?? null,
      openTicks,
      highTicks,
      lowTicks: lowTicks === Infinity ? openTicks : lowTicks,
      volumeLots: closed.volumeLots + (running?.volumeLots ?? 0),
      quoteMinor: closed.quoteMinor + (running?.quoteMinor ?? 0n),
      counts: running === null ? closed.counts : mergeCounts(closed.counts, running.counts),
      changePercent: openTicks === null || last === null ? null : changePercent(openTicks, last.closeTicks),
      indexPriceE8: index?.priceE8 ?? null,
      indexAtMs: index?.atMs ?? null,
    };
  }
}

/** The 1,439 minutes before the running one. The opening price is the last close before them, if there is one. */
function sumClosed(minutes: CandleSeries, minuteMs: number, newest: Candle | null): Closed {
  const fromMs = stepOpen('1m', minuteMs, 1 - WINDOW_MINUTES);
  const held = minutes.heldIn(fromMs, minuteMs);
  const before = held[0] !== undefined && held[0].openMs < fromMs ? held[0] : null;
  const inside: readonly Candle[] = before === null ? held : held.slice(1);
  let highTicks = 0;
  let lowTicks = Infinity;
  let volumeLots = 0;
  let quoteMinor = 0n;
  let counts: Counts | null = NO_TRADES;
  for (const candle of inside) {
    highTicks = Math.max(highTicks, candle.highTicks);
    lowTicks = Math.min(lowTicks, candle.lowTicks);
    volumeLots += candle.volumeLots;
    quoteMinor += candle.quoteMinor;
    counts = mergeCounts(counts, candle.counts);
  }
  const openTicks = before?.closeTicks ?? inside[0]?.openTicks ?? null;
  return { minuteMs, newest, openTicks, highTicks, lowTicks, volumeLots, quoteMinor, counts };
}

/** Signed percent of the change, truncated to two digits. */
export function changePercent(openTicks: number, lastTicks: number): string {
  const hundredths = Math.trunc(((lastTicks - openTicks) * 10_000) / openTicks);
  const digits = Math.abs(hundredths).toString().padStart(3, '0');
  return `${hundredths < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
