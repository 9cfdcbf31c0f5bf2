import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { lots, multiple, range, SHARED_REFUSALS } from './perpetual-shared.ts';

const kind = z.enum(['stop', 'take_profit']);
const effect = z.enum(['open', 'reduce']);
const triggerSource = z.enum(['mark', 'index', 'last']);

/** An order of a contract that waits for a price, and is placed then. It freezes nothing while it waits. */
export const conditionalOrder = z.object({
  conditional_order_id: z.number(),
  client_order_id: z.string().nullable(),
  market_id: z.number(),
  symbol: z.string(),
  /** What its order does in the book. */
  side: z.enum(['buy', 'sell']),
  /** `reduce` only closes. */
  effect,
  /** The position it reduces, if each order has its own; else null. */
  position_id: z.number().nullable(),
  /** A stop buys above the price and sells below it, a take-profit the other way. */
  kind,
  type: z.enum(['limit', 'market']),
  /** Null: all that is held when it fires; it ends with that position. */
  lots: z.number().nullable(),
  /** Null: as chosen for the contract by then; and if it only reduces. */
  multiple: z.number().nullable(),
  price: z.string().nullable(),
  trigger_source: triggerSource,
  /** Of a trailing one: from which price on it follows; null: from the beginning. */
  trigger_price: z.string().nullable(),
  /** How far it trails: a price, or percent of the highest or lowest price since; null: it does not. */
  trail_distance: z.string().nullable(),
  trail_percent: z.string().nullable(),
  /** Where a waiting trailing one would fire now; null before its activation, and for others. */
  trail_trigger_price: z.string().nullable(),
  expires_at_ms: z.number().nullable(),
  /** `fired`: its order was accepted. `ended`: it never was. */
  status: z.enum(['waiting', 'fired', 'ended']),
  end_reason: z.enum(['cancelled_by_customer', 'position_closed', 'expired', 'refused']).nullable(),
  /** Why its order was refused when it fired. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
  /** When it fired, and the price it saw. */
  fired_at_ms: z.number().nullable(),
  fired_price: z.string().nullable(),
  /** The order it placed; for one that closed a position at once, where each order has its own, that position. */
  order_id: z.number().nullable(),
  placed_at_ms: z.number(),
  updated_at_ms: z.number(),
});

const one = z.object({ order: conditionalOrder });

export const conditionalOrderCalls = callsOf('perpetual', {
  'POST lever/conditional_order': {
    summary:
      'Place an order that waits for a price, at most 100 in a contract: a stop or take-profit that opens or reduces, or a trailing stop. Its order is judged when it fires',
    idempotent: true,
    input: z.object({
      market_id: f.shortId,
      side: z.enum(['buy', 'sell']),
      effect: effect.default('open'),
      /** Where each order has its own position: which one is reduced. */
      position_id: f.id.optional(),
      kind: kind.default('stop'),
      type: z.enum(['limit', 'market']).default('market'),
      /** Left out, if it reduces: all that is held by then. */
      lots: lots.optional(),
      multiple: multiple.optional(),
      price: f.decimal.optional(),
      trigger_source: triggerSource.default('mark'),
      /** Required unless it trails: then it is the activation price. */
      trigger_price: f.decimal.optional(),
      /** Stops: one of the two makes it trail. */
      trail_distance: f.decimal.optional(),
      trail_percent: f.decimal.optional(),
      expires_at_ms: f.timestampMs.optional(),
      client_order_id: f.clientOrderId.optional(),
    }),
    output: one,
    errors: [
      ...SHARED_REFUSALS,
      'invalid_order',
      'price_required',
      'trigger_required',
      'trigger_would_fire',
      'no_price_yet',
      'multiple_not_offered',
      'unknown_position',
      'position_not_open',
      'nothing_to_reduce',
      'duplicate_client_order_id',
      'expiry_in_past',
      'too_many_open_orders',
      'product_off',
    ],
  },
  'POST lever/conditional_orders': {
    summary: 'The customer’s conditional orders, newest first: those that wait, or those that are over',
    input: z.object({ view: z.enum(['open', 'history']).default('open'), ...range }),
    output: f.page(conditionalOrder),
    errors: ['unknown_perpetual'],
  },
  'POST lever/cancel_conditional_order': {
    summary: 'Cancel a conditional order that waits',
    input: z.object({ conditional_order_id: f.id }),
    output: one,
    errors: ['unknown_order', 'order_not_open', 'market_halted'],
  },
  'POST lever/cancel_conditional_orders': {
    summary: 'Cancel the conditional orders of one contract or of all; orders in the book stay',
    input: z.object({ market_id: f.shortId.optional() }),
    output: z.object({ cancelled: z.number() }),
    errors: ['unknown_perpetual', 'market_halted'],
  },
});
