import type { Market, MarketStatus, ReadonlyExchange } from '@tallystick/core';
import type { CandleSuffix } from '@tallystick/protocol';
import { INTERVALS, type CandleKind, type Interval } from '@tallystick/protocol/calls/market';
import type { Candle } from '../../engine/market-data/candle.ts';
import type { MarketData } from '../../engine/market-data/market-data.ts';
import type { HistoryPool } from '../../engine/replicas/history-pool.ts';
import type { Ticker } from '../../engine/market-data/ticker.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Clock } from '../../timekeeping/clock.ts';
import { listTrades, type TradesFilter } from './store.ts';
import type { Rate, Valuation } from './valuation.ts';

export interface MarketOptions {
  readonly exchange: ReadonlyExchange;
  readonly marketData: MarketData;
  readonly valuation: Valuation;
  readonly history: HistoryPool;
  readonly clock: Pick<Clock, 'now'>;
}

export interface Quotation {
  readonly market: Market;
  readonly status: MarketStatus;
  readonly ticker: Ticker;
  /** Of the last candles, oldest first. */
  readonly closesTicks: readonly number[];
}

const SPARKLINE_POINTS = 48;
const SPARKLINE_INTERVAL: Interval = '30m';
const SPARKLINE_EVERY_MS = 10_000;

const intervals: ReadonlySet<string> = new Set(INTERVALS);

export function isInterval(text: string | undefined): text is Interval {
  return text !== undefined && intervals.has(text);
}

/** Public data as committed: markets, prices, books, trades and candles. */
export class MarketService {
  readonly #options: MarketOptions;
  readonly #sparklines = new Map<
    number,
    { readonly atMs: number; readonly closesTicks: readonly number[] }
  >();

  constructor(options: MarketOptions) {
    this.#options = options;
  }

  async quotations(): Promise<Quotation[]> {
    const { exchange, marketData } = this.#options;
    const items: Quotation[] = [];
    for (const market of exchange.markets()) {
      const ticker = marketData.ticker(market.id);
      if (ticker === null) continue;
      const status = exchange.marketStatus(market.id) ?? 'halted';
      items.push({ market, status, ticker, closesTicks: await this.#sparkline(market.id) });
    }
    return items;
  }

  /** Candles before `toMs`, and the topic number from which the socket continues. */
  async candles(
    marketId: number,
    interval: Interval,
    limit: number,
    kind: CandleKind,
    toMs?: number,
  ): Promise<{ readonly candles: readonly Candle[]; readonly sequence: number }> {
    const { marketData } = this.#options;
    const candles = (await marketData.candles(marketId, interval, limit, toMs, kind)) ?? [];
    const suffix: CandleSuffix = kind === 'spot' ? '' : `:${kind}`;
    return { candles, sequence: marketData.sequence(`candles:${marketId}:${interval}${suffix}`) };
  }

  /** Book, trades and ticker. Throws unknown_market. */
  page(marketId: number) {
    const { marketData } = this.#options;
    const depth = marketData.peek(`depth:${marketId}`);
    const ticker = marketData.ticker(marketId);
    if (depth === null || ticker === null) throw new CallFailure('unknown_market', { field: 'market_id' });
    return { depth, ticker, trades: marketData.trades(marketId) ?? [] };
  }

  /** Oldest first. */
  trades(filter: TradesFilter): ReturnType<typeof listTrades> {
    return this.#options.history.read(db => listTrades(db, filter));
  }

  /** Null without a connecting price. */
  rate(fromId: number, toId: number): Rate | null {
    return this.#options.valuation.rate(fromId, toId);
  }

  async #sparkline(marketId: number): Promise<readonly number[]> {
    const { marketData, clock } = this.#options;
    const known = this.#sparklines.get(marketId);
    if (known !== undefined && clock.now() - known.atMs < SPARKLINE_EVERY_MS) return known.closesTicks;
    const candles = await marketData.candles(marketId, SPARKLINE_INTERVAL, SPARKLINE_POINTS);
    const closesTicks = (candles ?? []).map(candle => candle.closeTicks);
    this.#sparklines.set(marketId, { atMs: clock.now(), closesTicks });
    return closesTicks;
  }
}
