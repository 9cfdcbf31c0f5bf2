import type { Event, IndexTick, ReadonlyExchange } from '@tallystick/core';
import type { Pool } from 'pg';
import { longWork, ordinaryWork } from '../../database/bounded-client.ts';
import type { CandleKind } from '@tallystick/protocol/calls/market';
import type { CandleSuffix } from '@tallystick/protocol';
import type { DatabaseLog } from '../../database/log.ts';
import type { CommittedBatch } from '../batch.ts';
import type { Candle } from './candle.ts';
import { CandleBooks } from './candle-books.ts';
import { CandleStore, type LoggedPrice } from './candle-store.ts';
import { DepthBook, type DepthDelta } from './depth-book.ts';
import type { Interval, StoredInterval } from './intervals.ts';
import { MarketView, type PublicTrade } from './market-view.ts';
import { PerpetualData, type PerpetualTopicData } from './perpetual-data.ts';
import { PrivateTopics } from './private-topics.ts';
import type { Ticker } from './ticker.ts';
import type { Queryable } from '../projections/queryable.ts';
import type { HistoryPool } from '../replicas/history-pool.ts';
import { Topic, type TopicListener, type TopicMessage, type Unsubscribe } from './topic.ts';

/** What the public topics carry. A snapshot has the same shape as a delta, but is complete, or as far as it is kept. */
export interface TopicData extends PerpetualTopicData {
  /** Those that changed. */
  tickers: readonly Ticker[];
  [depth: `depth:${number}`]: DepthDelta;
  /** Newest first. */
  [trades: `trades:${number}`]: readonly PublicTrade[];
  /** The running candle: replaces the one that opened at the same time, or begins the next. */
  [candles: `candles:${number}:${Interval}${CandleSuffix}`]: Candle;
  /** Oldest first. */
  [index: `index:${number}`]: readonly LoggedPrice[];
}
export type PublicTopic = keyof TopicData & string;

export interface MarketDataOptions {
  readonly pool: Pool;
  /** The follower's exchange, which holds only what is on disk. */
  readonly exchange: ReadonlyExchange;
  readonly log: DatabaseLog;
  readonly now: () => number;
  /** Deltas gather this long before they are published. */
  readonly publishEveryMs?: number;
  readonly saveEveryMs?: number;
  /**
   * Beside the engine: what is saved is read in the transaction of `loadFrom`, which sees the tables as they were at the
   * exchange's place in the journal. Unless it `saves`, another process does; exactly one may.
   */
  readonly passive?: { readonly loadFrom: Queryable; readonly saves: boolean };
}

const PUBLISH_EVERY_MS = 100;
const SAVE_EVERY_MS = 2_000;
/** Saved at once when there are this many: a longer statement would delay the writer. */
const SAVED_TOGETHER = 5_000;

/**
 * Tickers, depth, trades and candles in memory, from committed events only, as numbered topics. Candles are saved every
 * few seconds.
 */
export class MarketData {
  readonly customers: PrivateTopics;
  readonly perpetual: PerpetualData;
  readonly #options: MarketDataOptions;
  readonly #store: CandleStore;
  readonly #views: Map<number, MarketView>;
  readonly #books: CandleBooks;
  readonly #tickersTopic: Topic<readonly Ticker[]>;
  readonly #timers: NodeJS.Timeout[];

  private constructor(
    options: MarketDataOptions,
    store: CandleStore,
    views: Map<number, MarketView>,
    perpetual: PerpetualData,
    books: CandleBooks,
  ) {
    this.#options = options;
    this.#store = store;
    this.#views = views;
    this.perpetual = perpetual;
    this.#books = books;
    this.#tickersTopic = new Topic(this.#onError);
    this.customers = new PrivateTopics(options.exchange, this.#onError);
    this.#timers = [setInterval(() => this.#publish(), options.publishEveryMs ?? PUBLISH_EVERY_MS)];
    if (options.passive?.saves !== false) {
      this.#timers.push(setInterval(() => void this.save(), options.saveEveryMs ?? SAVE_EVERY_MS));
    }
    for (const timer of this.#timers) timer.unref();
  }

  static start(options: MarketDataOptions): Promise<MarketData> {
    return longWork('candles', () => MarketData.#start(options));
  }

  static async #start(options: MarketDataOptions): Promise<MarketData> {
    const { pool, exchange, log } = options;
    const store = new CandleStore(pool);
    const loadFrom = options.passive?.loadFrom ?? pool;
    const stored = new CandleStore(loadFrom);
    const onError = (error: unknown): void => log.error({ err: error }, 'a market data listener failed');
    const books = await CandleBooks.load({ store, loadFrom: stored, exchange, log, onError });
    const views = new Map<number, MarketView>();
    for (const { id } of exchange.markets()) {
      const depth = new DepthBook(exchange.depth(id, Number.MAX_SAFE_INTEGER));
      const candles = books.of('spot', id);
      views.set(id, await MarketView.load(id, candles, depth, exchange.indexTick(id), stored, onError));
    }
    const { now } = options;
    const perpetual = await PerpetualData.start({ stored, books, exchange, now, onError });
    // What its timers do later is no part of the start.
    return ordinaryWork(() => new MarketData(options, store, views, perpetual, books));
  }

  /** From now on candles that are too old for the memory are read there. */
  readOlderFrom(history: HistoryPool): void {
    this.#store.readOlderFrom(history);
  }

  /** Adds a batch that is on disk. */
  committed(batch: CommittedBatch): void {
    for (const { events, atMs } of batch.commands) {
      for (const event of events) this.#take(event, atMs);
    }
    for (const view of this.#views.values()) view.endBatch();
    this.customers.committed(batch);
    this.perpetual.committed(batch);
  }

  /** Null for a topic that does not exist. Public topics only; `customers` has the private ones. */
  subscribe<T extends PublicTopic>(topic: T, listener: TopicListener<TopicData[T]>): Unsubscribe | null {
    return this.#topic(topic)?.subscribe(listener as TopicListener<unknown>) ?? null;
  }

  /**
   * The topic's whole state and its sequence: deltas with higher numbers come on top. Null for a topic that does not
   * exist, or has no data yet (a candle before the first trade).
   */
  snapshot<T extends PublicTopic>(topic: T): TopicMessage<TopicData[T]> | null {
    const found = this.#topic(topic);
    if (found === null) return null;
    this.#publish();
    const data = this.#state(topic);
    return data === null ? null : { sequence: found.sequence, data: data as TopicData[T] };
  }

  /**
   * As `snapshot`, but publishes nothing, so it may already include what later deltas bring. For topics whose deltas are
   * absolute, and where publishing would reach everyone more often than planned.
   */
  peek<T extends PublicTopic>(topic: T): TopicMessage<TopicData[T]> | null {
    const found = this.#topic(topic);
    const data = found === null ? null : this.#state(topic);
    return found === null || data === null ? null : { sequence: found.sequence, data: data as TopicData[T] };
  }

  /** Sequence of the topic's newest delta; 0 before the first or for an unknown topic. */
  sequence(topic: PublicTopic): number {
    return this.#topic(topic)?.sequence ?? 0;
  }

  tickers(): readonly Ticker[] {
    const nowMs = this.#options.now();
    return [...this.#views.values()].map(view => view.ticker(nowMs));
  }

  ticker(marketId: number): Ticker | null {
    return this.#views.get(marketId)?.ticker(this.#options.now()) ?? null;
  }

  /** All levels, best first. */
  depth(marketId: number): DepthDelta | null {
    return this.#views.get(marketId)?.depth() ?? null;
  }

  /** Newest first, up to a hundred. */
  trades(marketId: number): readonly PublicTrade[] | null {
    return this.#views.get(marketId)?.trades() ?? null;
  }

  index(marketId: number): IndexTick | null {
    return this.#views.get(marketId)?.index ?? null;
  }

  /**
   * The `limit` candles that open before `toMs` (default: now), oldest first, without gaps; fewer where the market
   * begins. Null for an unknown market, and for a kind of a contract where there is none.
   */
  async candles(
    marketId: number,
    interval: Interval,
    limit: number,
    toMs: number = Number.MAX_SAFE_INTEGER,
    kind: CandleKind = 'spot',
  ): Promise<readonly Candle[] | null> {
    const nowMs = this.#options.now();
    const book = this.#books.find(kind, marketId);
    return book === null ? null : book.candles(interval, Math.min(toMs, nowMs + 1), limit, nowMs);
  }

  /**
   * Adds candles for the time before the exchange existed or while it was down; existing ones stay. Best before trading
   * begins. Returns how many were added.
   */
  async backfill(
    marketId: number,
    interval: StoredInterval,
    candles: readonly Candle[],
    kind: CandleKind = 'spot',
  ): Promise<number> {
    await this.save();
    let added = 0;
    for (let i = 0; i < candles.length; i += SAVED_TOGETHER) {
      const some = candles.slice(i, i + SAVED_TOGETHER);
      added +=
        kind === 'spot'
          ? await this.#backfillMarket(marketId, interval, some)
          : await this.perpetual.backfill(kind, marketId, interval, some);
    }
    return added;
  }

  #backfillMarket(marketId: number, interval: StoredInterval, candles: readonly Candle[]): Promise<number> {
    const view = this.#views.get(marketId);
    if (view === undefined) throw new RangeError(`no market ${marketId}`);
    return view.backfill(interval, candles);
  }

  /** Saves what changed; resolves when all of it is saved, or failed and will be tried again. Nothing if another process saves. */
  async save(): Promise<void> {
    if (this.#options.passive?.saves === false) return;
    await this.#books.save();
  }

  async stop(): Promise<void> {
    this.end();
    await this.save();
  }

  /** Stops saving by itself: another engine may take over. */
  end(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #take(event: Event, atMs: number): void {
    switch (event.type) {
      case 'depthChanged':
        this.#view(event.marketId).changeDepth(event.side, event.priceTicks, event.quantityLots);
        break;
      case 'traded':
        // Candles may have been saved by an engine that was ahead of this one.
        this.#view(event.marketId).trade(event, atMs, event.tradeId <= this.#books.progress.tradeId);
        this.#books.includes({ tradeId: event.tradeId });
        break;
      case 'indexTicked': {
        const { type: _, ...tick } = event;
        this.#view(event.marketId).indexTicked(tick);
        break;
      }
      case 'marketConfigured':
        this.#view(event.market.id);
        break;
      default:
    }
  }

  #view(marketId: number): MarketView {
    let view = this.#views.get(marketId);
    if (view === undefined) {
      view = MarketView.empty(marketId, this.#books.of('spot', marketId), this.#onError);
      this.#views.set(marketId, view);
    }
    return view;
  }

  /** Publishes all tickers once more, because figures of the last 24 hours change with time. */
  retellTickers(): void {
    this.#tickersTopic.publish(this.tickers());
    this.perpetual.retellTickers();
  }

  #publish(): void {
    const nowMs = this.#options.now();
    const changed: Ticker[] = [];
    for (const view of this.#views.values()) {
      view.publish(nowMs);
      if (view.takeTickerChanged()) changed.push(view.ticker(nowMs));
    }
    if (changed.length > 0) this.#tickersTopic.publish(changed);
    this.perpetual.publish();
  }

  #topic(topic: string): Topic<unknown> | null {
    if (topic === 'tickers') return this.#tickersTopic as Topic<unknown>;
    if (topic.startsWith('perpetual_')) return this.perpetual.topic(topic);
    const [kind, id, interval, of] = topic.split(':');
    if (kind === 'candles') {
      const book = this.#books.find((of ?? 'spot') as CandleKind, Number(id));
      return (book?.topics.get(interval as Interval) ?? null) as Topic<unknown> | null;
    }
    const view = this.#views.get(Number(id));
    if (view === undefined) return null;
    if (interval !== undefined) return null;
    if (kind === 'depth') return view.depthTopic as Topic<unknown>;
    if (kind === 'trades') return view.tradesTopic as Topic<unknown>;
    return kind === 'index' ? (view.indexTopic as Topic<unknown>) : null;
  }

  #state(topic: string): TopicData[PublicTopic] | null {
    if (topic === 'tickers') return this.tickers();
    if (topic.startsWith('perpetual_')) return this.perpetual.state(topic);
    const [kind, id, interval, of] = topic.split(':');
    if (kind === 'candles') {
      const book = this.#books.find((of ?? 'spot') as CandleKind, Number(id))!;
      return book.current(interval as Interval, this.#options.now());
    }
    const view = this.#views.get(Number(id))!;
    if (kind === 'depth') return view.depth();
    if (kind === 'trades') return view.trades();
    return view.prices();
  }

  readonly #onError = (error: unknown): void => {
    this.#options.log.error({ err: error }, 'a market data listener failed');
  };
}
