import type { CandleKind } from '@tallystick/protocol/calls/market';
import { flatCandle, NO_TRADES, rollUp, type Candle, type Counts } from './candle.ts';
import { CandleSeries, fillGaps } from './candle-series.ts';
import type { CandleKey, StoredCandle } from './candle-rows.ts';
import type { CandleStore } from './candle-store.ts';
import { baseOf, INTERVALS, openOf, STORED_INTERVALS, stepOpen } from './intervals.ts';
import type { Interval, StoredInterval } from './intervals.ts';
import { Topic } from './topic.ts';

/**
 * Kept in memory per interval. Of trades: more than the minutes of the ticker's window and the candle before it. Of
 * prices without trades only as many as the running candles are put together from, and what is asked for most.
 */
const KEPT: Readonly<Record<CandleKind, number>> = { spot: 1_500, contract: 1_500, mark: 300, index: 300 };

/** All candles of one kind of a market, with their topics. */
export class CandleBook {
  readonly topics: ReadonlyMap<Interval, Topic<Candle>>;
  readonly #key: CandleKey;
  readonly #store: CandleStore;
  readonly #series: ReadonlyMap<StoredInterval, CandleSeries>;
  /** Of a candle in which nothing happened. */
  readonly #quiet: Counts | null;
  readonly #publishedOpenMs = new Map<Interval, number>();
  #changed = false;

  private constructor(
    key: CandleKey,
    store: CandleStore,
    series: ReadonlyMap<StoredInterval, CandleSeries>,
    onError: (error: unknown) => void,
  ) {
    this.#key = key;
    this.#store = store;
    this.#series = series;
    this.#quiet = key.kind === 'spot' || key.kind === 'contract' ? NO_TRADES : null;
    this.topics = new Map(INTERVALS.map(interval => [interval, new Topic(onError)]));
  }

  /** `store` is kept for older candles; `loadFrom` is used now alone. */
  static async load(
    key: CandleKey,
    store: CandleStore,
    loadFrom: CandleStore,
    onError: (error: unknown) => void,
  ): Promise<CandleBook> {
    const kept = KEPT[key.kind];
    const series = new Map<StoredInterval, CandleSeries>();
    for (const interval of STORED_INTERVALS) {
      const candles = await loadFrom.newest(key, interval, Number.MAX_SAFE_INTEGER, kept);
      series.set(interval, new CandleSeries(interval, candles, candles.length < kept, kept));
    }
    return new CandleBook(key, store, series, onError);
  }

  /** Of a market or contract that has just been configured. */
  static empty(key: CandleKey, store: CandleStore, onError: (error: unknown) => void): CandleBook {
    const kept = KEPT[key.kind];
    const series = new Map(
      STORED_INTERVALS.map(interval => [interval, new CandleSeries(interval, [], true, kept)]),
    );
    return new CandleBook(key, store, series, onError);
  }

  get minutes(): CandleSeries {
    return this.#seriesOf('1m');
  }

  /** Adds a trade or price as its own candle. They come in order of time. */
  add(candle: Candle): void {
    for (const series of this.#series.values()) series.add(candle);
    this.#changed = true;
  }

  /** Adds candles where there are none. Best before trading begins: existing candles stay. */
  async backfill(interval: StoredInterval, candles: readonly Candle[]): Promise<number> {
    const added = await this.#store.addMissing(candles.map(candle => this.#stored(interval, candle)));
    const kept = KEPT[this.#key.kind];
    const loaded = await this.#store.newest(this.#key, interval, Number.MAX_SAFE_INTEGER, kept);
    this.#seriesOf(interval).adopt(loaded, loaded.length < kept);
    return added;
  }

  /** Tells the running candles if they changed. A new interval begins with a flat one, without waiting for a trade. */
  publish(nowMs: number): void {
    for (const [interval, topic] of this.topics) {
      const openMs = openOf(interval, nowMs);
      if (!this.#changed && this.#publishedOpenMs.get(interval) === openMs) continue;
      this.#publishedOpenMs.set(interval, openMs);
      const candle = this.current(interval, nowMs);
      if (candle !== null) topic.publish(candle);
    }
    this.#changed = false;
  }

  /** The candle of this moment: the running one, or a flat one. Null before the first trade or price. */
  current(interval: Interval, nowMs: number): Candle | null {
    const base = this.#seriesOf(baseOf(interval));
    const { last } = base;
    if (last === undefined) return null;
    const openMs = openOf(interval, nowMs);
    const lastMs = openOf(interval, last.openMs);
    if (openMs > lastMs) return flatCandle(openMs, last.closeTicks, this.#quiet);
    const parts = base.heldIn(lastMs, Infinity).filter(part => part.openMs >= lastMs);
    return rollUp(parts, interval).at(-1) ?? null;
  }

  /** The `limit` candles before `toMs` (exclusive) and now, oldest first, without gaps; fewer at the beginning. */
  async candles(interval: Interval, toMs: number, limit: number, nowMs: number): Promise<Candle[]> {
    const endMs = Math.min(nextOpen(interval, toMs - 1), nextOpen(interval, nowMs));
    const fromMs = stepOpen(interval, endMs, -limit);
    const base = this.#seriesOf(baseOf(interval));
    const held = (): Candle[] => rollUp(base.heldIn(fromMs, endMs), interval);
    if (base.covers(fromMs)) return fillGaps(held(), interval, fromMs, endMs, this.#quiet);
    const byOpen = new Map<number, Candle>();
    for (const candle of await this.#store.range(this.#key, interval, fromMs, endMs)) {
      byOpen.set(candle.openMs, candle);
    }
    // Candles in memory are newer than the saved ones. The first held may be a part only of what is asked for.
    const wholeFromMs = base.first?.openMs ?? Infinity;
    for (const candle of held()) if (candle.openMs >= wholeFromMs) byOpen.set(candle.openMs, candle);
    const merged = [...byOpen.values()].toSorted((a, b) => a.openMs - b.openMs);
    return fillGaps(merged, interval, fromMs, endMs, this.#quiet);
  }

  takeUnsaved(): StoredCandle[] {
    return STORED_INTERVALS.flatMap(interval =>
      this.#seriesOf(interval)
        .takeUnsaved()
        .map(candle => this.#stored(interval, candle)),
    );
  }

  putBack(candles: readonly StoredCandle[]): void {
    for (const { interval, candle } of candles) this.#seriesOf(interval).putBack([candle]);
  }

  #stored(interval: StoredInterval, candle: Candle): StoredCandle {
    return { ...this.#key, interval, candle };
  }

  #seriesOf(interval: StoredInterval): CandleSeries {
    return this.#series.get(interval)!;
  }
}

function nextOpen(interval: Interval, atMs: number): number {
  return stepOpen(interval, openOf(interval, atMs), 1);
}
