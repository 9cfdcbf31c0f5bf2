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
