import { z } from 'zod';
import { callsOf } from '../call.ts';
import { PART_KINDS, PORTFOLIO_PRODUCTS, PRICE_SOURCES } from '../portfolio/facts.ts';
import { LOSS_CAUSES } from '../portfolio/losses.ts';
import { currency } from './market.ts';
import { direction } from './perpetual-records.ts';

const product = z.enum(PORTFOLIO_PRODUCTS);

/** A held contract, with everything its result and its liquidation depend on. */
const position = z.object({
  position_id: z.number(),
  market_id: z.number(),
  symbol: z.string(),
  direction,
  multiple: z.number(),
  base_currency_id: z.number(),
  lots: z.number(),
  lot_size: z.string(),
  tick_size: z.string(),
  /** What its lots were opened for. */
  open_value: z.string(),
  maintenance_percent: z.string(),
  mark_price: z.string(),
  /** Null: no price liquidates it. */
  liquidation_price: z.string().nullable(),
});

export const portfolio = z.object({
  at_ms: z.number(),
  /** The currency of every worth. */
  unit_currency_id: z.number(),
  /** All that the rest names. */
  currencies: z.array(
    z.object({
      currency,
      /** Of one, in the unit, to 18 decimals; null: nothing tells what it is worth, and no sum has it. */
      price: z.string().nullable(),
      price_source: z.enum(PRICE_SOURCES).nullable(),
      price_at_ms: z.number().nullable(),
    }),
  ),
  /** Everything that is the customer's, each unit in one part. */
  parts: z.array(
    z.object({ product, kind: z.enum(PART_KINDS), currency_id: z.number(), amount: z.string() }),
  ),
  /** Positions that share equity; each isolated position is one of its own, all cross ones of a currency are one. */
  margin_groups: z.array(
    z.object({
      kind: z.enum(['isolated', 'cross']),
      currency_id: z.number(),
      margin: z.string(),
      positions: z.array(position),
    }),
  ),
  /** Orders that wait, by market and side, with what they hold. */
  waiting: z.array(
    z.object({
      product: z.enum(['spot', 'contract']),
      symbol: z.string(),
      side: z.enum(['buy', 'sell', 'long', 'short']),
      orders: z.number(),
      currency_id: z.number(),
      amount: z.string(),
    }),
  ),
  /** Deposits in trust, and what leaving now would cost. */
  deposits: z.array(
    z.object({
      order_id: z.number(),
      currency_id: z.number(),
      principal: z.string(),
      penalty: z.string(),
      remaining_days: z.number(),
    }),
  ),
  /** Computed from the above; amounts in the unit. */
  figures: z.object({
    equity: z.string(),
    equity_at_index: z.string(),
    contract_equity: z.string(),
    margin: z.string(),
    maintenance: z.string(),
    /** Maintenance ÷ contract equity; null without equity. */
    margin_rate_percent: z.string().nullable(),
    net_exposure: z.string(),
    gross_exposure: z.string(),
    /** The most that can be lost with what is open, and its parts. */
    worst_loss: z.string(),
    worst_losses: z.array(z.object({ product, cause: z.enum(LOSS_CAUSES), loss: z.string() })),
    /** What waiting orders would add if all of them filled. */
    waiting_loss: z.string(),
  }),
});

export const portfolioCalls = callsOf('wallet', {
  'GET wallet/portfolio': {
    summary:
      'Everything the customer has at one moment, with prices, positions and orders: equity, exposure, worst loss',
    output: portfolio,
  },
});
