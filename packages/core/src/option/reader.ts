import type { OptionDirection } from './settlement.ts';
import type { OptionTerms, OptionView } from './terms.ts';

/** What can be read of second options; `exchange.option`. */
export interface OptionReader {
  /** Null for a market without second options. */
  terms(marketId: number): OptionTerms | null;
  /** Unsettled ones, oldest first; settled ones are forgotten (projections keep those). */
  open(customerId?: number): readonly OptionView[];
  /** An unsettled one. */
  find(optionId: number): OptionView | null;
  /** Number of the newest option, 0 before the first. */
  readonly lastOptionId: number;
  /** The most the house may come to owe to the market's open options of a direction, beyond their stakes. */
  exposureMinor(marketId: number, currencyId: number, direction: OptionDirection): bigint;
  practiceMinor(customerId: number, currencyId: number): bigint;
}
