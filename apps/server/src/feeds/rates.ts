import { FIAT_CODES, type FiatCode } from '@tallystick/protocol/fiat';
import { median } from './median.ts';

/** What one source says one USDT is worth in a state's currency. */
export interface RateQuote {
  readonly currency: FiatCode;
  readonly source: string;
  /** 1e-8 units of the currency per USDT. */
  readonly perUsdtE8: number;
  /** When it was valid, by the exchange's clock. */
  readonly atMs: number;
}

export interface Rate {
  readonly currency: FiatCode;
  /** 1e-8 units of the currency per USDT: the median of the sources. */
  readonly perUsdtE8: number;
  /** Of the newest source. */
  readonly atMs: number;
  /** From then on it is old. */
  readonly freshUntilMs: number;
  readonly sources: readonly string[];
  /** No exchange quotes it: made up, like the prices of a demo. */
  readonly demo: boolean;
}

/** Delivers quotes until it is stopped. */
export interface RateSource {
  /** Quotes of one look come together. */
  start(onQuotes: (quotes: readonly RateQuote[]) => void): void;
  stop(): Promise<void>;
}

/** The name of the source of a demo's rates. */
export const DEMO_RATES = 'demo';

type Listener = (sequence: number, changed: readonly Rate[]) => void;

/**
 * The rates that totals are shown by. They are beside the exchange: nothing that books, prices or settles reads them. A
 * rate whose sources went silent stays, with its age; a currency nobody has quoted has none.
 */
export class Rates {
  readonly #now: () => number;
  readonly #staleMs: number;
  /** The newest quote of each source: as many as there are currencies and sources in the settings. */
  readonly #quotes = new Map<FiatCode, Map<string, RateQuote>>();
  readonly #rates = new Map<FiatCode, Rate>();
  readonly #listeners = new Set<Listener>();
  #sequence = 0;

  constructor({ now, staleMs }: { readonly now: () => number; readonly staleMs: number }) {
    this.#now = now;
    this.#staleMs = staleMs;
  }

  /** Number of the newest change. */
  get sequence(): number {
    return this.#sequence;
  }

  /** In the usual order of currencies. */
  all(): Rate[] {
    return FIAT_CODES.flatMap(code => this.#rates.get(code) ?? []);
  }

  /** The newest of each source, for `accept` in another process. */
  quotes(): RateQuote[] {
    return [...this.#quotes.values()].flatMap(bySource => [...bySource.values()]);
  }

  /** Calls `listener` with every change and its number. Returns a function that unsubscribes. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Older quotes than a source has given before are ignored. */
  accept(quotes: readonly RateQuote[]): void {
    const changed = new Set<FiatCode>();
    for (const quote of quotes) {
      const bySource = this.#quotes.get(quote.currency) ?? new Map<string, RateQuote>();
      const before = bySource.get(quote.source);
      if (before !== undefined && before.atMs >= quote.atMs) continue;
      this.#quotes.set(quote.currency, bySource.set(quote.source, quote));
      changed.add(quote.currency);
    }
    const rates = [...changed].flatMap(code => this.#renew(code) ?? []);
    if (rates.length === 0) return;
    const sequence = ++this.#sequence;
    for (const listener of this.#listeners) listener(sequence, rates);
  }

  #renew(code: FiatCode): Rate | null {
    const oldestMs = this.#now() - this.#staleMs;
    const fresh = [...(this.#quotes.get(code)?.values() ?? [])].filter(({ atMs }) => atMs >= oldestMs);
    if (fresh.length === 0) return null;
    const atMs = Math.max(...fresh.map(quote => quote.atMs));
    const sources = fresh.map(({ source }) => source).toSorted();
    const rate: Rate = {
      currency: code,
      perUsdtE8: median(fresh.map(({ perUsdtE8 }) => perUsdtE8)),
      atMs,
      freshUntilMs: atMs + this.#staleMs,
      sources,
      demo: sources.includes(DEMO_RATES),
    };
    this.#rates.set(code, rate);
    return rate;
  }
}
