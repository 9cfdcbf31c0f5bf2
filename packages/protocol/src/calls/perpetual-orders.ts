import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { direction, perpetualEndReason, perpetualFill } from './perpetual-records.ts';
import {
  lots,
  multiple,
  OPENING_REFUSALS,
  range,
  SHARED_REFUSALS,
  STOP_REFUSALS,
  stopPrice,
} from './perpetual-shared.ts';

/** Each order its own position, one long and one short, or one altogether. */
const positionMode = z.enum(['each', 'hedge', 'net']);

/** An order of a customer whose positions of the contract are merged. */
export const perpetualOrder = z.object({
  order_id: z.number(),
  client_order_id: z.string().nullable(),
  market_id: z.number(),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  /** The position it is for in hedge mode; null in net mode. */
  position_side: direction.nullable(),
  /** Closes lots of the opposite position and never opens. */
  reduce_only: z.boolean(),
  type: z.enum(['limit', 'market']),
  price: z.string().nullable(),
  multiple: z.number(),
  status: z.enum(['open', 'filled', 'ended']),
  /** As ordered. */
  lots: z.number(),
  waiting_lots: z.number(),
  filled_lots: z.number(),
  /** Frozen for what waits, fee included; 0 if that only reduces. */
  waiting_margin: z.string(),
  filled_value: z.string(),
  /** Average of its fills, truncated to the tick; null before the first. */
  average_price: z.string().nullable(),
  fee: z.string(),
  /** Of what it has closed, before fees. */
  realised_profit: z.string(),
  /** Null while it waits. */
  end_reason: z.enum([...perpetualEndReason.options, 'opening_refused', 'nothing_to_reduce']).nullable(),
  placed_at_ms: z.number(),
  updated_at_ms: z.number(),
});

const modeOfContract = z.object({ market_id: z.number(), mode: positionMode });

export const perpetualOrderCalls = callsOf('perpetual', {
  'GET lever/mode': {
    summary: 'What the customer’s orders of a contract do: a position each, one long and one short, or one',
    input: z.object({ market_id: f.shortId }),
    output: modeOfContract,
    errors: ['unknown_perpetual'],
  },
  'POST lever/mode': {
    summary: 'Choose it, while no order of the contract waits: positions of one side become one',
    input: z.object({ market_id: f.shortId, mode: positionMode }),
    output: modeOfContract,
    errors: ['unknown_perpetual', 'orders_waiting', 'positions_opposite', 'position_closing'],
  },
  'POST lever/order': {
    summary:
      'Place an order in hedge or net mode, where orders have ids of their own and positions are merged',
    idempotent: true,
    input: z.object({
      market_id: f.shortId,
      side: z.enum(['buy', 'sell']),
      /** Hedge mode: which position. Left out: for net mode. In another mode it is refused. */
      position_side: direction.optional(),
      /** Net mode: only closes. In hedge mode it follows from side and position. */
      reduce_only: f.flag.default(false),
      type: z.enum(['limit', 'market']).default('market'),
      lots,
      multiple,
      price: f.decimal.optional(),
      worst_price: f.decimal.optional(),
      post_only: f.flag.default(false),
      client_order_id: f.idempotencyKey.optional(),
      /** The position’s, with the first lots that it opens. Not with `reduce_only`. */
      take_profit_price: stopPrice.optional(),
      stop_loss_price: stopPrice.optional(),
    }),
    output: z.object({ order: perpetualOrder, fills: z.array(perpetualFill) }),
    errors: [
      ...SHARED_REFUSALS,
      ...OPENING_REFUSALS,
      ...STOP_REFUSALS,
      'price_required',
      'post_only_would_take',
      'invalid_order',
      'nothing_to_reduce',
      'position_closing',
      'price_beyond_bankruptcy',
      'too_many_open_orders',
    ],
  },
  'POST lever/orders': {
    summary: 'The customer’s orders in hedge and net mode, newest first: waiting, or over',
    input: z.object({ view: z.enum(['open', 'history']).default('open'), ...range }),
    output: f.page(perpetualOrder),
    errors: ['unknown_perpetual'],
  },
  'POST lever/cancel_order': {
    summary: 'Cancel an order in hedge or net mode',
    input: z.object({ order_id: f.id }),
    output: z.object({ order: perpetualOrder }),
    errors: ['unknown_order', 'order_not_open', 'market_halted'],
  },
});
