import type { TrustTermsConfig } from './terms.ts';

/**
 * A new product, or new terms of one nobody has bought yet: after the first order only `enabled` changes. Refused with
 * `treasury_short` if the treasury could not pay the interest of everything that may still be bought in the currency.
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
  /** The terms the customer saw; refused with `trust_terms_changed` if the product's terms are others by now. */
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
  /** The penalty the customer saw: if it is higher by now, the command is refused with `trust_penalty_changed`. */
  readonly maxPenaltyMinor: bigint;
}

/** The switch of all products together: while it is off nothing is bought or renewed, also of enabled products. */
export interface SetTrustOpen {
  readonly type: 'setTrustOpen';
  readonly open: boolean;
}

export type TrustCommand = ConfigureTrustProduct | BuyTrust | SetTrustRenewal | RedeemTrust | SetTrustOpen;

export const TRUST_COMMANDS = [
  'configureTrustProduct',
  'setTrustOpen',
  'buyTrust',
  'setTrustRenewal',
  'redeemTrust',
] as const;
