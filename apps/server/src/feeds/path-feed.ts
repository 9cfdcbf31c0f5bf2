import { parseDecimal } from '@tallystick/core/money/decimal';
import { type CandleHistory, type HistoryScale, buildHistory } from './history.ts';
import type { FeedMarket, PriceFeed, Quote } from './price-feed.ts';
import type { PricePath } from './price-path.ts';

export interface PathFeedOptions {
  /** The name of the source in index ticks. */
  readonly source: string;
  readonly markets: readonly FeedMarket[];
  /** One for each market, by its symbol. */
  readonly paths: ReadonlyMap<string, PricePath>;
  /** The path's time at a time of the wall clock, from the start on, and for the history before it. */
  readonly liveMs: (wallMs: number) => number;
  readonly historyMs: (wallMs: number) => number;
  readonly intervalMs: number;
  readonly now: () => number;
}

interface FollowedMarket {
  readonly id: number;
  readonly path: PricePath;
  readonly scale: HistoryScale;
  lastMs: number;
  lastPrice: number;
}

/** A feed that reads its prices from paths: simulated and replayed ones. */
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
      const scale = scaleOf(market, options.historyMs);
      return { id: market.id, path, scale, lastMs: startMs, lastPrice: path.priceAt(startMs) };
    });
  }

  async start(onQuote: (quote: Quote) => void): Promise<void> {
    this.quote(onQuote);
    this.#timer = setInterval(() => this.quote(onQuote), this.#options.intervalMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
  }

  async history(marketId: number, endMs: number): Promise<CandleHistory | null> {
    const market = this.#markets.find(one => one.id === marketId);
    return market ? buildHistory(market.path, market.scale, endMs) : null;
  }

  /** Quotes every market once, at the present time. */
  quote(onQuote: (quote: Quote) => void): void {
    const atMs = this.#options.now();
    const pathMs = this.#options.liveMs(atMs);
    for (const market of this.#markets) {
      const price = priceSince(market, pathMs);
      market.lastMs = pathMs;
      market.lastPrice = price;
      const priceE8 = market.scale.roundPriceE8(price);
      onQuote({ marketId: market.id, source: this.#options.source, priceE8, atMs });
    }
  }
}

/** The price now, unless it turned since the last quote: then the turn that went furthest, so that none is lost. */
function priceSince(market: FollowedMarket, pathMs: number): number {
  let furthest = market.path.priceAt(pathMs);
  for (const turn of market.path.turnsWithin(market.lastMs, pathMs)) {
    if (Math.abs(turn - market.lastPrice) > Math.abs(furthest - market.lastPrice)) furthest = turn;
  }
  return furthest;
}

/** An index is a little finer than the book's tick. */
function scaleOf(market: FeedMarket, pathMs: (wallMs: number) => number): HistoryScale {
  const stepE8 = Math.max(1, Math.floor(Number(parseDecimal(market.tickSize, 8) ?? 10n) / 10));
  const lotSize = Number(market.lotSize);
  return {
    pathMs,
    roundPriceE8: price => Math.max(stepE8, Math.round(price / stepE8) * stepE8),
    // Volumes are for charts only; what a division leaves off a whole lot is none.
    lotsOf: volume => Math.floor(volume / lotSize + 1e-6),
  };
}
