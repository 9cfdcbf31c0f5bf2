import type { OptionDirection } from './settlement.ts';
import type { OptionTerms, OptionView } from './terms.ts';

/** What may be known of second options at any moment; `exchange.option`. */
export interface OptionReader {
  /** Null for a market that offers none. */
  terms(marketId: number): OptionTerms | null;
  /** Those not settled yet, oldest first; settled ones are forgotten (projections keep those). */
  open(customerId?: number): readonly OptionView[];
  /** One not settled yet. */
  find(optionId: number): OptionView | null;
  /** Number of the newest option, 0 before the first. */
  readonly lastOptionId: number;
  /** What the house may come to owe, beyond stakes, to the market's open options of a direction. */
  exposureMinor(marketId: number, currencyId: number, direction: OptionDirection): bigint;
  practiceMinor(customerId: number, currencyId: number): bigint;
}
