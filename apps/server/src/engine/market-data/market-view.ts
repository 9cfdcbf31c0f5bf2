import type { IndexTick, Side, Trade } from '@tallystick/core';
import { mergeCandles, type Candle } from './candle.ts';
import { CandleSeries, fillGaps } from './candle-series.ts';
import type { CandleStore, LoggedPrice, StoredCandle, StoredTrade } from './candle-store.ts';
import { DepthBook, type DepthDelta } from './depth-book.ts';
import { INTERVALS, openOf, stepOpen, type Interval } from './intervals.ts';
import { TickerWindow, type Ticker } from './ticker.ts';
import { Topic } from './topic.ts';

/** A trade as everyone may see it. */
export interface PublicTrade {
  readonly tradeId: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly takerSide: Side;
  readonly atMs: number;
}

const KEPT_TRADES = 100;
/** 15 minutes with one tick a second: what the chart of the longest option shows. */
const KEPT_PRICES = 900;
/** More than the minutes of the ticker's window and the candle before it. */
const LOADED_CANDLES = 1_500;

/** Everything public about one market, as far as it is committed. */
export class MarketView {
  readonly marketId: number;
  readonly depthTopic: Topic<DepthDelta>;
  readonly tradesTopic: Topic<readonly PublicTrade[]>;
  readonly indexTopic: Topic<readonly LoggedPrice[]>;
  readonly candleTopics: ReadonlyMap<Interval, Topic<Candle>>;
  readonly #store: CandleStore;
  readonly #series: ReadonlyMap<Interval, CandleSeries>;
  #ticker: TickerWindow;
  readonly #depth: DepthBook;
  /** Newest first. */
  #trades: readonly PublicTrade[];
  #newTrades: PublicTrade[] = [];
  /** Trades of the current batch that have the same time. */
  #gathered: Candle | null = null;
  #index: IndexTick | null;
  /** Oldest first. */
  #prices: readonly LoggedPrice[];
  #newPrices: LoggedPrice[] = [];
  #tickerChanged = true;
  readonly #publishedOpenMs = new Map<Interval, number>();

  private constructor(
    marketId: number,
    store: CandleStore,
    series: ReadonlyMap<Interval, CandleSeries>,
    trades: readonly PublicTrade[],
    depth: DepthBook,
    index: IndexTick | null,
    prices: readonly LoggedPrice[],
    onError: (error: unknown) => void,
  ) {
    this.marketId = marketId;
    this.#store = store;
    this.#series = series;
    this.#trades = trades;
    this.#depth = depth;
    this.#index = index;
    this.#prices = prices;
    this.#ticker = new TickerWindow(marketId, this.#seriesOf('1m'));
    this.depthTopic = new Topic(onError);
    this.tradesTopic = new Topic(onError);
    this.indexTopic = new Topic(onError);
    this.candleTopics = new Map(INTERVALS.map(interval => [interval, new Topic(onError)]));
  }

  /** `store` is kept for older candles; `loadFrom` is used now alone. */
  static async load(
    marketId: number,
    store: CandleStore,
    depth: DepthBook,
    index: IndexTick | null,
    onError: (error: unknown) => void,
    loadFrom: CandleStore = store,
  ): Promise<MarketView> {
    const series = new Map<Interval, CandleSeries>();
    for (const interval of INTERVALS) series.set(interval, await loadSeries(loadFrom, marketId, interval));
    const stored = await loadFrom.newestTrades(marketId, KEPT_TRADES);
    const trades = stored.map(({ tradeId, priceTicks, quantityLots, takerSide, atMs }) => ({
      tradeId,
      priceTicks,
      quantityLots,
      takerSide,
      atMs,
    }));
    const prices = await loadFrom.newestPrices(marketId, KEPT_PRICES);
    return new MarketView(marketId, store, series, trades, depth, index, prices, onError);
  }

  /** A market that has just been configured, without history. */
  static empty(marketId: number, store: CandleStore, onError: (error: unknown) => void): MarketView {
    const series = new Map(INTERVALS.map(interval => [interval, new CandleSeries(interval, [], true)]));
    const depth = new DepthBook({ bids: [], asks: [] });
    return new MarketView(marketId, store, series, [], depth, null, [], onError);
  }

  /** Adds candles where there are none. Best before trading begins: existing candles stay. */
  async backfill(interval: Interval, candles: readonly Candle[]): Promise<number> {
    const added = await this.#store.addMissing(
      candles.map(candle => ({ marketId: this.marketId, interval, candle })),
    );
    const loaded = await this.#store.newest(this.marketId, interval, Number.MAX_SAFE_INTEGER, LOADED_CANDLES);
    this.#seriesOf(interval).adopt(loaded, loaded.length < LOADED_CANDLES);
    this.#ticker = new TickerWindow(this.marketId, this.#seriesOf('1m'));
    this.#tickerChanged = true;
    return added;
  }

  /** `isCounted`: the candles that were loaded include it. */
  trade(trade: Trade, atMs: number, isCounted: boolean): void {
    const { tradeId, priceTicks, quantityLots, takerSide } = trade;
    this.#newTrades.push({ tradeId, priceTicks, quantityLots, takerSide, atMs });
    if (isCounted) return;
    const candle = candleOf(trade, atMs);
    if (this.#gathered?.openMs !== atMs) this.endBatch();
    this.#gathered = this.#gathered === null ? candle : mergeCandles(this.#gathered, candle);
  }

  /** Adds the trades of a batch to the candles, grouped by time. */
  endBatch(): void {
    if (this.#gathered !== null) this.#add(this.#gathered);
    this.#gathered = null;
  }

  /** Adds a trade to the candles only. */
  count(trade: Pick<StoredTrade, 'priceTicks' | 'quantityLots' | 'quoteMinor' | 'atMs'>): void {
    this.#add(candleOf(trade, trade.atMs));
  }

  #add(candle: Candle): void {
    for (const series of this.#series.values()) series.add(candle);
    this.#tickerChanged = true;
  }

  changeDepth(side: Side, priceTicks: number, quantityLots: number): void {
    this.#depth.change(side, priceTicks, quantityLots);
  }

  indexTicked(tick: IndexTick): void {
    const { number, priceE8, atMs } = tick;
    this.#index = tick;
    this.#newPrices.push({ number, priceE8, atMs });
    this.#tickerChanged = true;
  }

  get index(): IndexTick | null {
    return this.#index;
  }

  /** Whether the ticker may have changed since the last call. */
  takeTickerChanged(): boolean {
    const changed = this.#tickerChanged;
    this.#tickerChanged = false;
    return changed;
  }

  ticker(nowMs: number): Ticker {
    return this.#ticker.at(nowMs, this.#index);
  }

  /** Publishes the pending changes, so that a snapshot taken now matches the topic's sequence. */
  publish(nowMs: number): void {
    const traded = this.#newTrades.length > 0;
    if (traded) {
      const trades = this.#newTrades.toReversed();
      this.#trades = this.trades();
      this.#newTrades = [];
      this.tradesTopic.publish(trades);
    }
    const depth = this.#depth.takeChanges();
    if (depth !== null) this.depthTopic.publish(depth);
    if (this.#newPrices.length > 0) {
      const prices = this.#newPrices;
      this.#prices = this.prices();
      this.#newPrices = [];
      this.indexTopic.publish(prices);
    }
    for (const [interval, topic] of this.candleTopics) {
      const openMs = openOf(interval, nowMs);
      // A new interval begins with a flat candle, without waiting for a trade.
      if (!traded && this.#publishedOpenMs.get(interval) === openMs) continue;
      this.#publishedOpenMs.set(interval, openMs);
      const candle = this.#seriesOf(interval).current(nowMs);
      if (candle !== null) topic.publish(candle);
    }
  }

  /** Newest first. */
  trades(): readonly PublicTrade[] {
    if (this.#newTrades.length === 0) return this.#trades;
    return [...this.#newTrades.toReversed(), ...this.#trades].slice(0, KEPT_TRADES);
  }

  /** The newest ticks of the price log for this market, oldest first. */
  prices(): readonly LoggedPrice[] {
    if (this.#newPrices.length === 0) return this.#prices;
    return [...this.#prices, ...this.#newPrices].slice(-KEPT_PRICES);
  }

  depth(): DepthDelta {
    return this.#depth.levels();
  }

  currentCandle(interval: Interval, nowMs: number): Candle | null {
    return this.#seriesOf(interval).current(nowMs);
  }

  /** The `limit` candles before `toMs` (exclusive) and now, oldest first, without gaps; fewer at the beginning. */
  async candles(interval: Interval, toMs: number, limit: number, nowMs: number): Promise<Candle[]> {
    const endMs = Math.min(stepOpen(interval, openOf(interval, toMs - 1), 1), nextOpen(interval, nowMs));
    const fromMs = stepOpen(interval, endMs, -limit);
    const series = this.#seriesOf(interval);
    const held = series.heldIn(fromMs, endMs);
    if (series.covers(fromMs)) return fillGaps(held, interval, fromMs, endMs);
    // Candles in memory are newer than the saved ones.
    const byOpen = new Map<number, Candle>();
    for (const candle of await this.#store.range(this.marketId, interval, fromMs, endMs)) {
      byOpen.set(candle.openMs, candle);
    }
    for (const candle of series.heldIn(fromMs, endMs)) byOpen.set(candle.openMs, candle);
    const merged = [...byOpen.values()].toSorted((a, b) => a.openMs - b.openMs);
    return fillGaps(merged, interval, fromMs, endMs);
  }

  takeUnsaved(): StoredCandle[] {
    return INTERVALS.flatMap(interval =>
      this.#seriesOf(interval)
        .takeUnsaved()
        .map(candle => ({ marketId: this.marketId, interval, candle })),
    );
  }

  putBack(candles: readonly StoredCandle[]): void {
    for (const { interval, candle } of candles) this.#seriesOf(interval).putBack([candle]);
  }

  #seriesOf(interval: Interval): CandleSeries {
    return this.#series.get(interval)!;
  }
}

function nextOpen(interval: Interval, nowMs: number): number {
  return stepOpen(interval, openOf(interval, nowMs), 1);
}

async function loadSeries(store: CandleStore, marketId: number, interval: Interval): Promise<CandleSeries> {
  const candles = await store.newest(marketId, interval, Number.MAX_SAFE_INTEGER, LOADED_CANDLES);
  return new CandleSeries(interval, candles, candles.length < LOADED_CANDLES);
}

function candleOf(trade: Pick<Trade, 'priceTicks' | 'quantityLots' | 'quoteMinor'>, atMs: number): Candle {
  const { priceTicks, quantityLots, quoteMinor } = trade;
  const prices = {
    openTicks: priceTicks,
    highTicks: priceTicks,
    lowTicks: priceTicks,
    closeTicks: priceTicks,
  };
  return { openMs: atMs, ...prices, volumeLots: quantityLots, quoteMinor };
}
