import { SIDES, TIMES_IN_FORCE } from '@tallystick/core/spot/order';
import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';

export const side = z.enum(SIDES);
export const orderType = z.enum(['limit', 'market', 'stop_limit', 'stop_market']);
export const timeInForce = z.enum(TIMES_IN_FORCE);
export const orderStatus = z.enum(['waiting', 'completed', 'cancelled']);
export const orderEndReason = z.enum([
  'filled',
  'cancelled_by_customer',
  'cancelled_by_operator',
  'immediate_remainder',
  'self_trade',
  'trigger_refused',
  'own_limit',
]);

export const order = z.object({
  order_id: z.number(),
  client_order_id: z.string().nullable(),
  market_id: z.number(),
  symbol: z.string(),
  side,
  type: orderType,
  time_in_force: timeInForce,
  post_only: z.boolean(),
  price: z.string().nullable(),
  quantity: z.string().nullable(),
  /** Market buys by budget, in quote units. */
  budget: z.string().nullable(),
  trigger_price: z.string().nullable(),
  triggered: z.boolean(),
  status: orderStatus,
  reason: orderEndReason.nullable(),
  filled_quantity: z.string(),
  /** Filled part as percent of quantity (or budget), truncated, e.g. `40`. */
  filled_percent: z.string(),
  /** Quote units exchanged so far. */
  filled_value: z.string(),
  average_price: z.string().nullable(),
  fee: z.string(),
  fee_currency: z.string(),
  frozen: z.string(),
  frozen_currency: z.string(),
  placed_at_ms: z.number(),
  updated_at_ms: z.number(),
  /** In lists and details: the conversion that placed it. */
  conversion_id: z.string().optional(),
});

export const fill = z.object({
  trade_id: z.number(),
  order_id: z.number(),
  market_id: z.number(),
  symbol: z.string(),
  side,
  role: z.enum(['maker', 'taker']),
  price: z.string(),
  quantity: z.string(),
  value: z.string(),
  fee: z.string(),
  fee_currency: z.string(),
  at_ms: z.number(),
});

export const spotCalls = callsOf('spot', {
  'POST coin/trade': {
    summary: 'Place an order',
    idempotent: true,
    input: z.object({
      market_id: f.shortId,
      side,
      type: orderType.default('limit'),
      time_in_force: timeInForce.default('GTC'),
      post_only: f.flag.default(false),
      price: f.decimal.optional(),
      quantity: f.decimal.optional(),
      budget: f.decimal.optional(),
      trigger_price: f.decimal.optional(),
      client_order_id: f.idempotencyKey.optional(),
    }),
    output: z.object({ order, fills: z.array(fill) }),
    errors: [
      'unknown_market',
      'invalid_price',
      'invalid_quantity',
      'invalid_amount',
      'invalid_order',
      'price_required',
      'budget_required',
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
      'daily_loss_limit',
      'cooling_down',
    ],
  },
  'PUT coin/trade': {
    summary: 'Cancel an order',
    input: z.object({ order_id: f.id }),
    output: z.object({ order }),
    errors: ['unknown_order', 'order_not_open', 'market_halted'],
  },
  'POST coin/cancel_all': {
    summary: 'Cancel all waiting orders, of one market or of all',
    input: z.object({ market_id: f.shortId.optional() }),
    output: z.object({ cancelled: z.number() }),
    errors: ['unknown_market'],
  },
  'GET coin/list': {
    summary:
      'The customer’s orders, newest first, or with `from_id` from that one on, oldest first. `open` = waiting, `history` = the rest',
    input: z.object({
      view: z.enum(['open', 'history']).default('open'),
      market_id: f.shortId.optional(),
      side: side.optional(),
      status: orderStatus.optional(),
      from_ms: f.timestampMs.optional(),
      to_ms: f.timestampMs.optional(),
      from_id: f.id.optional(),
      client_order_id: f.idempotencyKey.optional(),
      ...f.paging,
    }),
    output: f.page(order),
  },
  'GET coin/detail': {
    summary: 'One order, waiting or ended',
    input: z.object({ order_id: f.id }),
    output: z.object({ order }),
    errors: ['unknown_order'],
  },
  'GET coin/fills': {
    summary:
      'The customer’s fills, of one order or of all, newest first, or with `from_id` from that trade on, oldest first',
    input: z.object({
      order_id: f.id.optional(),
      market_id: f.shortId.optional(),
      from_ms: f.timestampMs.optional(),
      to_ms: f.timestampMs.optional(),
      from_id: f.id.optional(),
      ...f.paging,
    }),
    output: f.page(fill),
  },
});
