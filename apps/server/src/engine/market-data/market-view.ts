import type { IndexTick, Side, Trade } from '@tallystick/core';
import { mergeCandles, tradeCandle, type Candle } from './candle.ts';
import type { CandleBook } from './candle-book.ts';
import type { CandleStore, LoggedPrice, StoredTrade } from './candle-store.ts';
import { DepthBook, type DepthDelta } from './depth-book.ts';
import type { StoredInterval } from './intervals.ts';
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

/** Everything public about one market, as far as it is committed. */
export class MarketView {
  readonly marketId: number;
  readonly depthTopic: Topic<DepthDelta>;
  readonly tradesTopic: Topic<readonly PublicTrade[]>;
  readonly indexTopic: Topic<readonly LoggedPrice[]>;
  readonly candles: CandleBook;
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

  private constructor(
    marketId: number,
    candles: CandleBook,
    trades: readonly PublicTrade[],
    depth: DepthBook,
    index: IndexTick | null,
    prices: readonly LoggedPrice[],
    onError: (error: unknown) => void,
  ) {
    this.marketId = marketId;
    this.candles = candles;
    this.#trades = trades;
    this.#depth = depth;
    this.#index = index;
    this.#prices = prices;
    this.#ticker = new TickerWindow(marketId, candles.minutes);
    this.depthTopic = new Topic(onError);
    this.tradesTopic = new Topic(onError);
    this.indexTopic = new Topic(onError);
  }

  /** `stored` is read now alone. */
  static async load(
    marketId: number,
    candles: CandleBook,
    depth: DepthBook,
    index: IndexTick | null,
    stored: CandleStore,
    onError: (error: unknown) => void,
  ): Promise<MarketView> {
    const newest = await stored.newestTrades(marketId, KEPT_TRADES);
    const prices = await stored.newestPrices(marketId, KEPT_PRICES);
    return new MarketView(marketId, candles, newest.map(publicTrade), depth, index, prices, onError);
  }

  /** A market that has just been configured, without history. */
  static empty(marketId: number, candles: CandleBook, onError: (error: unknown) => void): MarketView {
    const depth = new DepthBook({ bids: [], asks: [] });
    return new MarketView(marketId, candles, [], depth, null, [], onError);
  }

  /** Adds candles where there are none. Best before trading begins: existing candles stay. */
  async backfill(interval: StoredInterval, candles: readonly Candle[]): Promise<number> {
    const added = await this.candles.backfill(interval, candles);
    this.#ticker = new TickerWindow(this.marketId, this.candles.minutes);
    this.#tickerChanged = true;
    return added;
  }

  /** `isCounted`: the candles that were loaded include it. */
  trade(trade: Trade, atMs: number, isCounted: boolean): void {
    const { tradeId, priceTicks, quantityLots, takerSide } = trade;
    this.#newTrades.push({ tradeId, priceTicks, quantityLots, takerSide, atMs });
    if (isCounted) return;
    const candle = tradeCandle(trade, atMs);
    if (this.#gathered?.openMs !== atMs) this.endBatch();
    this.#gathered = this.#gathered === null ? candle : mergeCandles(this.#gathered, candle);
  }

  /** Adds the trades of a batch to the candles, grouped by time. */
  endBatch(): void {
    if (this.#gathered !== null) this.#add(this.#gathered);
    this.#gathered = null;
  }

  #add(candle: Candle): void {
    this.candles.add(candle);
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
    if (this.#newTrades.length > 0) {
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
    this.candles.publish(nowMs);
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
}

/** Without who traded. */
export function publicTrade(trade: StoredTrade): PublicTrade {
  const { tradeId, priceTicks, quantityLots, takerSide, atMs } = trade;
  return { tradeId, priceTicks, quantityLots, takerSide, atMs };
}
