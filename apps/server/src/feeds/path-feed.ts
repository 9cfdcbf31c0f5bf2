import { parseDecimal } from '@tallystick/core/money/decimal';
import { buildHistory } from './history.ts';
import type { CandleHistory, FeedMarket, PriceFeed, Quote } from './price-feed.ts';
import type { PricePath } from './price-path.ts';

export interface PathFeedOptions {
  /** The name of the source in index ticks. */
  readonly source: string;
  readonly markets: readonly FeedMarket[];
  /** One path per market, by its symbol. */
  readonly paths: ReadonlyMap<string, PricePath>;
  /** Converts wall clock time to the path's time, from the start on, and for the history before it. */
  readonly liveMs: (wallMs: number) => number;
  readonly historyMs: (wallMs: number) => number;
  readonly intervalMs: number;
  readonly now: () => number;
}

interface FollowedMarket {
  readonly market: FeedMarket;
  readonly path: PricePath;
  readonly roundE8: (price: number) => number;
  lastMs: number;
  lastPrice: number;
}

/** A feed that reads its prices from paths, simulated or replayed. */
export class PathFeed implements PriceFeed {
  readonly #options: PathFeedOptions;
  readonly #markets: FollowedMarket[];
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PathFeedOptions) {
    this.#options = options;
    const startMs = options.liveMs(options.now());
    this.#markets = options.markets.map(market => {
      const path = options.paths.get(market.symbol);
      if (!path) throw new Error(`no price path for ${market.symbol}`);
      return { market, path, roundE8: rounder(market), lastMs: startMs, lastPrice: path.priceAt(startMs) };
    });
  }

  async start(onQuote: (quote: Quote) => void): Promise<void> {
    this.quote(onQuote);
    this.#timer = setInterval(() => this.quote(onQuote), this.#options.intervalMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
  }

  async history(marketId: number, endMs: number, afterMs?: number): Promise<CandleHistory | null> {
    const followed = this.#markets.find(one => one.market.id === marketId);
    return followed ? buildHistory({ ...followed, pathMs: this.#options.historyMs }, endMs, afterMs) : null;
  }

  /** Quotes every market once, at the present time. */
  quote(onQuote: (quote: Quote) => void): void {
    const atMs = this.#options.now();
    const pathMs = this.#options.liveMs(atMs);
    for (const followed of this.#markets) {
      const price = priceSince(followed, pathMs);
      followed.lastMs = pathMs;
      followed.lastPrice = price;
      const priceE8 = followed.roundE8(price);
      onQuote({ marketId: followed.market.id, source: this.#options.source, priceE8, atMs });
    }
  }
}

/** The current price, or the most extreme turn since the last quote, so that no high or low is lost. */
function priceSince({ path, lastMs, lastPrice }: FollowedMarket, pathMs: number): number {
  let furthest = path.priceAt(pathMs);
  for (const turn of path.turnsWithin(lastMs, pathMs)) {
    if (Math.abs(turn - lastPrice) > Math.abs(furthest - lastPrice)) furthest = turn;
  }
  return furthest;
}

/** The index has more decimals than the book's ticks. */
function rounder(market: FeedMarket): (price: number) => number {
  const stepE8 = Math.max(1, Math.floor(Number(parseDecimal(market.tickSize, 8) ?? 10n) / 10));
  return price => Math.max(stepE8, Math.round(price / stepE8) * stepE8);
}
