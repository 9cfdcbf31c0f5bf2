import type { Event, IndexTick, MarkPrice, PerpetualTrade, ReadonlyExchange } from '@tallystick/core';
import type { CandleKind } from '@tallystick/protocol/calls/market';
import type { CommittedBatch } from '../batch.ts';
import { priceCandle, tradeCandle, type Candle } from './candle.ts';
import type { CandleBooks } from './candle-books.ts';
import type { CandleStore } from './candle-store.ts';
import type { DepthDelta } from './depth-book.ts';
import type { StoredInterval } from './intervals.ts';
import { publicTrade, type PublicTrade } from './market-view.ts';
import { PerpetualView, type ContractCandles, type PerpetualTicker } from './perpetual-view.ts';
import { PositionTopics } from './position-topics.ts';
import { Topic } from './topic.ts';

/** What the public topics of contracts carry. A snapshot has the same shape as a delta, but is complete. */
export interface PerpetualTopicData {
  /** Those that changed. */
  perpetual_tickers: readonly PerpetualTicker[];
  [depth: `perpetual_depth:${number}`]: DepthDelta;
  /** Newest first. */
  [trades: `perpetual_trades:${number}`]: readonly PublicTrade[];
}
type PerpetualTopic = keyof PerpetualTopicData & string;

export interface PerpetualDataOptions {
  readonly stored: CandleStore;
  readonly books: CandleBooks;
  readonly exchange: ReadonlyExchange;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

const KEPT_TRADES = 100;

/** Tickers, books and trades of contracts in memory, from committed events only, as numbered topics. */
export class PerpetualData {
  readonly customers: PositionTopics;
  readonly #options: PerpetualDataOptions;
  readonly #views: Map<number, PerpetualView>;
  readonly #tickersTopic: Topic<readonly PerpetualTicker[]>;

  private constructor(options: PerpetualDataOptions, views: Map<number, PerpetualView>) {
    this.#options = options;
    this.#views = views;
    this.#tickersTopic = new Topic(options.onError);
    this.customers = new PositionTopics(options.onError);
  }

  static async start(options: PerpetualDataOptions): Promise<PerpetualData> {
    const { stored, books, exchange, onError } = options;
    const views = new Map<number, PerpetualView>();
    for (const { marketId } of exchange.perpetual.contracts()) {
      const funding = exchange.perpetual.funding(marketId);
      const start = {
        marketId,
        depth: exchange.perpetual.depth(marketId, Number.MAX_SAFE_INTEGER),
        mark: exchange.perpetual.mark(marketId),
        rateE8: funding?.rateE8 ?? null,
        nextFundingAtMs: funding?.nextFundingAtMs ?? null,
        openInterestLots: exchange.perpetual.openInterestLots(marketId),
        indexAtMs: exchange.indexTick(marketId)?.atMs ?? null,
        trades: (await stored.newestTrades(marketId, KEPT_TRADES, 'contract')).map(publicTrade),
        candles: candlesOf(books, marketId),
      };
      views.set(marketId, new PerpetualView(start, onError));
    }
    return new PerpetualData(options, views);
  }

  /** Adds a batch that is on disk. */
  committed(batch: CommittedBatch): void {
    for (const { events } of batch.commands) for (const event of events) this.#take(event);
    this.customers.committed(batch);
  }

  #take(event: Event): void {
    switch (event.type) {
      case 'perpetualDepthChanged':
        this.#view(event.marketId)?.changeDepth(event.side, event.priceTicks, event.quantityLots);
        break;
      case 'perpetualTraded':
        this.#view(event.marketId)?.trade(event);
        this.#count(event);
        break;
      case 'markChanged':
        this.#view(event.marketId)?.markChanged(event);
        this.#options.books.addMark(event.marketId, event.markE8, event.atMs);
        break;
      case 'premiumSampled':
        this.#view(event.marketId)?.fundingChanged(event.rateE8, event.nextFundingAtMs);
        break;
      case 'fundingSettled':
      case 'fundingSkipped':
        this.#view(event.marketId)?.fundingChanged(null, event.nextFundingAtMs);
        break;
      case 'positionDeleveraged':
      case 'positionsOffset':
        this.#view(event.marketId)?.changeOpenInterest(-event.lots);
        break;
      case 'indexTicked':
        this.#view(event.marketId)?.indexTicked(event.atMs);
        this.#countTick(event);
        break;
      case 'perpetualConfigured':
        this.#configured(event.contract.marketId);
        break;
      default:
    }
  }

  /** Candles may have been saved by an engine that was ahead of this one. */
  #count(trade: PerpetualTrade): void {
    const { books } = this.#options;
    const { tradeId, marketId, atMs } = trade;
    if (tradeId <= books.progress.contractTradeId) return;
    books.of('contract', marketId).add(tradeCandle({ ...trade, quoteMinor: trade.valueMinor }, atMs));
    books.includes({ contractTradeId: tradeId });
  }

  #countTick({ number, marketId, priceE8, atMs }: IndexTick): void {
    const { books } = this.#options;
    if (number <= books.progress.indexTick) return;
    books.find('index', marketId)?.add(priceCandle(priceE8, atMs));
    books.includes({ indexTick: number });
  }

  /** Adds candles of a contract where there are none. */
  async backfill(
    kind: Exclude<CandleKind, 'spot'>,
    marketId: number,
    interval: StoredInterval,
    candles: readonly Candle[],
  ): Promise<number> {
    const view = this.#view(marketId);
    if (view === undefined) throw new RangeError(`no contract ${marketId}`);
    return view.backfill(kind, interval, candles);
  }

  marketIds(): readonly number[] {
    return [...this.#views.keys()];
  }

  mark(marketId: number): MarkPrice | null {
    return this.#view(marketId)?.mark ?? null;
  }

  ticker(marketId: number): PerpetualTicker | null {
    return this.#view(marketId)?.ticker(this.#options.now()) ?? null;
  }

  /** Newest first, up to a hundred. */
  trades(marketId: number): readonly PublicTrade[] | null {
    return this.#view(marketId)?.trades() ?? null;
  }

  retellTickers(): void {
    const nowMs = this.#options.now();
    this.#tickersTopic.publish([...this.#views.values()].map(view => view.ticker(nowMs)));
  }

  publish(): void {
    const nowMs = this.#options.now();
    const changed: PerpetualTicker[] = [];
    for (const view of this.#views.values()) {
      view.publish(nowMs);
      if (view.takeTickerChanged()) changed.push(view.ticker(nowMs));
    }
    if (changed.length > 0) this.#tickersTopic.publish(changed);
  }

  #configured(marketId: number): void {
    if (this.#views.has(marketId)) return;
    const start = {
      marketId,
      depth: { bids: [], asks: [] },
      mark: null,
      rateE8: null,
      nextFundingAtMs: this.#options.exchange.perpetual.funding(marketId)?.nextFundingAtMs ?? null,
      openInterestLots: 0,
      indexAtMs: this.#options.exchange.indexTick(marketId)?.atMs ?? null,
      trades: [],
      candles: candlesOf(this.#options.books, marketId),
    };
    this.#views.set(marketId, new PerpetualView(start, this.#options.onError));
  }

  #view(marketId: number): PerpetualView | undefined {
    return this.#views.get(marketId);
  }

  /** Null for a topic that does not exist. */
  topic(topic: string): Topic<unknown> | null {
    if (topic === 'perpetual_tickers') return this.#tickersTopic as Topic<unknown>;
    const [kind, id] = topic.split(':');
    const view = this.#view(Number(id));
    if (view === undefined) return null;
    if (kind === 'perpetual_depth') return view.depthTopic as Topic<unknown>;
    return kind === 'perpetual_trades' ? (view.tradesTopic as Topic<unknown>) : null;
  }

  /** The whole state of a topic that exists. */
  state(topic: string): PerpetualTopicData[PerpetualTopic] {
    if (topic === 'perpetual_tickers') {
      const nowMs = this.#options.now();
      return [...this.#views.values()].map(view => view.ticker(nowMs));
    }
    const [kind, id] = topic.split(':');
    const view = this.#view(Number(id))!;
    return kind === 'perpetual_depth' ? view.depth() : view.trades();
  }
}

function candlesOf(books: CandleBooks, marketId: number): ContractCandles {
  return {
    contract: books.of('contract', marketId),
    mark: books.of('mark', marketId),
    index: books.of('index', marketId),
  };
}
