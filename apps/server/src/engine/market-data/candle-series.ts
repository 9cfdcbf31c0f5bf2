import { flatCandle, mergeCandles, type Candle, type Counts } from './candle.ts';
import { openOf, stepOpen, type Interval, type StoredInterval } from './intervals.ts';

/**
 * The newest candles of one market and stored interval. Only candles with trades or prices are held; gaps are flat when
 * read.
 */
export class CandleSeries {
  readonly interval: StoredInterval;
  /** So many, and up to as many again, are kept in memory; older ones are read from the database. */
  readonly #kept: number;
  #candles: Candle[];
  /** Whether nothing older exists in the database. */
  #complete: boolean;
  readonly #unsaved = new Set<number>();

  constructor(interval: StoredInterval, candles: readonly Candle[], complete: boolean, kept: number) {
    this.interval = interval;
    this.#kept = kept;
    this.#candles = [...candles];
    this.#complete = complete;
  }

  get first(): Candle | undefined {
    return this.#candles[0];
  }

  get last(): Candle | undefined {
    return this.#candles.at(-1);
  }

  /** Adds a trade as its own candle. Trades come in order of time. */
  add(trade: Candle): void {
    const openMs = openOf(this.interval, trade.openMs);
    const candles = this.#candles;
    const last = candles.at(-1);
    // If the clock once ran ahead, a trade may be earlier than the last candle: it is added to that one.
    if (last !== undefined && openMs <= last.openMs) candles[candles.length - 1] = mergeCandles(last, trade);
    else candles.push({ ...trade, openMs });
    this.#unsaved.add(candles.at(-1)!.openMs);
    if (candles.length >= this.#kept * 2) {
      const dropped = candles.splice(0, candles.length - this.#kept);
      this.#complete = false;
      for (const candle of dropped) this.#unsaved.delete(candle.openMs);
    }
  }

  /** Adds candles that were back-filled into the database; existing ones stay. */
  adopt(candles: readonly Candle[], complete: boolean): void {
    const held = new Set(this.#candles.map(candle => candle.openMs));
    const added = candles.filter(candle => !held.has(candle.openMs));
    this.#candles = [...this.#candles, ...added].toSorted((a, b) => a.openMs - b.openMs);
    this.#complete = complete;
  }

  /** Candles that changed since the last call. */
  takeUnsaved(): Candle[] {
    if (this.#unsaved.size === 0) return [];
    const first = lowerBound(this.#candles, Math.min(...this.#unsaved));
    const unsaved = this.#candles.slice(first).filter(candle => this.#unsaved.has(candle.openMs));
    this.#unsaved.clear();
    return unsaved;
  }

  /** Marks candles as unsaved again after a failed save. */
  putBack(candles: readonly Candle[]): void {
    for (const candle of candles) this.#unsaved.add(candle.openMs);
  }

  /** Whether `range(fromMs, …)` is complete without the database. */
  covers(fromMs: number): boolean {
    const first = this.#candles[0];
    return this.#complete || (first !== undefined && first.openMs <= fromMs);
  }

  /** Candles held that open in `[fromMs, toMs)`, preceded by the last before `fromMs` if there is one. */
  heldIn(fromMs: number, toMs: number): Candle[] {
    const end = lowerBound(this.#candles, toMs);
    const start = Math.min(end, lowerBound(this.#candles, fromMs));
    return this.#candles.slice(Math.max(0, start - 1), end);
  }
}

/**
 * Every candle that opens in `[fromMs, toMs)`, without gaps, from candles with trades (in order, possibly preceded by
 * one before `fromMs`). Starts later if nothing had traded yet. `counts`: those of a flat candle.
 */
export function fillGaps(
  traded: readonly Candle[],
  interval: Interval,
  fromMs: number,
  toMs: number,
  counts: Counts | null,
): Candle[] {
  const filled: Candle[] = [];
  let before: Candle | undefined;
  let i = 0;
  while (i < traded.length && traded[i]!.openMs < fromMs) before = traded[i++];
  for (let openMs = fromMs; openMs < toMs; openMs = stepOpen(interval, openMs, 1)) {
    if (traded[i]?.openMs === openMs) before = traded[i++]!;
    else if (before !== undefined) before = flatCandle(openMs, before.closeTicks, counts);
    else continue;
    filled.push(before);
  }
  return filled;
}

/** Index of the first candle that opens at or after `openMs`. */
function lowerBound(candles: readonly Candle[], openMs: number): number {
  let low = 0;
  let high = candles.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (candles[middle]!.openMs < openMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
