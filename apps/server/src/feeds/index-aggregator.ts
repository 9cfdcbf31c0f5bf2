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
  /** A source whose last news is older than another's by more than this is left out until it has some. */
  readonly lagMs: number;
  readonly quorum: Quorum;
  readonly now: () => number;
  readonly onPrice: (price: IndexPrice) => void;
  /** The market has no index any more. Called once, until it has one again. */
  readonly onStale: (marketId: number, judged: Judged) => void;
  /** What each sample found, before prices and staleness are told. */
  readonly onJudged?: (marketId: number, judged: Judged) => void;
}

/** A clock that runs ahead of ours by more than this is wrong, and so may be the price. */
const MAX_AHEAD_MS = 5000;

/** What a source last said, and when by our clock it last said anything else than before. */
interface Told {
  readonly quote: Quote;
  readonly newsAtMs: number;
}

/**
 * Gathers quotes and gives the index at a steady pace: for each market the median of the sources whose last quote is
 * not stale, and which agree (quorum.ts). With too few it gives nothing, and says so.
 *
 * A source that stands still while another moves on is left out much sooner than it is stale: the price would be half
 * of what it was, and jump when the source is gone or back, to the profit of who saw that coming. Where nothing moves,
 * nothing is left out.
 *
 * It does not repeat itself: while fewer than half of the sources have said anything since the last price, there is no
 * new one. An option is entered at the first price after its purchase, and whoever watches other markets must not be
 * able to buy at one that is known to be old.
 */
export class IndexAggregator {
  readonly #options: IndexAggregatorOptions;
  readonly #quotes = new Map<number, Map<string, Told>>();
  /** What the last price of each market was made of. */
  readonly #used = new Map<number, ReadonlyMap<string, Quote>>();
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

  /** Gives the present index of every market that has a new one. */
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

/** A source that tells no time has said something when its price is another: our own clock is no news of it. */
function isSame(a: Quote, b: Quote | undefined): boolean {
  return b !== undefined && toldAt(a) === toldAt(b) && a.priceE8 === b.priceE8;
}

function toldAt({ atMs, toldAtMs }: Quote): number | null {
  return toldAtMs === undefined ? atMs : toldAtMs;
}
