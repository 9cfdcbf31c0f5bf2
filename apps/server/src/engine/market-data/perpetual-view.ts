import type { MarkPrice, PerpetualTrade, Side } from '@tallystick/core';
import type { CandleKind } from '@tallystick/protocol/calls/market';
import type { Candle } from './candle.ts';
import type { CandleBook } from './candle-book.ts';
import { DepthBook, type DepthDelta } from './depth-book.ts';
import type { StoredInterval } from './intervals.ts';
import type { PublicTrade } from './market-view.ts';
import { TickerWindow, type Ticker } from './ticker.ts';
import { Topic } from './topic.ts';

/** A contract's prices, funding and open interest. */
export interface PerpetualTicker {
  readonly marketId: number;
  /** Of the contract's own trades. */
  readonly window: Ticker;
  readonly mark: MarkPrice | null;
  /** Funding rate if funding were now, in 1e-8 of the value. */
  readonly rateE8: number | null;
  readonly nextFundingAtMs: number | null;
  readonly openInterestLots: number;
  /** Time of the newest index tick. */
  readonly indexAtMs: number | null;
}

/** The committed state with which a view begins. */
export interface PerpetualStart {
  readonly marketId: number;
  readonly depth: DepthDelta;
  readonly mark: MarkPrice | null;
  readonly rateE8: number | null;
  readonly nextFundingAtMs: number | null;
  readonly openInterestLots: number;
  readonly indexAtMs: number | null;
  /** Newest first. */
  readonly trades: readonly PublicTrade[];
  readonly candles: ContractCandles;
}

/** Of a contract's own trades, its mark and its index. */
export type ContractCandles = Readonly<Record<Exclude<CandleKind, 'spot'>, CandleBook>>;

const KEPT_TRADES = 100;

/** Everything public about one contract, as far as it is committed. */
export class PerpetualView {
  readonly marketId: number;
  readonly depthTopic: Topic<DepthDelta>;
  readonly tradesTopic: Topic<readonly PublicTrade[]>;
  readonly #depth: DepthBook;
  readonly #candles: ContractCandles;
  #window: TickerWindow;
  #trades: readonly PublicTrade[];
  #newTrades: PublicTrade[] = [];
  #mark: MarkPrice | null;
  #rateE8: number | null;
  #nextFundingAtMs: number | null;
  #openInterestLots: number;
  #indexAtMs: number | null;
  #tickerChanged = true;

  constructor(start: PerpetualStart, onError: (error: unknown) => void) {
    this.marketId = start.marketId;
    this.#depth = new DepthBook(start.depth);
    this.#candles = start.candles;
    this.#window = new TickerWindow(start.marketId, start.candles.contract.minutes);
    this.#trades = start.trades;
    this.#mark = start.mark;
    this.#rateE8 = start.rateE8;
    this.#nextFundingAtMs = start.nextFundingAtMs;
    this.#openInterestLots = start.openInterestLots;
    this.#indexAtMs = start.indexAtMs;
    this.depthTopic = new Topic(onError);
    this.tradesTopic = new Topic(onError);
  }

  get mark(): MarkPrice | null {
    return this.#mark;
  }

  changeDepth(side: Side, priceTicks: number, quantityLots: number): void {
    this.#depth.change(side, priceTicks, quantityLots);
  }

  trade(trade: PerpetualTrade): void {
    const { tradeId, priceTicks, quantityLots, takerSide, atMs } = trade;
    this.#newTrades.push({ tradeId, priceTicks, quantityLots, takerSide, atMs });
    // Two that open add to the open interest, two that close reduce it; one of each leaves it unchanged.
    if (trade.takerEffect === trade.makerEffect) {
      this.changeOpenInterest(trade.takerEffect === 'open' ? quantityLots : -quantityLots);
    }
    this.#tickerChanged = true;
  }

  /** Adds candles where there are none. */
  async backfill(
    kind: keyof ContractCandles,
    interval: StoredInterval,
    candles: readonly Candle[],
  ): Promise<number> {
    const added = await this.#candles[kind].backfill(interval, candles);
    this.#window = new TickerWindow(this.marketId, this.#candles.contract.minutes);
    this.#tickerChanged = true;
    return added;
  }

  changeOpenInterest(lots: number): void {
    this.#openInterestLots += lots;
    this.#tickerChanged = true;
  }

  markChanged(mark: MarkPrice): void {
    this.#mark = mark;
    this.fundingChanged(mark.rateE8, mark.nextFundingAtMs);
  }

  /** `rateE8` null: unchanged. */
  fundingChanged(rateE8: number | null, nextFundingAtMs: number): void {
    this.#rateE8 = rateE8 ?? this.#rateE8;
    this.#nextFundingAtMs = nextFundingAtMs;
    this.#tickerChanged = true;
  }

  indexTicked(atMs: number): void {
    this.#indexAtMs = atMs;
    this.#tickerChanged = true;
  }

  /** Whether the ticker may have changed since the last call. */
  takeTickerChanged(): boolean {
    const changed = this.#tickerChanged;
    this.#tickerChanged = false;
    return changed;
  }

  ticker(nowMs: number): PerpetualTicker {
    return {
      marketId: this.marketId,
      window: this.#window.at(nowMs, null),
      mark: this.#mark,
      rateE8: this.#rateE8,
      nextFundingAtMs: this.#nextFundingAtMs,
      openInterestLots: this.#openInterestLots,
      indexAtMs: this.#indexAtMs,
    };
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
    for (const book of Object.values(this.#candles)) book.publish(nowMs);
  }

  /** Newest first. */
  trades(): readonly PublicTrade[] {
    if (this.#newTrades.length === 0) return this.#trades;
    return [...this.#newTrades.toReversed(), ...this.#trades].slice(0, KEPT_TRADES);
  }

  /** All levels, best first. */
  depth(): DepthDelta {
    return this.#depth.levels();
  }
}
