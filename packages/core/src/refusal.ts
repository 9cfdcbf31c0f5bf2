import { CONVERT_REFUSALS } from './convert/refusal.ts';
import { CORRECTION_REFUSALS } from './correction/refusal.ts';
import { CUSTOMER_REFUSALS } from './customer/refusal.ts';
import { DUST_REFUSALS } from './dust/refusal.ts';
import { LAUNCH_REFUSALS } from './launch/refusal.ts';
import { LIMIT_REFUSALS } from './limit/refusal.ts';
import { MARKET_REFUSALS } from './market/refusal.ts';
import { OPTION_REFUSALS } from './option/refusal.ts';
import { PERPETUAL_REFUSALS } from './perpetual/refusal.ts';
import { REFERRAL_REFUSALS } from './referral/refusal.ts';
import { SPOT_REFUSALS } from './spot/refusal.ts';
import { TERMS_REFUSALS } from './terms/refusal.ts';
import { TRUST_REFUSALS } from './trust/refusal.ts';
import { WALLET_REFUSALS } from './wallet/refusal.ts';
import { WITHDRAWAL_REFUSALS } from './withdrawal/refusal.ts';

/**
 * Why a command was refused. Codes are stable: the customer's screen translates them. `params` carry the figures for
 * the message (decimal strings, in units).
 */
export const CORE_REFUSALS = [
  'time_went_backwards',
  'nothing_due',
  'unknown_order',
  'invalid_amount',
  'amount_too_large',
  'invalid_price',
  'invalid_quantity',
  'invalid_order',
  'price_required',
  'price_out_of_band',
  'insufficient_balance',
  'insufficient_sellable_balance',
  'post_only_would_take',
  'no_liquidity',
  'order_not_open',
  'same_account',
  ...SPOT_REFUSALS,
  ...PERPETUAL_REFUSALS,
  ...OPTION_REFUSALS,
  ...TRUST_REFUSALS,
  ...LAUNCH_REFUSALS,
  ...CONVERT_REFUSALS,
  ...DUST_REFUSALS,
  ...REFERRAL_REFUSALS,
  ...TERMS_REFUSALS,
  ...LIMIT_REFUSALS,
  ...MARKET_REFUSALS,
  ...CUSTOMER_REFUSALS,
  ...WALLET_REFUSALS,
  ...CORRECTION_REFUSALS,
  ...WITHDRAWAL_REFUSALS,
] as const;
export type CoreRefusalCode = (typeof CORE_REFUSALS)[number];

export interface Refusal {
  readonly code: CoreRefusalCode;
  /** The command's field at fault, if there is one, in snake_case as on the wire. */
  readonly field?: string;
  readonly params?: Readonly<Record<string, string | number>>;
}
