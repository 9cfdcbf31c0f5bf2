import { z } from 'zod';
import { callsOf } from '../call.ts';
import type { ErrorCode } from '../errors.ts';
import * as f from '../fields.ts';
import { depth, publicTrade } from './market.ts';
import {
  deleveraging,
  fundingPayment,
  fundingRate,
  liquidation,
  perpetualOffset,
  premiumSample,
  stopTrigger,
  topUp,
} from './perpetual-history.ts';
import {
  closeReason,
  contract,
  contractChoice,
  direction,
  perpetualFill,
  perpetualMails,
  perpetualTicker,
  position,
} from './perpetual-records.ts';
import {
  lots,
  multiple,
  OPENING_REFUSALS,
  range,
  SHARED_REFUSALS,
  STOP_REFUSALS,
  stopPrice,
} from './perpetual-shared.ts';

const held = z.object({ currency_id: z.number(), available: z.string(), frozen: z.string() });
const CLOSING_REFUSALS = [
  'unknown_position',
  'position_not_open',
  'stop_triggered',
] as const satisfies readonly ErrorCode[];

/** Of what takes margin out of a position. */
const LESS_MARGIN_REFUSALS = [
  'unknown_position',
  'position_not_open',
  'customer_frozen',
  'market_halted',
  'market_cancel_only',
  'index_stale',
  'would_be_liquidated',
  'stop_beyond_liquidation',
] as const satisfies readonly ErrorCode[];

export const perpetualCalls = callsOf('perpetual', {
  'POST lever/deal': {
    summary:
      'All a contract’s page shows: terms, prices, book, trades; with a session also what the customer has',
    auth: 'optional',
    input: z.object({ market_id: f.shortId }),
    output: z.object({
      contract,
      ticker: perpetualTicker,
      depth,
      trades: z.array(publicTrade),
      /** The rest is null without a session. */
      balance: held.nullable(),
      /** Pending and holding, in this contract, newest first. */
      positions: z.array(position).nullable(),
      /** Over all contracts. */
      summary: z
        .object({
          pending: z.number(),
          holding: z.number(),
          margin: z.string(),
          waiting_margin: z.string(),
          unrealised_profit: z.string(),
        })
        .nullable(),
      choice: contractChoice.nullable(),
    }),
    errors: ['unknown_perpetual'],
  },
  'POST lever/submit': {
    summary: 'Place an order, which opens an isolated position of its own',
    idempotent: true,
    input: z.object({
      market_id: f.shortId,
      direction,
      type: z.enum(['limit', 'market']).default('market'),
      lots,
      /** Any whole number up to the contract’s and the tier’s largest; absent: as chosen for the contract. */
      multiple: multiple.optional(),
      /** Of a limit order. */
      price: f.decimal.optional(),
      /** Of a market order: no fill is worse than this. */
      worst_price: f.decimal.optional(),
      post_only: f.flag.default(false),
      take_profit_price: stopPrice.optional(),
      stop_loss_price: stopPrice.optional(),
      client_order_id: f.idempotencyKey.optional(),
    }),
    output: z.object({ position, fills: z.array(perpetualFill) }),
    errors: [
      ...SHARED_REFUSALS,
      ...OPENING_REFUSALS,
      ...STOP_REFUSALS,
      'price_required',
      'post_only_would_take',
      'invalid_order',
      // In net mode.
      'position_closing',
      'price_beyond_bankruptcy',
    ],
  },
  'POST lever/my_trade': {
    summary: 'The customer’s positions, newest first: held, waiting to open, or ended',
    input: z.object({
      view: z.enum(['holding', 'pending', 'history']).default('holding'),
      direction: direction.optional(),
      status: z.enum(['closed', 'cancelled']).optional(),
      close_reason: closeReason.optional(),
      ...range,
    }),
    output: f.page(position),
  },
  'GET lever/detail': {
    summary: 'One position, in whatever state',
    input: z.object({ position_id: f.id }),
    output: z.object({ position }),
    errors: ['unknown_position'],
  },
  'POST lever/close': {
    summary: 'Close a position, all of it or some lots: at market, or at a price with an order that waits',
    idempotent: true,
    input: z.object({
      position_id: f.id,
      lots: lots.optional(),
      /** Absent: at market. A position has at most one closing order; a new one replaces it. */
      price: f.decimal.optional(),
      /** At market: no fill is worse than this. */
      worst_price: f.decimal.optional(),
    }),
    output: z.object({ position, fills: z.array(perpetualFill) }),
    errors: [
      ...SHARED_REFUSALS,
      ...CLOSING_REFUSALS,
      'price_beyond_bankruptcy',
      'invalid_order',
      // In hedge and net mode, where several orders may wait to close.
      'nothing_to_reduce',
      'too_many_open_orders',
    ],
  },
  'POST lever/close_all': {
    summary: 'Close every position at market, of one contract or of all; what the book cannot take stays',
    idempotent: true,
    input: z.object({ market_id: f.shortId.optional() }),
    output: z.object({ closed: z.number(), remaining: z.number(), positions: z.array(position) }),
    errors: ['unknown_perpetual', 'market_halted'],
  },
  'POST lever/reverse': {
    summary: 'Close a position and open as many lots the other way, in one step',
    idempotent: true,
    input: z.object({ position_id: f.id, worst_price: f.decimal.optional() }),
    output: z.object({ closed: position, position, fills: z.array(perpetualFill) }),
    errors: [...SHARED_REFUSALS, ...CLOSING_REFUSALS, ...OPENING_REFUSALS, 'position_closing'],
  },
  'POST lever/offset': {
    summary: 'Close lots of one’s own long and short positions against each other, without book and fee',
    idempotent: true,
    input: z.object({ long_position_id: f.id, short_position_id: f.id, lots: lots.optional() }),
    output: z.object({ long: position, short: position }),
    errors: [
      'unknown_position',
      'position_not_open',
      'positions_not_opposite',
      'invalid_lots',
      'too_many_lots',
      'price_beyond_bankruptcy',
      'market_halted',
    ],
  },
  'POST lever/setstop': {
    summary: 'Set, change or (empty) remove take-profit and stop-loss; a price left out stays as it is',
    input: z.object({
      position_id: f.id,
      take_profit_price: stopPrice.optional(),
      stop_loss_price: stopPrice.optional(),
    }),
    output: z.object({ position }),
    errors: [...SHARED_REFUSALS, ...STOP_REFUSALS, 'unknown_position', 'position_not_open', 'stop_triggered'],
  },
  'POST lever/add_margin': {
    summary: 'Move money from the contract account into a position’s margin',
    idempotent: true,
    input: z.object({ position_id: f.id, amount: f.decimal }),
    output: z.object({ position, balance: held }),
    errors: [
      'unknown_position',
      'position_not_open',
      'invalid_amount',
      'insufficient_balance',
      'cross_margin_needed',
      'cross_margin',
      'margin_too_large',
      'market_halted',
    ],
  },
  'POST lever/remove_margin': {
    summary: 'Move margin of a position back into the contract account, down to its initial margin',
    idempotent: true,
    input: z.object({ position_id: f.id, amount: f.decimal }),
    output: z.object({ position, balance: held }),
    errors: [...LESS_MARGIN_REFUSALS, 'invalid_amount', 'margin_below_initial', 'cross_margin'],
  },
  'POST lever/change_leverage': {
    summary: 'Change the leverage of an open position: higher gives margin back, lower takes more',
    input: z.object({ position_id: f.id, multiple }),
    output: z.object({ position, balance: held }),
    errors: [
      ...LESS_MARGIN_REFUSALS,
      'multiple_not_offered',
      'multiple_too_high',
      'exposure_too_large',
      'insufficient_balance',
      'cross_margin_needed',
    ],
  },
  'POST lever/top_up': {
    summary: 'Choose how much margin may be added to a position by itself instead of a liquidation; 0: none',
    input: z.object({ position_id: f.id, limit: f.decimal }),
    output: z.object({ position }),
    errors: ['unknown_position', 'position_not_open', 'invalid_amount', 'cross_margin'],
  },
  'GET lever/choice': {
    summary: 'The leverage and the top-up limit that orders in a contract begin with',
    input: z.object({ market_id: f.shortId }),
    output: z.object({ choice: contractChoice }),
    errors: ['unknown_perpetual'],
  },
  'POST lever/set_leverage': {
    summary: 'Choose the leverage of orders in a contract that name none',
    input: z.object({ market_id: f.shortId, multiple }),
    output: z.object({ choice: contractChoice }),
    errors: ['unknown_perpetual', 'multiple_not_offered'],
  },
  'POST lever/top_up_default': {
    summary: 'Choose how much may be added by itself to each position ordered from now on; 0: none',
    input: z.object({ market_id: f.shortId, limit: f.decimal }),
    output: z.object({ choice: contractChoice }),
    errors: ['unknown_perpetual', 'invalid_amount'],
  },
  'POST lever/cancel': {
    summary:
      'Cancel an order that waits: to open (the position’s id) or to close (its own id); what is held stays',
    input: z.object({ order_id: f.id }),
    output: z.object({ position }),
    errors: ['unknown_order', 'order_not_open', 'market_halted'],
  },
  'POST lever/cancel_all': {
    summary: 'Cancel everything that waits to open or close, of one contract or of all',
    input: z.object({ market_id: f.shortId.optional() }),
    output: z.object({ cancelled: z.number() }),
    errors: ['unknown_perpetual', 'market_halted'],
  },
  'GET lever/contracts': {
    summary: 'All contracts with terms and tickers, and the insurance fund that stands behind them',
    auth: 'none',
    output: z.object({
      items: z.array(z.object({ contract, ticker: perpetualTicker })),
      insurance: z.object({ currency: z.string(), balance: z.string() }),
    }),
  },
  'GET lever/funding_history': {
    summary: 'A contract’s funding rates, newest first',
    auth: 'none',
    input: z.object({ ...range, market_id: f.shortId }),
    output: f.page(fundingRate),
    errors: ['unknown_perpetual'],
  },
  'GET lever/premiums': {
    summary: 'The minutes’ samples a contract’s funding rates are the means of, newest first',
    auth: 'none',
    input: z.object({ ...range, market_id: f.shortId }),
    output: f.page(premiumSample),
    errors: ['unknown_perpetual'],
  },
  'GET lever/insurance_history': {
    summary: 'What went into and out of the insurance fund, newest first',
    auth: 'none',
    input: z.object({ ...f.paging }),
    output: f.page(
      z.object({
        entry_id: z.string(),
        amount: z.string(),
        balance_after: z.string(),
        reason: z.enum(['funding', 'liquidation', 'other']),
        reference: z.string(),
        at_ms: z.number(),
      }),
    ),
  },
  'GET lever/fills': {
    summary: 'The customer’s fills, newest first, of one position or of all',
    input: z.object({ position_id: f.id.optional(), ...range }),
    output: f.page(perpetualFill),
  },
  'GET lever/my_funding': {
    summary: 'Funding the customer received and paid, newest first',
    input: z.object({ position_id: f.id.optional(), ...range }),
    output: f.page(fundingPayment),
  },
  'GET lever/liquidations': {
    summary: 'The customer’s liquidations with all they were computed from, newest first',
    input: z.object({ position_id: f.id.optional(), ...range }),
    output: f.page(liquidation),
  },
  'GET lever/top_ups': {
    summary: 'Margin added by itself to the customer’s positions, with all that decided it, newest first',
    input: z.object({ position_id: f.id.optional(), ...range }),
    output: f.page(topUp),
  },
  'GET lever/triggers': {
    summary: 'The customer’s stops that were reached, with the mark prices that reached them, newest first',
    input: z.object({ position_id: f.id.optional(), ...range }),
    output: f.page(stopTrigger),
  },
  'GET lever/deleveragings': {
    summary: 'The customer’s positions that were reduced for a bankrupt one, newest first',
    input: z.object({ position_id: f.id.optional(), ...range }),
    output: f.page(deleveraging),
  },
  'GET lever/offsets': {
    summary:
      'The customer’s positions that were closed against each other, newest first, of one position or of all',
    input: z.object({ position_id: f.id.optional(), ...range }),
    output: f.page(perpetualOffset),
  },
  'GET lever/alerts': {
    summary: 'Which events of positions come by mail, too',
    output: z.object({ mail: perpetualMails }),
  },
  'POST lever/alerts': {
    summary: 'Choose which events of positions come by mail, too; what is left out stays',
    input: z.object({
      near_liquidation: f.flag.optional(),
      stop: f.flag.optional(),
      liquidated: f.flag.optional(),
      funding: f.flag.optional(),
    }),
    output: z.object({ mail: perpetualMails }),
  },
});
