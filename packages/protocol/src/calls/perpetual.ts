import { z } from 'zod';
import { defineCall } from '../call.ts';
import * as f from '../fields.ts';
import { currency, depth, publicTrade } from './market.ts';

/**
 * Perpetual contracts, which the source calls lever. A contract has the id of the market whose index it follows, and
 * books of its own. Every order opens a position of its own, so both carry one id: `position_id`.
 */
export const direction = z.enum(['long', 'short']);
export const positionStatus = z.enum(['pending', 'holding', 'closed', 'cancelled']);
export const closeReason = z.enum(['customer', 'take_profit', 'stop_loss', 'liquidation', 'auto_deleverage']);
/** Why an order ended before it opened anything, or what cut its opening short. */
export const perpetualEndReason = z.enum([
  'cancelled_by_customer',
  'cancelled_by_operator',
  'immediate_remainder',
  'self_trade',
  'margin_used_up',
  'position_closed',
]);

export const tier = z.object({
  /** Positions worth up to this many USDT at mark; null: the last tier, without an end. */
  up_to_value: z.string().nullable(),
  max_multiple: z.number(),
  /** Of the value at mark, e.g. `0.5`. */
  maintenance_percent: z.string(),
});

export const contract = z.object({
  market_id: z.number(),
  symbol: z.string(),
  base: currency,
  /** What it is settled in. */
  quote: currency,
  tick_size: z.string(),
  /** Base units of one lot, e.g. `0.001`. */
  lot_size: z.string(),
  /** Ascending. */
  multiples: z.array(z.number()),
  /** By value, ascending. */
  tiers: z.array(tier),
  maker_fee_percent: z.string(),
  taker_fee_percent: z.string(),
  price_band_percent: z.string(),
  max_order_lots: z.number(),
  /** Of one customer in this contract, USDT at mark. */
  max_customer_value: z.string(),
  max_open_interest_lots: z.number(),
  funding_interval_hours: z.number(),
  /** Per funding interval. */
  interest_percent: z.string(),
  /** The funding rate lies between minus and plus this. */
  funding_cap_percent: z.string(),
  status: z.enum(['open', 'cancelOnly', 'halted']),
});

export const perpetualTicker = z.object({
  market_id: z.number(),
  /** null until the first trade. */
  last: z.string().nullable(),
  /** null until the first index tick. */
  mark: z.string().nullable(),
  index: z.string().nullable(),
  high_24h: z.string().nullable(),
  low_24h: z.string().nullable(),
  /** Base and quote units. */
  volume_24h: z.string(),
  quote_volume_24h: z.string(),
  /** Signed percent truncated to two digits. */
  change_24h: z.string().nullable(),
  /** What would be paid if funding were now; signed, positive: longs pay shorts. */
  funding_rate_percent: z.string(),
  next_funding_at_ms: z.number().nullable(),
  /** Lots held long, which are as many as are held short. */
  open_interest_lots: z.number(),
  /** No fresh index: nothing opens and nothing is liquidated. */
  stale: z.boolean(),
  at_ms: z.number(),
});

/**
 * One lever order and the position it opens. Amounts are USDT. Figures that move with the mark price are those of
 * `at_ms`; whoever shows them live computes them from `open_value`, `margin` and the ticker.
 */
export const position = z.object({
  position_id: z.number(),
  client_order_id: z.string().nullable(),
  market_id: z.number(),
  symbol: z.string(),
  direction,
  type: z.enum(['limit', 'market']),
  /** Of the limit order. */
  price: z.string().nullable(),
  multiple: z.number(),
  status: positionStatus,
  /** As ordered. */
  lots: z.number(),
  /** Still waiting in the book to open. */
  waiting_lots: z.number(),
  /** Held now. */
  holding_lots: z.number(),
  closed_lots: z.number(),
  /** Base units held now. */
  quantity: z.string(),
  /** What the lots held now were opened for, exact. */
  open_value: z.string(),
  /** Value of the lots held now at mark. */
  value: z.string(),
  /** Frozen for what still waits to open, fees included. */
  waiting_margin: z.string(),
  /** Frozen for what is held: grows by adding, shrinks with partial closes and negative funding. */
  margin: z.string(),
  /** Added by the customer so far; part of the above as long as it lasts. */
  added_margin: z.string(),
  maintenance_margin: z.string(),
  /** Maintenance margin as percent of equity: liquidated at 100. */
  margin_ratio_percent: z.string().nullable(),
  /** Averages; null while nothing was opened or closed. */
  open_price: z.string().nullable(),
  close_price: z.string().nullable(),
  mark_price: z.string().nullable(),
  liquidation_price: z.string().nullable(),
  bankruptcy_price: z.string().nullable(),
  take_profit_price: z.string().nullable(),
  stop_loss_price: z.string().nullable(),
  /** Of the lots held now, at mark, before fees. */
  unrealised_profit: z.string(),
  /** Of the lots closed so far, before fees and funding. */
  realised_profit: z.string(),
  /** Paid for all fills so far. */
  fee: z.string(),
  /** Received (positive) or paid (negative) so far. */
  funding: z.string(),
  /** realised_profit − fee + funding, what the position has earned so far. */
  net_profit: z.string(),
  close_reason: closeReason.nullable(),
  end_reason: perpetualEndReason.nullable(),
  placed_at_ms: z.number(),
  opened_at_ms: z.number().nullable(),
  closed_at_ms: z.number().nullable(),
  updated_at_ms: z.number(),
});

export const perpetualFill = z.object({
  trade_id: z.number(),
  position_id: z.number(),
  market_id: z.number(),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  /** What the fill did to the position, and why. */
  effect: z.enum(['open', 'close', 'take_profit', 'stop_loss', 'liquidation', 'auto_deleverage']),
  role: z.enum(['maker', 'taker']),
  price: z.string(),
  lots: z.number(),
  quantity: z.string(),
  value: z.string(),
  fee: z.string(),
  /** Of the lots this fill closed, before fees. */
  realised_profit: z.string(),
  at_ms: z.number(),
});

export const fundingRate = z.object({
  market_id: z.number(),
  symbol: z.string(),
  at_ms: z.number(),
  rate_percent: z.string(),
  /** Mean of the minutes’ samples. */
  premium_percent: z.string(),
  samples: z.number(),
  mark_price: z.string(),
  index_price: z.string(),
});

export const fundingPayment = z.object({
  position_id: z.number(),
  market_id: z.number(),
  symbol: z.string(),
  direction,
  at_ms: z.number(),
  lots: z.number(),
  mark_price: z.string(),
  /** Value of the position at mark. */
  value: z.string(),
  rate_percent: z.string(),
  /** Received (positive) or paid (negative). */
  amount: z.string(),
});

/** Everything one liquidation (or auto-deleveraging) was computed from, and what became of it. */
export const liquidation = z.object({
  liquidation_id: z.number(),
  kind: z.enum(['liquidation', 'auto_deleverage']),
  position_id: z.number(),
  market_id: z.number(),
  symbol: z.string(),
  direction,
  at_ms: z.number(),
  lots: z.number(),
  open_value: z.string(),
  margin: z.string(),
  mark_price: z.string(),
  index_price: z.string().nullable(),
  maintenance_percent: z.string(),
  maintenance_margin: z.string(),
  equity: z.string(),
  bankruptcy_price: z.string(),
  /** Sold into the book, and for how much per base unit. */
  book_lots: z.number(),
  book_price: z.string().nullable(),
  /** Taken over by opposing positions at the bankruptcy price. */
  deleveraged_lots: z.number(),
  fee: z.string(),
  /** Into the insurance fund (positive) or out of it (negative). */
  insurance: z.string(),
  /** What came back to the customer. */
  returned: z.string(),
});

/** What happened to a position without the customer, as it happens. */
export const perpetualAlert = z.object({
  alert_id: z.string(),
  kind: z.enum(['near_liquidation', 'take_profit', 'stop_loss', 'liquidated', 'deleveraged', 'funding']),
  position_id: z.number(),
  market_id: z.number(),
  symbol: z.string(),
  direction,
  /** Price that mattered: the mark, or what was closed at. */
  price: z.string().nullable(),
  liquidation_price: z.string().nullable(),
  /** Profit, or the funding received or paid. */
  amount: z.string().nullable(),
  at_ms: z.number(),
});

/** Which of a position’s events also come by mail. */
export const perpetualMails = z.object({
  near_liquidation: z.boolean(),
  stop: z.boolean(),
  liquidated: z.boolean(),
  funding: z.boolean(),
});

const held = z.object({ currency_id: z.number(), available: z.string(), frozen: z.string() });
/** Decimal text or a whole number: what is not a positive integer is answered with invalid_lots. */
const lots = z.union([z.number(), z.string().max(40)]).transform(String);
const multiple = z.union([z.number(), z.string().max(40)]).transform(String);
/** Empty: none. */
const stopPrice = z.union([f.decimal, z.literal('')]);
const range = {
  market_id: f.id.optional(),
  from_ms: f.timestampMs.optional(),
  to_ms: f.timestampMs.optional(),
  cursor: f.cursor.optional(),
  limit: f.limit,
};

export const perpetualCalls = {
  'POST lever/deal': defineCall({
    summary:
      'All a contract’s page shows: terms, prices, book, trades; with a session also what the customer has',
    tag: 'perpetual',
    auth: 'optional',
    input: z.object({ market_id: f.id }),
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
    }),
    errors: ['unknown_market'],
  }),
  'POST lever/submit': defineCall({
    summary: 'Place an order, which opens an isolated position of its own',
    tag: 'perpetual',
    auth: 'session',
    idempotent: true,
    input: z.object({
      market_id: f.id,
      direction,
      type: z.enum(['limit', 'market']).default('market'),
      lots,
      multiple,
      price: f.decimal.optional(),
      post_only: f.flag.default(false),
      take_profit_price: stopPrice.optional(),
      stop_loss_price: stopPrice.optional(),
      client_order_id: f.idempotencyKey.optional(),
    }),
    output: z.object({ position, fills: z.array(perpetualFill) }),
  }),
  'POST lever/my_trade': defineCall({
    summary: 'The customer’s positions, newest first: held, waiting to open, or ended',
    tag: 'perpetual',
    auth: 'session',
    input: z.object({
      view: z.enum(['holding', 'pending', 'history']).default('holding'),
      direction: direction.optional(),
      status: z.enum(['closed', 'cancelled']).optional(),
      close_reason: closeReason.optional(),
      ...range,
    }),
    output: f.page(position),
  }),
  'POST lever/close': defineCall({
    summary: 'Close a position at market, all of it or some lots',
    tag: 'perpetual',
    auth: 'session',
    idempotent: true,
    input: z.object({ position_id: f.id, lots: lots.optional() }),
    output: z.object({ position, fills: z.array(perpetualFill) }),
  }),
  'POST lever/close_all': defineCall({
    summary: 'Close every position at market, of one contract or of all; what the book cannot take stays',
    tag: 'perpetual',
    auth: 'session',
    idempotent: true,
    input: z.object({ market_id: f.id.optional() }),
    output: z.object({ closed: z.number(), remaining: z.number(), positions: z.array(position) }),
  }),
  'POST lever/reverse': defineCall({
    summary: 'Close a position and open as many lots the other way, in one step',
    tag: 'perpetual',
    auth: 'session',
    idempotent: true,
    input: z.object({ position_id: f.id }),
    output: z.object({ closed: position, position, fills: z.array(perpetualFill) }),
  }),
  'POST lever/setstop': defineCall({
    summary: 'Set, change or (empty) remove take-profit and stop-loss; a price left out stays as it is',
    tag: 'perpetual',
    auth: 'session',
    input: z.object({
      position_id: f.id,
      take_profit_price: stopPrice.optional(),
      stop_loss_price: stopPrice.optional(),
    }),
    output: z.object({ position }),
  }),
  'POST lever/add_margin': defineCall({
    summary: 'Move money from the contract account into a position’s margin',
    tag: 'perpetual',
    auth: 'session',
    idempotent: true,
    input: z.object({ position_id: f.id, amount: f.decimal }),
    output: z.object({ position, balance: held }),
  }),
  'POST lever/cancel': defineCall({
    summary: 'Cancel what still waits to open; what is held stays',
    tag: 'perpetual',
    auth: 'session',
    input: z.object({ position_id: f.id }),
    output: z.object({ position }),
  }),
  'POST lever/cancel_all': defineCall({
    summary: 'Cancel everything that waits to open, of one contract or of all',
    tag: 'perpetual',
    auth: 'session',
    input: z.object({ market_id: f.id.optional() }),
    output: z.object({ cancelled: z.number() }),
  }),
  'GET lever/contracts': defineCall({
    summary: 'All contracts with terms and tickers, and the insurance fund that stands behind them',
    tag: 'perpetual',
    auth: 'none',
    input: z.object({}),
    output: z.object({
      items: z.array(z.object({ contract, ticker: perpetualTicker })),
      insurance: z.object({ currency: z.string(), balance: z.string() }),
    }),
  }),
  'GET lever/funding_history': defineCall({
    summary: 'A contract’s funding rates, newest first',
    tag: 'perpetual',
    auth: 'none',
    input: z.object({ ...range, market_id: f.id }),
    output: f.page(fundingRate),
    errors: ['unknown_market'],
  }),
  'GET lever/insurance_history': defineCall({
    summary: 'What went into and out of the insurance fund, newest first',
    tag: 'perpetual',
    auth: 'none',
    input: z.object({ cursor: f.cursor.optional(), limit: f.limit }),
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
  }),
  'GET lever/fills': defineCall({
    summary: 'The customer’s fills, newest first, of one position or of all',
    tag: 'perpetual',
    auth: 'session',
    input: z.object({ position_id: f.id.optional(), ...range }),
    output: f.page(perpetualFill),
  }),
  'GET lever/my_funding': defineCall({
    summary: 'Funding the customer received and paid, newest first',
    tag: 'perpetual',
    auth: 'session',
    input: z.object({ position_id: f.id.optional(), ...range }),
    output: f.page(fundingPayment),
  }),
  'GET lever/liquidations': defineCall({
    summary:
      'The customer’s liquidations and auto-deleveragings with all they were computed from, newest first',
    tag: 'perpetual',
    auth: 'session',
    input: z.object({ position_id: f.id.optional(), ...range }),
    output: f.page(liquidation),
  }),
  'GET lever/alerts': defineCall({
    summary: 'Which events of positions come by mail, too',
    tag: 'perpetual',
    auth: 'session',
    input: z.object({}),
    output: z.object({ mail: perpetualMails }),
  }),
  'POST lever/alerts': defineCall({
    summary: 'Choose which events of positions come by mail, too; what is left out stays',
    tag: 'perpetual',
    auth: 'session',
    input: z.object({
      near_liquidation: f.flag.optional(),
      stop: f.flag.optional(),
      liquidated: f.flag.optional(),
      funding: f.flag.optional(),
    }),
    output: z.object({ mail: perpetualMails }),
  }),
};
