import type { TrustRates } from './figures.ts';

/** The configuration of a product. Amounts are decimal strings in units of the currency. */
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
  /** Limits of one order. */
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
  /** Capacity for hosted principal: of all customers, and of one. Completed or redeemed orders free it again. */
  readonly capacityMinor: bigint;
  readonly customerLimitMinor: bigint;
  /** It cannot be bought before. */
  readonly opensAtMs: number;
}

export interface TrustProduct extends TrustTerms {
  readonly productId: number;
  /** Counts the product's terms from 1. */
  readonly version: number;
  /** False: nothing is bought or renewed; hosted orders go on to their end. */
  readonly enabled: boolean;
  /** Principal hosted at the moment. */
  readonly hostedMinor: bigint;
  /** Orders ever bought; the terms are frozen from the first one on. */
  readonly orderCount: number;
}

export const TRUST_STATES = ['hosting', 'completed', 'redeemed'] as const;
export type TrustState = (typeof TRUST_STATES)[number];

/** An order with everything its figures depend on: rates as bought. */
export interface TrustOrder extends TrustRates {
  /** Counts all orders from 1. */
  readonly orderId: number;
  readonly customerId: number;
  readonly productId: number;
  readonly currencyId: number;
  readonly principalMinor: bigint;
  readonly boughtAtMs: number;
  /** UTC day of the deposit; the next day earns first. A renewal counts as deposited on the last day before it. */
  readonly depositDay: number;
  /** All interest of the order; the unpaid part is in escrow. */
  readonly promisedMinor: bigint;
  readonly paidDays: number;
  readonly paidMinor: bigint;
  readonly autoRenew: boolean;
  /** The order that this one renews. */
  readonly renewalOf: number | null;
  readonly state: TrustState;
  readonly endedAtMs: number | null;
  /** What early redemption took from the principal. */
  readonly penaltyMinor: bigint;
}
