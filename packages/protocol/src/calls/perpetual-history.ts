import { z } from 'zod';
import { direction, stopKind } from './perpetual-records.ts';

/** Events of contracts and positions, each with everything needed to recompute it. */

/**
 * A mark price’s inputs: it is the median of `funding_price` (index × (1 + rate × time to funding ÷ interval)),
 * `basis_price` (index + mean of book mid − index over five minutes’ samples, those missing as 0) and `last_price` (the
 * index before the first trade).
 */
export const markInputs = z.object({
  at_ms: z.number(),
  index_price: z.string(),
  /** Number of the index tick in the price log. */
  index_tick: z.number(),
  last_price: z.string().nullable(),
  funding_price: z.string(),
  /** Of the interval’s samples so far. */
  funding_rate_percent: z.string(),
  next_funding_at_ms: z.number(),
  funding_interval_ms: z.number(),
  basis_price: z.string(),
});
/** null: recorded before these were stored. */
const markInputsOrNull = markInputs.nullable();

/** One funding of a contract, with what its rate was computed from. */
export const fundingRate = z.object({
  market_id: z.number(),
  symbol: z.string(),
  /** Counts the contract’s fundings from 1. */
  funding_id: z.number(),
  /** The end of the interval. */
  at_ms: z.number(),
  rate_percent: z.string(),
  /** Mean of the minutes’ samples, and how many they were. */
  premium_percent: z.string(),
  samples: z.number(),
  interest_percent: z.string(),
  cap_percent: z.string(),
  mark_price: z.string(),
  index_price: z.string(),
  open_interest_lots: z.number(),
  /** What payers paid; receivers shared it by lots. */
  collected: z.string(),
  /** The remainder that could not be shared evenly. */
  rounding: z.string(),
  mark_inputs: markInputsOrNull,
});

/**
 * One sample per minute of the book: a funding’s premium is the mean of its interval’s. None if a side of the book had
 * less than `impact_value`, or the two prices were further apart than twice the lowest maintenance rate.
 */
export const premiumSample = z.object({
  at_ms: z.number(),
  /** What selling and buying `impact_value` at the index would have fetched and cost on average. */
  bid_price: z.string(),
  ask_price: z.string(),
  index_price: z.string(),
  /** (bid + ask) ÷ 2 − index, as percent of the index. */
  premium_percent: z.string(),
});

export const fundingPayment = z.object({
  position_id: z.number(),
  market_id: z.number(),
  symbol: z.string(),
  funding_id: z.number(),
  direction,
  at_ms: z.number(),
  lots: z.number(),
  mark_price: z.string(),
  rate_percent: z.string(),
  /** Received (positive) or paid (negative). */
  amount: z.string(),
  /** The position’s margin after it. */
  margin_after: z.string(),
});

/** A take-profit or stop-loss that was reached, with the mark price that reached it. */
export const stopTrigger = z.object({
  trigger_id: z.number(),
  position_id: z.number(),
  market_id: z.number(),
  symbol: z.string(),
  direction,
  kind: stopKind,
  trigger_price: z.string(),
  /** Held then. */
  lots: z.number(),
  mark_price: z.string(),
  /** Number of the index tick in the price log. */
  index_tick: z.number(),
  at_ms: z.number(),
  mark_inputs: markInputsOrNull,
});

/** One liquidation with everything it was decided and computed from, and its result. */
export const liquidation = z.object({
  liquidation_id: z.number(),
  position_id: z.number(),
  market_id: z.number(),
  symbol: z.string(),
  direction,
  multiple: z.number(),
  at_ms: z.number(),
  mark_price: z.string(),
  index_price: z.string(),
  /** Number of the index tick in the price log. */
  index_tick: z.number(),
  lots: z.number(),
  open_value: z.string(),
  margin: z.string(),
  maintenance_percent: z.string(),
  equity: z.string(),
  maintenance_margin: z.string(),
  liquidation_price: z.string(),
  bankruptcy_price: z.string(),
  /** Closed into the book with its own margin, and for how much. */
  book_lots: z.number(),
  book_value: z.string(),
  /** Into the book with the insurance fund’s help, for how much, and what the fund paid. */
  insured_lots: z.number(),
  insured_value: z.string(),
  insurance_paid: z.string(),
  /** Taken over by opposing positions at the bankruptcy price. */
  deleveraged_lots: z.number(),
  deleveraged_value: z.string(),
  /** Lots that found nobody: retried with the next mark. */
  remaining_lots: z.number(),
  /** What was left of the margin: to the insurance fund, for trading, back to the customer. */
  liquidation_fee: z.string(),
  fee: z.string(),
  returned: z.string(),
  /** Rates of the two fees at that time, of the value closed and as far as margin was left; null as `mark_inputs`. */
  liquidation_fee_percent: z.string().nullable(),
  taker_fee_percent: z.string().nullable(),
  mark_inputs: markInputsOrNull,
  /**
   * Of a cross position: the account at that moment, which decided it. `margin` is then what the account could give, and
   * `liquidation_price` the mark itself. Null for isolated positions.
   */
  account: z
    .object({
      available: z.string(),
      equity: z.string(),
      maintenance_margin: z.string(),
      positions: z.array(
        z.object({
          position_id: z.number(),
          market_id: z.number(),
          symbol: z.string(),
          direction,
          /** Base units. */
          quantity: z.string(),
          open_value: z.string(),
          maintenance_percent: z.string(),
          mark_price: z.string(),
        }),
      ),
    })
    .nullable(),
});

/** Margin added by itself to a position that the mark would have liquidated, with everything that decided it. */
export const topUp = z.object({
  top_up_id: z.number(),
  position_id: z.number(),
  /** Counts the position’s top-ups from 1. */
  step: z.number(),
  market_id: z.number(),
  symbol: z.string(),
  direction,
  multiple: z.number(),
  at_ms: z.number(),
  mark_price: z.string(),
  index_price: z.string(),
  /** Number of the index tick in the price log. */
  index_tick: z.number(),
  /** The position just before. */
  lots: z.number(),
  open_value: z.string(),
  margin: z.string(),
  maintenance_percent: z.string(),
  liquidation_price: z.string(),
  /** What the customer allowed in all, what of it was used before, and what the contract account had. */
  limit: z.string(),
  used: z.string(),
  available: z.string(),
  /** What was added: to the initial margin at the mark, loss included, or less if that was all there was. */
  amount: z.string(),
  /** null: no price liquidates. */
  new_liquidation_price: z.string().nullable(),
  mark_inputs: markInputsOrNull,
});

/** A position reduced because an opposing one went bankrupt while book and insurance fund were empty. */
export const deleveraging = z.object({
  deleveraging_id: z.number(),
  position_id: z.number(),
  market_id: z.number(),
  symbol: z.string(),
  direction,
  against_position_id: z.number(),
  at_ms: z.number(),
  lots: z.number(),
  /** What the lots were closed for, at the other’s bankruptcy price. */
  value: z.string(),
  realised_profit: z.string(),
  returned: z.string(),
  /** Profit at mark ÷ entry value × leverage: the highest is reduced first. */
  rank: z.string(),
  multiple: z.number(),
  mark_price: z.string(),
  /** Its inputs; null as `mark_inputs`. */
  inputs: z
    .object({
      /** The position just before. */
      lots: z.number(),
      open_value: z.string(),
      margin: z.string(),
      /** The bankrupt position just before: the lots were closed where its margin was used up. */
      against_lots: z.number(),
      against_open_value: z.string(),
      against_margin: z.string(),
      /** The position when it was ranked, which is once for all liquidations of a mark. */
      ranked_lots: z.number(),
      ranked_open_value: z.string(),
      /** Its place in that ranking, from 1, and the ranking's length. */
      place: z.number(),
      candidates: z.number(),
      /** Ranks of its neighbours in the ranking; null at either end. */
      rank_ahead: z.string().nullable(),
      rank_behind: z.string().nullable(),
    })
    .nullable(),
  mark_inputs: markInputsOrNull,
});

/** One of two positions closed against each other, just before, and its proceeds. */
const offsetPart = z.object({
  lots: z.number(),
  open_value: z.string(),
  margin: z.string(),
  realised_profit: z.string(),
});

/** Lots of the customer’s own positions, one long and one short, closed against each other. */
export const perpetualOffset = z.object({
  offset_id: z.number(),
  market_id: z.number(),
  symbol: z.string(),
  long_position_id: z.number(),
  short_position_id: z.number(),
  at_ms: z.number(),
  lots: z.number(),
  /** What the lots of either were closed for: at the mark, or at the nearest value that both margins covered. */
  value: z.string(),
  mark_price: z.string(),
  /** Its inputs; null as `mark_inputs`. */
  inputs: z.object({ long: offsetPart, short: offsetPart }).nullable(),
  mark_inputs: markInputsOrNull,
});
