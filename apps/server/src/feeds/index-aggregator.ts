import type { IndexSource } from '@tallystick/core';
import { median } from './median.ts';
import type { Quote } from './price-feed.ts';
import { judge, type Judged, type Quorum } from './quorum.ts';

/** One price of the index: the median of the sources that are fresh and agree. */
export interface IndexPrice {
  readonly marketId: number;
  readonly priceE8: number;
  readonly sources: readonly IndexSource[];
}

export interface IndexAggregatorOptions {
  readonly marketIds: readonly number[];
  readonly intervalMs: number;
  readonly staleMs: number;
  /** A source whose last news is older than another's by more than this is excluded until it has news. */
  readonly lagMs: number;
  readonly quorum: Quorum;
  readonly now: () => number;
  readonly onPrice: (price: IndexPrice) => void;
  /** The market has lost its index. Called once, until it has one again. */
  readonly onStale: (marketId: number, judged: Judged) => void;
  /** What each sample found, before prices and staleness are reported. */
  readonly onJudged?: (marketId: number, judged: Judged) => void;
}

/** A source whose clock is ahead of ours by more than this is wrong, and its price may be, too. */
const MAX_AHEAD_MS = 5000;

/** A source's last quote, and when, by our clock, it last changed. */
interface Told {
  readonly quote: Quote;
  readonly newsAtMs: number;
}

/**
 * Collects quotes and publishes the index at a steady pace: for each market the median of the sources whose last quote
 * is fresh and which agree (quorum.ts). With too few it publishes nothing, and reports that.
 *
 * A source that stands still while another moves is excluded long before it is stale. Otherwise half of the price would
 * be old and the index would jump when the source disappears or returns, which others could foresee and profit from. If
 * no source moves, none is excluded.
 *
 * It does not repeat a price: without news from at least half of the sources since the last one, there is no new one.
 * An option is entered at the first price after its purchase, and people who watch other markets must not be able to
 * buy at a price known to be old.
 */
export class IndexAggregator {
  readonly #options: IndexAggregatorOptions;
  readonly #quotes = new Map<number, Map<string, Told>>();
  /** The quotes that the last price of each market was computed from. */
  readonly #used = new Map<number, ReadonlyMap<string, Quote>>();
  readonly #stale = new Set<number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: IndexAggregatorOptions) {
    this.#options = options;
    for (const marketId of options.marketIds) this.#quotes.set(marketId, new Map());
  }

  /** Invalid quotes (not a positive whole price, from the future, older than the source's last) are dropped. */
  accept(quote: Quote): void {
    const bySource = this.#quotes.get(quote.marketId);
    if (!bySource || !Number.isSafeInteger(quote.priceE8) || quote.priceE8 <= 0) return;
    const nowMs = this.#options.now();
    if (!(quote.atMs <= nowMs + MAX_AHEAD_MS)) return;
    const last = bySource.get(quote.source);
    if (last && last.quote.atMs > quote.atMs) return;
    const newsAtMs = last && isSame(quote, last.quote) ? last.newsAtMs : nowMs;
    bySource.set(quote.source, { quote, newsAtMs });
  }

  start(): void {
    this.#timer = setInterval(() => this.sample(), this.#options.intervalMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Publishes the index of every market that has a new one. */
  sample(): void {
    const oldest = this.#options.now() - this.#options.staleMs;
    for (const [marketId, bySource] of this.#quotes) {
      const fresh = [...bySource.values()].filter(({ quote }) => quote.atMs >= oldest);
      const judged = judge(this.#withoutLaggards(fresh), fresh.length, this.#options.quorum);
      this.#options.onJudged?.(marketId, judged);
      if (judged.missing === null) {
        this.#stale.delete(marketId);
        if (this.#isNew(marketId, judged.used)) this.#give(marketId, judged.used);
      } else if (!this.#stale.has(marketId)) {
        this.#stale.add(marketId);
        this.#options.onStale(marketId, judged);
      }
    }
  }

  #withoutLaggards(fresh: readonly Told[]): Quote[] {
    const newest = Math.max(...fresh.map(({ newsAtMs }) => newsAtMs));
    return fresh.filter(({ newsAtMs }) => newsAtMs >= newest - this.#options.lagMs).map(({ quote }) => quote);
  }

  #isNew(marketId: number, quotes: readonly Quote[]): boolean {
    const used = this.#used.get(marketId);
    const news = quotes.filter(quote => !isSame(quote, used?.get(quote.source)));
    return 2 * news.length >= quotes.length;
  }

  #give(marketId: number, quotes: readonly Quote[]): void {
    this.#used.set(marketId, new Map(quotes.map(quote => [quote.source, quote])));
    const sources = quotes.map(({ source, priceE8, atMs }): IndexSource => ({ name: source, priceE8, atMs }));
    sources.sort((a, b) => (a.name < b.name ? -1 : 1));
    this.#options.onPrice({ marketId, priceE8: median(sources.map(source => source.priceE8)), sources });
  }
}

/** For a source without a time of its own only another price is news: our clock is not. */
function isSame(a: Quote, b: Quote | undefined): boolean {
  return b !== undefined && toldAt(a) === toldAt(b) && a.priceE8 === b.priceE8;
}

function toldAt({ atMs, toldAtMs }: Quote): number | null {
  return toldAtMs === undefined ? atMs : toldAtMs;
}
