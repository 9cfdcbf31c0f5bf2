import { FIAT_CODES, type FiatCode } from '@tallystick/protocol/fiat';
import { priceOf, tickersOf, type Exchange, type FeedLog } from './ccxt-feed.ts';
import { poll } from './poll.ts';
import type { RateQuote, RateSource } from './rates.ts';

export interface CcxtRatesOptions {
  readonly exchanges: readonly Exchange[];
  readonly pollMs: number;
  /** By the exchange's clock. */
  readonly now: () => number;
  readonly log: FeedLog;
}

/** Rates move slowly, and exchanges limit how often they are asked. */
export const RATES_EVERY_MS = 15_000;

interface RateMarket {
  readonly currency: FiatCode;
  readonly symbol: string;
  /** The exchange quotes the currency in USDT (EUR/USDT), not USDT in the currency (USDT/KRW). */
  readonly inverse: boolean;
}

/** Polls real exchanges that trade USDT against a state's currency; others are no source. */
export class CcxtRates implements RateSource {
  readonly #options: CcxtRatesOptions;
  readonly #stopping = new AbortController();
  #polling: Promise<unknown> = Promise.resolve();

  constructor(options: CcxtRatesOptions) {
    this.#options = options;
  }

  start(onQuotes: (quotes: readonly RateQuote[]) => void): void {
    const { exchanges, pollMs, log } = this.#options;
    this.#polling = Promise.all(
      exchanges.map(exchange => {
        let markets: readonly RateMarket[] | null = null;
        return poll({
          everyMs: pollMs,
          signal: this.#stopping.signal,
          look: async () => {
            markets ??= await this.#listed(exchange);
            const quotes = await this.#look(exchange, markets);
            if (!this.#stopping.signal.aborted) onQuotes(quotes);
          },
          onFailure: (error, waitMs) =>
            log.warn({ err: error, exchange: exchange.id, waitMs }, 'a source of rates failed'),
        });
      }),
    );
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#polling;
  }

  async #listed(exchange: Exchange): Promise<readonly RateMarket[]> {
    const listed = await exchange.loadMarkets();
    const markets = FIAT_CODES.flatMap<RateMarket>(currency => {
      const inverse = !(`USDT/${currency}` in listed);
      const symbol = inverse ? `${currency}/USDT` : `USDT/${currency}`;
      return symbol in listed ? [{ currency, symbol, inverse }] : [];
    });
    const symbols = markets.map(({ symbol }) => symbol);
    this.#options.log.info({ exchange: exchange.id, symbols }, 'source of rates found');
    return markets;
  }

  async #look(exchange: Exchange, markets: readonly RateMarket[]): Promise<readonly RateQuote[]> {
    if (markets.length === 0) return [];
    const tickers = await tickersOf(
      exchange,
      markets.map(({ symbol }) => symbol),
    );
    const nowMs = this.#options.now();
    return markets.flatMap<RateQuote>(({ currency, symbol, inverse }) => {
      const ticker = tickers[symbol];
      const price = ticker === undefined ? null : priceOf(ticker);
      if (ticker === undefined || price === null) return [];
      const perUsdtE8 = Math.round((inverse ? 1 / price : price) * 1e8);
      if (!Number.isSafeInteger(perUsdtE8) || perUsdtE8 <= 0) return [];
      // An exchange's own time shows when its data stops; times in our future are ignored.
      const atMs = Math.min(ticker.timestamp ?? nowMs, nowMs);
      return [{ currency, source: exchange.id, perUsdtE8, atMs }];
    });
  }
}
