import type { TrustOrder, TrustProduct } from './terms.ts';

export type TrustEvent =
  | { readonly type: 'trustProductChanged'; readonly product: TrustProduct }
  /** The order's state after the command, at most once per order and command, complete. */
  | { readonly type: 'trustOrderChanged'; readonly order: TrustOrder }
  /** One earning day was paid. */
  | {
      readonly type: 'trustInterestPaid';
      readonly orderId: number;
      readonly customerId: number;
      readonly currencyId: number;
      /** Number of the order's earning day, from 1, and its UTC day. */
      readonly day: number;
      readonly utcDay: number;
      readonly amountMinor: bigint;
    };

export type TrustPostingReason = 'trustPurchase' | 'trustInterest' | 'trustCompletion' | 'trustRedemption';
