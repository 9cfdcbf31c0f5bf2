import { CONVERT_REFUSALS } from './convert/refusal.ts';
import { LAUNCH_REFUSALS } from './launch/refusal.ts';
import { LIMIT_REFUSALS } from './limit/command.ts';
import { OPTION_REFUSALS } from './option/terms.ts';
import { TERMS_REFUSALS } from './terms/refusal.ts';
import { TRUST_REFUSALS } from './trust/terms.ts';
import { PERPETUAL_REFUSALS } from './perpetual/refusal.ts';
import { REFERRAL_REFUSALS } from './referral/refusal.ts';

/**
 * Why a command was refused. Codes are stable: they travel to the customer's screen, which words them in the
 * customer's language. `params` carry the figures the message names (decimal strings, in units).
 */
export const CORE_REFUSALS = [
  'time_went_backwards',
  'nothing_due',
  'unknown_customer',
  'customer_exists',
  'customer_frozen',
  'unknown_currency',
  'unknown_market',
  'unknown_order',
  'unknown_withdrawal',
  'withdrawal_exists',
  'goodwill_paid',
  'deposit_reversed',
  'invalid_market',
  'invalid_currency',
  'invalid_amount',
  'amount_too_large',
  'invalid_price',
  'invalid_quantity',
  'invalid_order',
  'budget_required',
  'price_required',
  'trigger_required',
  'trigger_would_fire',
  'price_out_of_band',
  'below_min_notional',
  'quantity_too_large',
  'insufficient_balance',
  'insufficient_sellable_balance',
  'post_only_would_take',
  'fill_or_kill_unfillable',
  'no_liquidity',
  'too_many_open_orders',
  'market_halted',
  'market_cancel_only',
  'order_not_open',
  'same_account',
  'stale_tick',
  'invalid_tick',
  ...PERPETUAL_REFUSALS,
  ...OPTION_REFUSALS,
  ...TRUST_REFUSALS,
  ...LIMIT_REFUSALS,
  ...LAUNCH_REFUSALS,
  ...TERMS_REFUSALS,
  ...REFERRAL_REFUSALS,
  ...CONVERT_REFUSALS,
] as const;
export type CoreRefusalCode = (typeof CORE_REFUSALS)[number];

export interface Refusal {
  readonly code: CoreRefusalCode;
  /** The command's field at fault, in snake_case as on the wire, where one is. */
  readonly field?: string;
  readonly params?: Readonly<Record<string, string | number>>;
}
