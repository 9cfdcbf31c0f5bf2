import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import * as f from '../fields.ts';

/** Decimal text or a whole number; anything but a positive integer is refused with invalid_lots. */
export const lots = z.union([z.number().max(Number.MAX_SAFE_INTEGER), z.string().max(40)]).transform(String);
export const multiple = z.union([z.number().max(2_147_483_647), z.string().max(40)]).transform(String);
/** Empty: none. */
export const stopPrice = z.union([f.decimal, z.literal('')]);
export const range = {
  market_id: f.shortId.optional(),
  from_ms: f.timestampMs.optional(),
  to_ms: f.timestampMs.optional(),
  ...f.paging,
};

export const SHARED_REFUSALS = [
  'unknown_perpetual',
  'invalid_lots',
  'too_many_lots',
  'invalid_price',
  'price_out_of_band',
  'no_liquidity',
  'index_stale',
  'market_halted',
  'market_cancel_only',
  'customer_frozen',
] as const satisfies readonly ErrorCode[];
export const STOP_REFUSALS = [
  'stop_wrong_side',
  'stop_beyond_liquidation',
] as const satisfies readonly ErrorCode[];
export const OPENING_REFUSALS = [
  'multiple_not_offered',
  'multiple_too_high',
  'exposure_too_large',
  'open_interest_full',
  'too_many_positions',
  'insufficient_balance',
  'cross_margin_needed',
  'would_be_liquidated',
  'daily_loss_limit',
  'cooling_down',
  'product_off',
] as const satisfies readonly ErrorCode[];
