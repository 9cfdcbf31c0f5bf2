import { CANCEL_SCOPES, MAX_BATCH } from '@tallystick/core/spot/command';
import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { perpetualOrder, positionMode } from './perpetual-orders.ts';
import { direction, perpetualFill, position } from './perpetual-records.ts';
import {
  ASKED_REFUSALS,
  lots,
  multiple,
  OPENING_REFUSALS,
  orderAsks,
  SHARED_REFUSALS,
} from './perpetual-shared.ts';
import { cancelTimer, refusedPart } from './spot.ts';

/** An order of any mode. */
const placement = z.object({
  market_id: f.shortId,
  /** Refused in another. Left out: hedge with a position side, otherwise whichever the customer has. */
  mode: positionMode.optional(),
  side: z.enum(['buy', 'sell']),
  /** Hedge mode: which position. */
  position_side: direction.optional(),
  /** Net mode: only closes. In hedge mode it follows from side and position. */
  reduce_only: f.flag.default(false),
  type: z.enum(['limit', 'market']).default('limit'),
  lots,
  /** Left out: as chosen for the contract. */
  multiple: multiple.optional(),
  price: f.decimal.optional(),
  worst_price: f.decimal.optional(),
  post_only: f.flag.default(false),
  take_profit_price: f.decimal.optional(),
  stop_loss_price: f.decimal.optional(),
  client_order_id: f.clientOrderId.optional(),
  ...orderAsks,
});

const amendment = z.object({
  order_id: f.id,
  price: f.decimal.optional(),
  /** The whole order, what is filled included. */
  lots: lots.optional(),
  /** If it loses its place: refused instead of taking. */
  post_only: f.flag.default(false),
});

/** In hedge and net mode the order, otherwise the position that it is or closes. */
const changed = z.object({
  order: perpetualOrder.nullable(),
  position: position.nullable(),
  fills: z.array(perpetualFill),
});

const PLACEMENT_ERRORS = [
  ...SHARED_REFUSALS,
  ...OPENING_REFUSALS,
  'stop_wrong_side',
  'stop_beyond_liquidation',
  'price_required',
  'post_only_would_take',
  'invalid_order',
  'nothing_to_reduce',
  'position_closing',
  'price_beyond_bankruptcy',
  'too_many_open_orders',
  ...ASKED_REFUSALS,
] as const;
const WAITING_ERRORS = ['unknown_order', 'order_not_open', 'market_halted'] as const;

/** What programs do with orders of contracts; the same calls for spot are those of `coin/`. */
export const perpetualWaitingCalls = callsOf('perpetual', {
  'POST lever/check': {
    summary: 'Whether an order of a contract would be accepted now, by every rule; nothing is placed',
    input: placement,
    output: z.object({}),
    errors: PLACEMENT_ERRORS,
  },
  'POST lever/amend': {
    summary:
      'Change a waiting order of a contract. Fewer lots at the same price keep its place in the queue; anything else loses it. Without merged positions only as long as nothing of it is open',
    idempotent: true,
    input: amendment,
    output: changed,
    errors: [
      ...PLACEMENT_ERRORS,
      ...WAITING_ERRORS,
      'amend_below_filled',
      'amend_changes_nothing',
      'amend_not_possible',
    ],
  },
  'POST lever/replace': {
    summary: 'Cancel an order of a contract and place another there in one step',
    idempotent: true,
    input: placement.extend({
      cancel_order_id: f.id,
      /** `stop_on_failure`: place nothing if the order cannot be cancelled. */
      replace_mode: z.enum(['stop_on_failure', 'allow_failure']).default('stop_on_failure'),
    }),
    output: z.object({
      cancelled: changed.nullable(),
      /** Why the first order was not cancelled, in mode `allow_failure`. */
      cancel_refused: refusedPart.nullable(),
      placed: changed.nullable(),
      /** Why the second was not placed although the first is cancelled. */
      place_refused: refusedPart.nullable(),
    }),
    errors: [...PLACEMENT_ERRORS, ...WAITING_ERRORS],
  },
  'POST lever/batch': {
    summary: `Place, amend and cancel up to ${MAX_BATCH} orders of contracts one after the other; each has an outcome of its own`,
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
        z.union([changed.extend({ ok: z.literal(true) }), refusedPart.extend({ ok: z.literal(false) })]),
      ),
    }),
    errors: ['invalid_order', 'product_off'],
  },
  'GET lever/cancel_timers': {
    summary: 'Dead man’s switches of contracts that are on',
    output: z.object({ timers: z.array(cancelTimer) }),
  },
  'POST lever/cancel_timer': {
    summary:
      'Dead man’s switch: cancel the waiting orders of a contract unless this call is repeated in time. `guarded`: only orders placed with that flag',
    input: z.object({
      market_id: f.shortId,
      /** 0 switches it off; at least 1000 otherwise. */
      after_ms: f.whole(0, 86_400_000),
      scope: z.enum(CANCEL_SCOPES).default('all'),
    }),
    output: z.object({ timer: cancelTimer.nullable() }),
    errors: ['unknown_perpetual', 'invalid_order'],
  },
});
