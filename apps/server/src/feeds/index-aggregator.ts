import type { IndexSource } from '@tallystick/core';
import type { Quote } from './price-feed.ts';

/** One price of the index: the median of the sources that are fresh. */
export interface IndexPrice {
  readonly marketId: number;
  readonly priceE8: number;
  readonly sources: readonly IndexSource[];
}

export interface IndexAggregatorOptions {
  readonly marketIds: readonly number[];
  readonly intervalMs: number;
  readonly staleMs: number;
  readonly now: () => number;
  readonly onPrice: (price: IndexPrice) => void;
  /** The market has no fresh source any more. Called once, until there is one again. */
  readonly onStale: (marketId: number) => void;
}

/** A clock that runs ahead of ours by more than this is wrong, and so may be the price. */
const MAX_AHEAD_MS = 5000;

/**
 * Gathers quotes and gives the index at a steady pace: for each market the median of the sources whose last quote is
 * not stale. With none it gives nothing, and says so.
 */
export class IndexAggregator {
  readonly #options: IndexAggregatorOptions;
  readonly #quotes = new Map<number, Map<string, Quote>>();
  readonly #stale = new Set<number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: IndexAggregatorOptions) {
    this.#options = options;
    for (const marketId of options.marketIds) this.#quotes.set(marketId, new Map());
  }

  /** Unusable quotes (not a positive whole price, from the future, older than the last of its source) are dropped. */
  accept(quote: Quote): void {
    const bySource = this.#quotes.get(quote.marketId);
    if (!bySource || !Number.isSafeInteger(quote.priceE8) || quote.priceE8 <= 0) return;
    if (!(quote.atMs <= this.#options.now() + MAX_AHEAD_MS)) return;
    const last = bySource.get(quote.source);
    if (!last || last.atMs <= quote.atMs) bySource.set(quote.source, quote);
  }

  start(): void {
    this.#timer = setInterval(() => this.sample(), this.#options.intervalMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Gives the present index of every market that has one. */
  sample(): void {
    const oldest = this.#options.now() - this.#options.staleMs;
    for (const [marketId, bySource] of this.#quotes) {
      const sources: IndexSource[] = [];
      for (const { source, priceE8, atMs } of bySource.values()) {
        if (atMs >= oldest) sources.push({ name: source, priceE8, atMs });
      }
      if (sources.length > 0) {
        this.#stale.delete(marketId);
        sources.sort((a, b) => (a.name < b.name ? -1 : 1));
        this.#options.onPrice({ marketId, priceE8: median(sources.map(source => source.priceE8)), sources });
      } else if (!this.#stale.has(marketId)) {
        this.#stale.add(marketId);
        this.#options.onStale(marketId);
      }
    }
  }
}

/** The middle value; of two middle ones the mean, truncated. */
export function median(prices: readonly number[]): number {
  const sorted = prices.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle]!;
  if (sorted.length % 2 === 1) return upper;
  const lower = sorted[middle - 1]!;
  return lower + Math.floor((upper - lower) / 2);
}
