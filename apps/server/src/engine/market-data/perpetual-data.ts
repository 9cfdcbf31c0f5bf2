import type { Event, MarkPrice, ReadonlyExchange } from '@tallystick/core';
import { DAY_MS } from '@tallystick/core/durations';
import type { CommittedBatch } from '../batch.ts';
import type { Candle } from './candle.ts';
import type { DepthDelta } from './depth-book.ts';
import type { PublicTrade } from './market-view.ts';
import type { Queryable } from '../projections/queryable.ts';
import { PerpetualView, type PerpetualTicker } from './perpetual-view.ts';
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
  readonly pool: Queryable;
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
    const { pool, exchange, now, onError } = options;
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
        trades: await newestTrades(pool, marketId),
        minutes: await minutesSince(pool, marketId, now() - DAY_MS),
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
        break;
      case 'markChanged':
        this.#view(event.marketId)?.markChanged(event);
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
        break;
      case 'perpetualConfigured':
        this.#configured(event.contract.marketId);
        break;
      default:
    }
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
      view.publish();
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
      minutes: [],
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

async function newestTrades(pool: Queryable, marketId: number): Promise<PublicTrade[]> {
  const { rows } = await pool.query<{
    trade_id: string;
    price_ticks: number;
    quantity_lots: string;
    taker_side: 'buy' | 'sell';
    at_ms: string;
  }>(
    `select trade_id, price_ticks, quantity_lots, taker_side, at_ms from perpetual_trades
      where market_id = $1 order by trade_id desc limit $2`,
    [marketId, KEPT_TRADES],
  );
  return rows.map(row => ({
    tradeId: Number(row.trade_id),
    priceTicks: row.price_ticks,
    quantityLots: Number(row.quantity_lots),
    takerSide: row.taker_side,
    atMs: Number(row.at_ms),
  }));
}

/** Minutes with trades since then, and the newest minute before them, which gives the day's opening price. */
async function minutesSince(pool: Queryable, marketId: number, fromMs: number): Promise<Candle[]> {
  const { rows } = await pool.query<Record<string, string>>(
    `select at_ms / 60000 * 60000 as open_ms,
            (array_agg(price_ticks order by trade_id))[1] as open_ticks,
            max(price_ticks) as high_ticks, min(price_ticks) as low_ticks,
            (array_agg(price_ticks order by trade_id desc))[1] as close_ticks,
            sum(quantity_lots) as volume_lots, sum(value_minor) as quote_minor
       from perpetual_trades
      where market_id = $1 and trade_id >= coalesce(
        (select max(trade_id) from perpetual_trades where market_id = $1 and at_ms < $2), 0)
      group by 1 order by 1`,
    [marketId, fromMs],
  );
  return rows.map(row => ({
    openMs: Number(row['open_ms']),
    openTicks: Number(row['open_ticks']),
    highTicks: Number(row['high_ticks']),
    lowTicks: Number(row['low_ticks']),
    closeTicks: Number(row['close_ticks']),
    volumeLots: Number(row['volume_lots']),
    quoteMinor: BigInt(row['quote_minor'] ?? 0),
  }));
}
