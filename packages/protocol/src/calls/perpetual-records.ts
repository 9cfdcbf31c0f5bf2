import { z } from 'zod';
import { announcedContract, halt } from './terms.ts';
import { currency, dayOfTrades } from './market.ts';

/**
 * Perpetual contracts, called lever in the specification. A contract has the id of the market whose index it follows,
 * and books of its own. Every order opens its own position, so both share one id: `position_id`.
 */
export const marginType = z.enum(['isolated', 'cross']);
export const direction = z.enum(['long', 'short']);
export const positionStatus = z.enum(['pending', 'holding', 'closed', 'cancelled']);
export const perpetualStatus = z.enum(['open', 'cancel_only', 'halted']);
export const stopKind = z.enum(['take_profit', 'stop_loss']);
/** What closed the last lots. */
export const closeReason = z.enum([
  'customer',
  'take_profit',
  'stop_loss',
  'liquidation',
  'auto_deleverage',
  'offset',
  'merged',
]);
/** Why the opening order no longer waits. */
export const perpetualEndReason = z.enum([
  'filled',
  'cancelled_by_customer',
  'immediate_remainder',
  'self_trade',
  'position_closed',
  'would_be_liquidated',
  'own_limit',
]);

export const tier = z.object({
  /** A customer’s whole exposure in the contract, in USDT: what is held and what waits. Beyond the last, nothing opens. */
  up_to_value: z.string(),
  max_multiple: z.number(),
  /** Of the value at mark, e.g. `0.5`; a position keeps that of the tier it was ordered in. */
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
  /** Those to choose from first, ascending: any whole number up to the last is taken. */
  multiples: z.array(z.number()),
  /** By value, ascending. */
  tiers: z.array(tier),
  maker_fee_percent: z.string(),
  taker_fee_percent: z.string(),
  price_band_percent: z.string(),
  max_order_lots: z.number(),
  /** Exposure of one customer in this contract, in USDT. */
  max_customer_value: z.string(),
  max_open_interest_lots: z.number(),
  /**
   * What each side of the book must have, in USDT, for a minute’s sample to count: 200 USDT of margin at the highest
   * leverage. Samples use the average prices of selling and buying this much.
   */
  impact_value: z.string(),
  funding_interval_hours: z.number(),
  /** Per funding interval. */
  interest_percent: z.string(),
  /** The funding rate lies between minus and plus this. */
  funding_cap_percent: z.string(),
  /** Of the value a liquidation closes, to the insurance fund, as far as margin is left. */
  liquidation_fee_percent: z.string(),
  /** An index older than this is stale. */
  stale_after_ms: z.number(),
  status: perpetualStatus,
  halt,
  announced: announcedContract,
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
  ...dayOfTrades,
  /** The rate if funding were now; signed, positive: longs pay shorts. null before the first mark. */
  funding_rate_percent: z.string().nullable(),
  next_funding_at_ms: z.number().nullable(),
  /** Lots held long, which equals the lots held short. */
  open_interest_lots: z.number(),
  /** No fresh index: nothing opens and nothing is liquidated. */
  stale: z.boolean(),
  at_ms: z.number(),
});

/**
 * One leveraged order and the position it opens. Amounts are USDT. Figures that move with the mark price are of the
 * time of reading; live displays compute them from `open_value`, `margin` and the ticker.
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
  /** `cross`: the whole contract account is its margin, and its own is 0. */
  margin_type: marginType,
  maintenance_percent: z.string(),
  /** Closing fees: those it was opened with, or the contract’s where they are lower now. */
  maker_fee_percent: z.string(),
  taker_fee_percent: z.string(),
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
  /** Value of the lots held now at mark, truncated. */
  value: z.string(),
  /** Frozen for what still waits to open, fees included. */
  waiting_margin: z.string(),
  /** Frozen for what is held: grows by adding, shrinks with partial closes and negative funding. */
  margin: z.string(),
  /** Added so far by the customer, by lower leverage and by top-ups; taken out by the customer and by higher leverage. */
  added_margin: z.string(),
  removed_margin: z.string(),
  /** What top-ups may add in all instead of a liquidation, and have added. */
  top_up_limit: z.string(),
  top_up_used: z.string(),
  maintenance_margin: z.string(),
  /** Maintenance margin as percent of equity, truncated to two digits: liquidated at 100; null while nothing is held, and of cross positions. */
  margin_ratio_percent: z.string().nullable(),
  /** Averages, truncated to the tick; null while nothing was opened or closed. */
  open_price: z.string().nullable(),
  close_price: z.string().nullable(),
  mark_price: z.string().nullable(),
  /** null while nothing is held, or when no price liquidates. */
  liquidation_price: z.string().nullable(),
  bankruptcy_price: z.string().nullable(),
  take_profit_price: z.string().nullable(),
  stop_loss_price: z.string().nullable(),
  /** The stop that was reached and is still closing: the book could not take everything at once. */
  triggered: stopKind.nullable(),
  /** A limit order that waits to close; it is cancelled by its own id. */
  closing: z
    .object({ order_id: z.number(), price: z.string(), lots: z.number(), placed_at_ms: z.number() })
    .nullable(),
  /** Of the lots held now, at mark, before fees. */
  unrealised_profit: z.string(),
  /** Of the lots closed so far, before fees and funding. */
  realised_profit: z.string(),
  /** Paid for all fills so far. */
  fee: z.string(),
  /** To the insurance fund, when liquidated. */
  liquidation_fee: z.string(),
  /** Received (positive) or paid (negative) so far. */
  funding: z.string(),
  /** By the insurance fund so far, for losses of liquidated lots beyond the margin. */
  insurance_paid: z.string(),
  /** realised_profit − fee − liquidation_fee + funding + insurance_paid: what the position has earned so far. */
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
  effect: z.enum(['open', 'close', 'take_profit', 'stop_loss', 'liquidation']),
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

/** Events of positions that the customer did not cause, as they happen. */
export const perpetualAlert = z.object({
  alert_id: z.string(),
  kind: z.enum([
    'near_liquidation',
    'take_profit',
    'stop_loss',
    'topped_up',
    'liquidated',
    'deleveraged',
    'funding',
  ]),
  /** null for funding, which is told once for all positions of a contract. */
  position_id: z.number().nullable(),
  market_id: z.number(),
  symbol: z.string(),
  direction: direction.nullable(),
  mark_price: z.string(),
  liquidation_price: z.string().nullable(),
  /** What came back or was gained, or the funding received (positive) or paid (negative). */
  amount: z.string().nullable(),
  at_ms: z.number(),
});

/** What a customer chose for a contract. */
export const contractChoice = z.object({
  /** The leverage of orders that name none; null: the smallest on offer. */
  multiple: z.number().nullable(),
  /** What top-ups may add to each position ordered from now on; 0: nothing. */
  top_up_limit: z.string(),
});

/** Which of a position’s events also come by mail. */
export const perpetualMails = z.object({
  near_liquidation: z.boolean(),
  stop: z.boolean(),
  liquidated: z.boolean(),
  funding: z.boolean(),
});
