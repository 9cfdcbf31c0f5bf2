import type { DustTerms } from '../dust/terms.ts';

/** What one balance was bought for. The price is the index tick's, so that anyone can work it out again. */
export interface BoughtDust {
  readonly currencyId: number;
  readonly amountMinor: bigint;
  readonly tickNumber: number;
  readonly priceE8: number;
  /** amount × price × (1 − spread), truncated. */
  readonly receivedMinor: bigint;
}

export type ConvertEvent =
  /** The market orders that did it are in the same command's events. */
  | {
      readonly type: 'converted';
      readonly customerId: number;
      readonly fromCurrencyId: number;
      readonly toCurrencyId: number;
      readonly paidMinor: bigint;
      /** After fees. */
      readonly receivedMinor: bigint;
      /** What the quote had promised. */
      readonly minReceivedMinor: bigint;
      /** Through two markets: what is in between, and how much of it made no whole lot and stays in the spot account. */
      readonly viaCurrencyId: number | null;
      readonly restMinor: bigint;
      /** In the order in which they traded. The first one's names the conversion. */
      readonly orderIds: readonly number[];
    }
  | {
      readonly type: 'dustConverted';
      /** Counts from 1 without gaps. */
      readonly dustId: number;
      readonly customerId: number;
      /** What was paid for all lines. */
      readonly toCurrencyId: number;
      readonly receivedMinor: bigint;
      readonly spreadPpm: number;
      readonly lines: readonly BoughtDust[];
    }
  | { readonly type: 'dustTermsSet'; readonly terms: DustTerms };

/** dustConversion (`dust:17`): balances go to the treasury, which pays for them. */
export type ConvertPostingReason = 'dustConversion';
