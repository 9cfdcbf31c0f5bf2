import type { TrustRates } from './figures.ts';

/** What a product is configured from. Amounts are decimal strings in units of the currency. */
export interface TrustTermsConfig extends TrustRates {
  readonly currencyId: number;
  readonly minimum: string;
  readonly maximum: string;
  readonly capacity: string;
  readonly customerLimit: string;
  readonly opensAtMs: number;
}

/** The terms as the core keeps them, in minor units. */
export interface TrustTerms extends TrustRates {
  readonly currencyId: number;
  /** Of one order. */
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
  /** Principal hosted at the same time: by all, and by one customer. What completes or is redeemed makes room again. */
  readonly capacityMinor: bigint;
  readonly customerLimitMinor: bigint;
  /** It cannot be bought before. */
  readonly opensAtMs: number;
}

export interface TrustProduct extends TrustTerms {
  readonly productId: number;
  /** Counts the product's terms from 1. */
  readonly version: number;
  /** Off: nothing is bought or renewed; what is hosted goes on to its end. */
  readonly enabled: boolean;
  /** Principal hosted at the moment. */
  readonly hostedMinor: bigint;
  /** Orders ever bought; from the first on the terms are frozen. */
  readonly orderCount: number;
}

/**
 * A new product, or new terms of one nobody has bought yet: after the first order only `enabled` changes. Refused with
 * `treasury_short` if the treasury could not pay the interest of all that may still be bought in the currency.
 */
export interface ConfigureTrustProduct {
  readonly type: 'configureTrustProduct';
  /** Chosen by the server. */
  readonly productId: number;
  readonly enabled: boolean;
  readonly terms: TrustTermsConfig;
}

/** From the customer's trust account. */
export interface BuyTrust {
  readonly type: 'buyTrust';
  readonly customerId: number;
  readonly productId: number;
  /** The terms the customer was shown; refused with `trust_terms_changed` if they are not the product's any more. */
  readonly termsVersion: number;
  readonly amountMinor: bigint;
  readonly autoRenew: boolean;
}

export interface SetTrustRenewal {
  readonly type: 'setTrustRenewal';
  readonly customerId: number;
  readonly orderId: number;
  readonly autoRenew: boolean;
}

/** Ends an order before its time. */
export interface RedeemTrust {
  readonly type: 'redeemTrust';
  readonly customerId: number;
  readonly orderId: number;
  /** What was announced: more is never taken, it is refused with `trust_penalty_changed`. */
  readonly maxPenaltyMinor: bigint;
}

/** The switch of all products together: while it is off nothing is bought or renewed, whatever a product's own says. */
export interface SetTrustOpen {
  readonly type: 'setTrustOpen';
  readonly open: boolean;
}

export type TrustCommand = ConfigureTrustProduct | BuyTrust | SetTrustRenewal | RedeemTrust | SetTrustOpen;

export const TRUST_STATES = ['hosting', 'completed', 'redeemed'] as const;
export type TrustState = (typeof TRUST_STATES)[number];

/** An order with everything its figures take: rates as bought. */
export interface TrustOrder extends TrustRates {
  /** Counts all orders from 1. */
  readonly orderId: number;
  readonly customerId: number;
  readonly productId: number;
  readonly currencyId: number;
  readonly principalMinor: bigint;
  readonly boughtAtMs: number;
  /** UTC day of the deposit; the next one earns first. A renewal counts as deposited on the last day before it. */
  readonly depositDay: number;
  /** All interest of the order; what is not paid yet lies in the escrow. */
  readonly promisedMinor: bigint;
  readonly paidDays: number;
  readonly paidMinor: bigint;
  readonly autoRenew: boolean;
  /** The order that this one continues. */
  readonly renewalOf: number | null;
  readonly state: TrustState;
  readonly endedAtMs: number | null;
  /** What early redemption took from the principal. */
  readonly penaltyMinor: bigint;
}

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
      /** Earning day of the order, from 1, and which UTC day that was. */
      readonly day: number;
      readonly utcDay: number;
      readonly amountMinor: bigint;
    };

export type TrustPostingReason = 'trustPurchase' | 'trustInterest' | 'trustCompletion' | 'trustRedemption';

export const TRUST_REFUSALS = [
  'unknown_trust_product',
  'unknown_trust_order',
  'invalid_trust_terms',
  'trust_terms_frozen',
  'trust_terms_changed',
  'trust_closed',
  'trust_not_open',
  'trust_below_minimum',
  'trust_above_maximum',
  'trust_sold_out',
  'trust_customer_limit',
  'treasury_short',
  'trust_order_ended',
  'trust_penalty_changed',
] as const;
