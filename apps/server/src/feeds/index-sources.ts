import { Counter, Gauge, type Registry } from 'prom-client';
import type { Quote } from './price-feed.ts';
import type { Judged } from './quorum.ts';

export interface IndexSourcesOptions {
  readonly registry: Registry;
  readonly log: { warn(details: object, message: string): void };
  /** A clock that never goes back. Tests use their own. */
  readonly monotonicMs?: () => number;
}

/** The composition of an index, by source names. */
export interface IndexMakeup {
  readonly used: string[];
  readonly dropped: string[];
  readonly missing: Judged['missing'];
}

/** A source that stays outside the band is logged this often. */
const REMIND_EVERY_MS = 60_000;
const NOTHING: IndexMakeup = { used: [], dropped: [], missing: null };

/** Remembers the composition of each market's index for the desk, and reports excluded sources in log and metrics. */
export class IndexSources {
  readonly #options: IndexSourcesOptions;
  readonly #monotonicMs: () => number;
  readonly #makeup = new Map<number, IndexMakeup>();
  readonly #namedAtMs = new Map<string, number>();
  readonly #dropped: Counter<'source'>;

  constructor(options: IndexSourcesOptions) {
    this.#options = options;
    this.#monotonicMs = options.monotonicMs ?? (() => performance.now());
    const registers = [options.registry];
    this.#dropped = new Counter({
      name: 'tallystick_index_dropped_total',
      help: 'Samples of an index in which a source was left out: too far from the middle of all',
      labelNames: ['source'],
      registers,
    });
    const missing = new Gauge({
      name: 'tallystick_index_missing',
      help: 'Markets without an index: too few fresh sources, or too few that agree',
      labelNames: ['reason'],
      registers,
      collect: () => {
        for (const reason of ['sources', 'agreement'] as const) {
          const without = [...this.#makeup.values()].filter(one => one.missing === reason);
          missing.set({ reason }, without.length);
        }
      },
    });
  }

  /** Empty before the first sample, and for a market without an index. */
  of(marketId: number): IndexMakeup {
    return this.#makeup.get(marketId) ?? NOTHING;
  }

  /** By market, for `told` in another process. */
  all(): readonly (readonly [marketId: number, makeup: IndexMakeup])[] {
    return [...this.#makeup];
  }

  /** What the process that makes the indexes has found. */
  told(makeups: readonly (readonly [marketId: number, makeup: IndexMakeup])[]): void {
    for (const [marketId, makeup] of makeups) this.#makeup.set(marketId, makeup);
  }

  judged(marketId: number, { used, dropped, missing }: Judged): void {
    this.#makeup.set(marketId, { used: namesOf(used), dropped: namesOf(dropped), missing });
    for (const { source, priceE8 } of dropped) {
      this.#dropped.inc({ source });
      const key = `${marketId} ${source}`;
      const nowMs = this.#monotonicMs();
      if (nowMs - (this.#namedAtMs.get(key) ?? -Infinity) < REMIND_EVERY_MS) continue;
      this.#namedAtMs.set(key, nowMs);
      const others = used.map(quote => ({ source: quote.source, priceE8: quote.priceE8 }));
      this.#options.log.warn(
        { marketId, source, priceE8, others },
        'a price source is left out of the index: it is too far from the middle of all',
      );
    }
  }
}

function namesOf(quotes: readonly Quote[]): string[] {
  return quotes.map(({ source }) => source).toSorted();
}
