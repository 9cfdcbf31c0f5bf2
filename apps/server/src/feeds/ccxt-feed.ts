import type { Candle } from '../engine/market-data/candle.ts';
import { STORED_INTERVALS, type StoredInterval } from '../engine/market-data/intervals.ts';
import { candleMaker } from './history.ts';
import { poll } from './poll.ts';
import type { CandleHistory, FeedMarket, PriceFeed, Quote } from './price-feed.ts';

/** The part of a ccxt exchange that is used. */
export interface Exchange {
  readonly id: string;
  readonly has: Readonly<Record<string, unknown>>;
  loadMarkets(): Promise<Readonly<Record<string, unknown>>>;
  fetchTickers(symbols: string[]): Promise<Readonly<Record<string, Ticker>>>;
  fetchTicker(symbol: string): Promise<Ticker>;
  fetchOHLCV(
    symbol: string,
    timeframe: string,
    since: number | undefined,
    limit: number,
  ): Promise<readonly Ohlcv[]>;
  close?(): Promise<unknown>;
}
export interface Ticker {
  readonly timestamp?: number | undefined;
  readonly bid?: number | undefined;
  readonly ask?: number | undefined;
  readonly last?: number | undefined;
}
type Ohlcv = readonly (number | undefined)[];

export interface FeedLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface CcxtFeedOptions {
  readonly exchanges: readonly Exchange[];
  readonly markets: readonly FeedMarket[];
  readonly pollMs: number;
  readonly now: () => number;
  readonly log: FeedLog;
}

const CANDLES = 1000;

/** Loads exchanges from ccxt, which is large, only when needed. */
export async function loadExchanges(names: readonly string[]): Promise<Exchange[]> {
  const { default: ccxt } = await import('ccxt');
  return names.map(name => {
    const known: Record<string, unknown> = { ...ccxt };
    const Constructor = known[name];
    if (!ccxt.exchanges.includes(name) || typeof Constructor !== 'function') {
      throw new Error(`FEED names the exchange ${name}, which ccxt does not know`);
    }
    return Reflect.construct(Constructor, [{ enableRateLimit: true, timeout: 10_000 }]) as Exchange;
  });
}

/** Polls several real exchanges; each is a source of its own. */
export class CcxtFeed implements PriceFeed {
  readonly #options: CcxtFeedOptions;
  readonly #stopping = new AbortController();
  #polling: Promise<unknown> = Promise.resolve();

  constructor(options: CcxtFeedOptions) {
    this.#options = options;
  }

  async start(onQuote: (quote: Quote) => void): Promise<void> {
    this.#polling = Promise.all(this.#options.exchanges.map(exchange => this.#follow(exchange, onQuote)));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#polling;
    await Promise.all(this.#options.exchanges.map(exchange => exchange.close?.()));
  }

  /** From the first exchange that has these candles. */
  async history(marketId: number, endMs: number, afterMs = 0): Promise<CandleHistory | null> {
    const market = this.#options.markets.find(one => one.id === marketId);
    if (!market) return null;
    for (const exchange of this.#options.exchanges) {
      try {
        return await readHistory(exchange, market, endMs, afterMs);
      } catch (error) {
        this.#options.log.warn({ err: error, exchange: exchange.id, market: market.symbol }, 'no candles');
      }
    }
    return null;
  }

  async #follow(exchange: Exchange, onQuote: (quote: Quote) => void): Promise<void> {
    const { pollMs, log } = this.#options;
    let markets: FeedMarket[] | null = null;
    await poll({
      everyMs: pollMs,
      signal: this.#stopping.signal,
      look: async () => {
        markets ??= await this.#listed(exchange);
        await this.#poll(exchange, markets, onQuote);
      },
      onFailure: (error, waitMs) =>
        log.warn({ err: error, exchange: exchange.id, waitMs }, 'a price source failed'),
    });
  }

  async #listed(exchange: Exchange): Promise<FeedMarket[]> {
    const listed = await exchange.loadMarkets();
    const markets = this.#options.markets.filter(market => market.symbol in listed);
    this.#options.log.info(
      { exchange: exchange.id, markets: markets.map(market => market.symbol) },
      'price source found',
    );
    return markets;
  }

  async #poll(
    exchange: Exchange,
    markets: readonly FeedMarket[],
    onQuote: (quote: Quote) => void,
  ): Promise<void> {
    if (markets.length === 0) return;
    const tickers = await tickersOf(
      exchange,
      markets.map(market => market.symbol),
    );
    if (this.#stopping.signal.aborted) return;
    const nowMs = this.#options.now();
    for (const market of markets) {
      const ticker = tickers[market.symbol];
      const priceE8 = Math.round(((ticker && priceOf(ticker)) ?? 0) * 1e8);
      // An exchange's own time shows when its data stops; times in our future are ignored.
      const toldAtMs = ticker?.timestamp ?? null;
      const atMs = Math.min(toldAtMs ?? nowMs, nowMs);
      if (Number.isSafeInteger(priceE8) && priceE8 > 0) {
        onQuote({ marketId: market.id, source: exchange.id, priceE8, atMs, toldAtMs });
      }
    }
  }
}

/** The tickers of an exchange's markets, in one request if it can. */
export async function tickersOf(
  exchange: Exchange,
  symbols: string[],
): Promise<Readonly<Record<string, Ticker>>> {
  if (exchange.has['fetchTickers']) return await exchange.fetchTickers(symbols);
  const tickers = symbols.map(async symbol => [symbol, await exchange.fetchTicker(symbol)] as const);
  return Object.fromEntries(await Promise.all(tickers));
}

/** The book's mid price if there is one, else the last trade; null if neither is valid. */
export function priceOf({ bid, ask, last }: Ticker): number | null {
  const price = bid && ask && bid > 0 && ask >= bid ? (bid + ask) / 2 : last;
  return price !== undefined && Number.isFinite(price) && price > 0 ? price : null;
}

async function readHistory(
  exchange: Exchange,
  market: FeedMarket,
  endMs: number,
  afterMs: number,
): Promise<CandleHistory> {
  const result: Partial<Record<StoredInterval, Candle[]>> = {};
  const toCandle = candleMaker(market);
  for (const interval of STORED_INTERVALS) {
    const candles: Candle[] = [];
    for (const row of await exchange.fetchOHLCV(market.symbol, interval, undefined, CANDLES)) {
      const [openMs, open, high, low, close, volume = 0] = row;
      if (!openMs || !open || !high || !low || !close || openMs <= afterMs || openMs >= endMs) continue;
      const stretch = { open: open * 1e8, high: high * 1e8, low: low * 1e8, close: close * 1e8, volume };
      candles.push(toCandle(openMs, stretch));
    }
    result[interval] = candles;
  }
  return result as CandleHistory;
}
