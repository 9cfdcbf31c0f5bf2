import type { ReadonlyExchange } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import { INTERVALS, type Interval } from '@tallystick/protocol/calls/market';
import type { CallOutput } from '@tallystick/protocol';
import type { MarketData } from '../../engine/market-data/market-data.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { amountMinor, type MarketUnitsTable } from './units.ts';
import { worth, type Valuation } from './valuation.ts';
import { wireCandle, wireDepth, wireMarket, wirePublicTrade, wireTicker, type TickerClock } from './wire.ts';

export interface MarketOptions {
  readonly exchange: ReadonlyExchange;
  readonly marketData: MarketData;
  readonly units: MarketUnitsTable;
  readonly valuation: Valuation;
  readonly clock: TickerClock;
  /** An index older than this is stale. */
  readonly staleMs: number;
}

/** Levels of the book a page gets at once; who watches it gets them all: see sockets/public-topics.ts. */
const DEPTH_LEVELS = 200;
const SPARKLINE_POINTS = 48;
const SPARKLINE_INTERVAL: Interval = '30m';
const SPARKLINE_EVERY_MS = 10_000;
/** Beyond a currency's own decimals, so that a rate of 0.0000000123 still says something. */
const RATE_DECIMALS = 18;

const intervals: ReadonlySet<string> = new Set(INTERVALS);

export function isInterval(text: string | undefined): text is Interval {
  return text !== undefined && intervals.has(text);
}

/** What everyone may see: markets, prices, books, trades and candles, as committed. */
export class MarketService {
  readonly #options: MarketOptions;
  readonly #sparklines = new Map<number, { readonly atMs: number; readonly closes: string[] }>();

  constructor(options: MarketOptions) {
    this.#options = options;
  }

  async quotations(): Promise<CallOutput<'GET currency/quotation_new'>> {
    const { exchange, marketData, units, clock, staleMs } = this.#options;
    const items = [];
    for (const market of exchange.markets()) {
      const ticker = marketData.ticker(market.id);
      if (ticker === null) continue;
      const marketUnits = units.of(market.id);
      items.push({
        market: wireMarket(market, exchange.marketStatus(market.id) ?? 'halted', marketUnits, exchange.terms),
        ticker: wireTicker(ticker, marketUnits, clock, staleMs),
        sparkline: await this.#sparkline(market.id),
      });
    }
    return { items };
  }

  async candles(
    marketId: number,
    interval: string,
    limit: number,
    toMs: number | undefined,
  ): Promise<CallOutput<'GET currency/new_timeshar'>> {
    const { marketData, units } = this.#options;
    if (!isInterval(interval)) throw new CallFailure('interval_unknown', { field: 'interval' });
    const marketUnits = units.of(marketId);
    const candles = await marketData.candles(marketId, interval, limit, toMs);
    return {
      interval,
      items: (candles ?? []).map(candle => wireCandle(candle, marketUnits)),
      sequence: marketData.sequence(`candles:${marketId}:${interval}`),
    };
  }

  deal(marketId: number): CallOutput<'GET currency/deal'> {
    const { marketData, units, clock, staleMs } = this.#options;
    const marketUnits = units.of(marketId);
    const depth = marketData.peek(`depth:${marketId}`);
    const ticker = marketData.ticker(marketId);
    if (depth === null || ticker === null) throw new CallFailure('unknown_market', { field: 'market_id' });
    return {
      depth: wireDepth(marketId, depth.sequence, depth.data, marketUnits, DEPTH_LEVELS),
      trades: (marketData.trades(marketId) ?? []).map(trade => wirePublicTrade(trade, marketUnits)),
      ticker: wireTicker(ticker, marketUnits, clock, staleMs),
    };
  }

  /** Truncated to the target's decimals; null where no prices lead there. */
  convert(fromId: number, toId: number, amount: string): CallOutput<'GET coin/convert'> {
    const { units, valuation } = this.#options;
    const from = units.currency(fromId, 'from');
    const to = units.currency(toId, 'to');
    const minor = amountMinor(amount, from, 'amount');
    const rate = valuation.rate(fromId, toId);
    const oneE18 = 10n ** BigInt(from.decimals + RATE_DECIMALS - to.decimals);
    return {
      from: fromId,
      to: toId,
      amount,
      value: rate === null ? null : formatMinor(worth(minor, rate), to.decimals),
      rate: rate === null ? null : formatMinor(worth(oneE18, rate), RATE_DECIMALS),
    };
  }

  async #sparkline(marketId: number): Promise<string[]> {
    const { marketData, units, clock } = this.#options;
    const known = this.#sparklines.get(marketId);
    if (known !== undefined && clock.now() - known.atMs < SPARKLINE_EVERY_MS) return known.closes;
    const candles = await marketData.candles(marketId, SPARKLINE_INTERVAL, SPARKLINE_POINTS);
    const marketUnits = units.of(marketId);
    const closes = (candles ?? []).map(candle => marketUnits.price(candle.closeTicks));
    this.#sparklines.set(marketId, { atMs: clock.now(), closes });
    return closes;
  }
}
