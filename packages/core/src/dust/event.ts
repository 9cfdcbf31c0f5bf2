import type { DustTerms } from './terms.ts';

/** What one balance was bought for. The price is that of the index tick, so anyone can recompute it. */
export interface BoughtDust {
  readonly currencyId: number;
  readonly amountMinor: bigint;
  readonly tickNumber: number;
  readonly priceE8: number;
  /** amount × price × (1 − spread), truncated. */
  readonly receivedMinor: bigint;
}

export type DustEvent =
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
export type DustPostingReason = 'dustConversion';
