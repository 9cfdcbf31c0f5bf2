import { CANCEL_SCOPES, MAX_BATCH } from '@tallystick/core/spot/command';
import { EXIT_REFUSALS, SIDES, TIMES_IN_FORCE, TRIGGER_DIRECTIONS } from '@tallystick/core/spot/order';
import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';

export const side = z.enum(SIDES);
export const orderType = z.enum(['limit', 'market', 'stop_limit', 'stop_market', 'trailing_stop']);
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
  'expired',
  'cancel_timer',
  'linked_order',
]);
export const triggerDirection = z.enum(TRIGGER_DIRECTIONS);
/** Who gives way when an order would trade with another of the same customer. */
export const selfTrade = z.enum(['expire_taker', 'expire_maker', 'expire_both', 'decrement']);

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
  /** Which way the price has to go; null if the order did not say. */
  trigger_direction: triggerDirection.nullable(),
  /** The price that a stop watches: the last trade's, or the index. */
  trigger_source: z.enum(['last', 'index']),
  /** How far a trailing stop follows: a price, or percent of the highest or lowest price since. */
  trail_distance: z.string().nullable(),
  trail_percent: z.string().nullable(),
  /** Where a waiting trailing stop would fire now; null before its activation, and for other orders. */
  trail_trigger_price: z.string().nullable(),
  triggered: z.boolean(),
  /** When the trigger fired; null also for stops that fired before this was kept. */
  triggered_at_ms: z.number().nullable(),
  self_trade: selfTrade,
  if_unfillable: z.enum(['refuse', 'expire']),
  /** Good till date: when the order ends. */
  expires_at_ms: z.number().nullable(),
  guarded: z.boolean(),
  /** Iceberg: what the book shows at a time. */
  visible_quantity: z.string().nullable(),
  /** Bracket: where what was bought is sold again once the order has ended. */
  take_profit_price: z.string().nullable(),
  stop_loss_price: z.string().nullable(),
  /** Null: the stop-loss becomes a market order. */
  stop_loss_limit_price: z.string().nullable(),
  /** Why the exits of a bracket were not placed. */
  exits_refused: z.enum(EXIT_REFUSALS).nullable(),
  /** Of an exit: the order whose bracket it is of. */
  parent_order_id: z.number().nullable(),
  /** Of two linked orders: the id of the limit order, and the id of the other. */
  list_id: z.number().nullable(),
  linked_order_id: z.number().nullable(),
  status: orderStatus,
  reason: orderEndReason.nullable(),
  filled_quantity: z.string(),
  /** Taken off instead of trading with another order of the same customer. */
  prevented_quantity: z.string(),
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

const placement = z.object({
  market_id: f.shortId,
  side,
  type: orderType.default('limit'),
  time_in_force: timeInForce.default('GTC'),
  post_only: f.flag.default(false),
  price: f.decimal.optional(),
  quantity: f.decimal.optional(),
  budget: f.decimal.optional(),
  trigger_price: f.decimal.optional(),
  /** Without it: whichever way the trigger lies from the price at which the call arrives. */
  trigger_direction: triggerDirection.optional(),
  client_order_id: f.clientOrderId.optional(),
  self_trade: selfTrade.default('expire_taker'),
  /** `expire`: a FOK order that cannot be filled, or a market order that finds nobody, ends at once instead of being refused. */
  if_unfillable: z.enum(['refuse', 'expire']).default('refuse'),
  trigger_source: z.enum(['last', 'index']).default('last'),
  /** Trailing stops: one of the two. Their `trigger_price` is the activation price, if there is one. */
  trail_distance: f.decimal.optional(),
  trail_percent: f.decimal.optional(),
  /** Only with GTD. */
  expires_at_ms: f.timestampMs.optional(),
  /** Whether the cancel timer takes it off even if it is set for guarded orders alone. */
  guarded: f.flag.default(false),
  /** Iceberg, of limit orders with GTC or GTD: what the book shows at a time, at least a tenth of the quantity. */
  visible_quantity: f.decimal.optional(),
  /** Bracket, of purchases: once the order has ended, what it bought is offered at the one and sold at the other. */
  take_profit_price: f.decimal.optional(),
  stop_loss_price: f.decimal.optional(),
  /** Without it the stop-loss sells at the market. */
  stop_loss_limit_price: f.decimal.optional(),
});

const orderList = z.object({
  market_id: f.shortId,
  side,
  /** Of the limit order, which never takes. */
  price: f.decimal,
  quantity: f.decimal,
  /** Of the stop: below `price` for sales, above it for purchases. */
  trigger_price: f.decimal,
  /** The stop's limit; without it the stop becomes a market order. */
  stop_price: f.decimal.optional(),
  /** What a stop that buys at the market may spend. */
  budget: f.decimal.optional(),
  client_order_id: f.clientOrderId.optional(),
  stop_client_order_id: f.clientOrderId.optional(),
  self_trade: selfTrade.default('expire_taker'),
  trigger_source: z.enum(['last', 'index']).default('last'),
  /** With it both orders are GTD. */
  expires_at_ms: f.timestampMs.optional(),
  guarded: f.flag.default(false),
});

const amendment = z.object({
  order_id: f.id,
  price: f.decimal.optional(),
  /** The whole quantity, what is filled included. */
  quantity: f.decimal.optional(),
  budget: f.decimal.optional(),
  trigger_price: f.decimal.optional(),
});

const placed = z.object({ order, fills: z.array(fill) });

/** A part of a call that was refused although the call was not: as an answer of its own. */
export const refusedPart = z.object({
  code: z.string(),
  message: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number()])),
});

export const cancelTimer = z.object({
  market_id: z.number(),
  due_at_ms: z.number(),
  scope: z.enum(CANCEL_SCOPES),
});

const PLACEMENT_ERRORS = [
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
  'duplicate_client_order_id',
  'expiry_in_past',
  'no_price_yet',
] as const;
const CANCEL_ERRORS = ['unknown_order', 'order_not_open', 'market_halted'] as const;
const AMENDMENT_ERRORS = [
  'order_not_open',
  'unknown_order',
  'amend_below_filled',
  'amend_changes_nothing',
  'order_is_linked',
] as const;

export const spotCalls = callsOf('spot', {
  'POST coin/trade': {
    summary: 'Place an order',
    idempotent: true,
    input: placement,
    output: placed,
    errors: PLACEMENT_ERRORS,
  },
  'PUT coin/trade': {
    summary: 'Cancel an order',
    input: z.object({ order_id: f.id }),
    output: z.object({ order }),
    errors: CANCEL_ERRORS,
  },
  'POST coin/check': {
    summary: 'Whether an order would be accepted now, by every rule; nothing is placed',
    input: placement,
    output: z.object({}),
    errors: PLACEMENT_ERRORS,
  },
  'POST coin/order_list': {
    summary:
      'Place two linked orders over one frozen amount: the first that trades, or is cancelled, ends the other (OCO)',
    idempotent: true,
    input: orderList,
    output: z.object({ list_id: z.number(), orders: z.array(order) }),
    errors: PLACEMENT_ERRORS,
  },
  'POST coin/check_order_list': {
    summary: 'Whether two linked orders would be accepted now; nothing is placed',
    input: orderList,
    output: z.object({}),
    errors: PLACEMENT_ERRORS,
  },
  'POST coin/amend': {
    summary:
      'Change a waiting order. Less at the same price keeps its place in the queue; anything else loses it',
    idempotent: true,
    input: amendment,
    output: placed,
    errors: [...PLACEMENT_ERRORS, ...AMENDMENT_ERRORS],
  },
  'POST coin/replace': {
    summary: 'Cancel an order and place another in one step',
    idempotent: true,
    input: placement.extend({
      cancel_order_id: f.id,
      /** `stop_on_failure`: place nothing if the order cannot be cancelled. */
      mode: z.enum(['stop_on_failure', 'allow_failure']).default('stop_on_failure'),
    }),
    output: z.object({
      cancelled: order.nullable(),
      /** Why the first order was not cancelled, in mode `allow_failure`. */
      cancel_refused: refusedPart.nullable(),
      order: order.nullable(),
      fills: z.array(fill),
      /** Why the second was not placed although the first is cancelled. */
      place_refused: refusedPart.nullable(),
    }),
    errors: [...PLACEMENT_ERRORS, ...CANCEL_ERRORS],
  },
  'POST coin/batch': {
    summary: `Place, amend and cancel up to ${MAX_BATCH} orders one after the other; each has an outcome of its own`,
    idempotent: true,
    input: z.object({
      parts: f.structured(
        z
          .array(
            z.union([
              placement.extend({ do: z.literal('place') }),
              amendment.extend({ do: z.literal('amend') }),
              z.object({ do: z.literal('cancel'), order_id: f.id }),
            ]),
          )
          .min(1)
          .max(MAX_BATCH),
      ),
    }),
    output: z.object({
      outcomes: z.array(
        z.union([
          z.object({ ok: z.literal(true), order, fills: z.array(fill) }),
          refusedPart.extend({ ok: z.literal(false) }),
        ]),
      ),
    }),
    errors: ['invalid_order'],
  },
  'GET coin/cancel_timers': {
    summary: 'Dead man’s switches that are on',
    output: z.object({ timers: z.array(cancelTimer) }),
  },
  'POST coin/cancel_timer': {
    summary:
      'Dead man’s switch: cancel the waiting orders of a market unless this call is repeated in time. `guarded`: only orders placed with that flag',
    input: z.object({
      market_id: f.shortId,
      /** 0 switches it off; at least 1000 otherwise. */
      after_ms: f.whole(0, 86_400_000),
      scope: z.enum(CANCEL_SCOPES).default('all'),
    }),
    output: z.object({ timer: cancelTimer.nullable() }),
    errors: ['unknown_market', 'invalid_order'],
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
      client_order_id: f.clientOrderId.optional(),
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
