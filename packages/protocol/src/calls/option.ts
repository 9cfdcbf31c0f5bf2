import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';

export const optionDirection = z.enum(['rise', 'fall']);
/** `pending` waits for its entry tick, `running` for its delivery. */
export const optionState = z.enum(['pending', 'running', 'settled']);
/** What the price did; `stale_…`: no fresh tick at that end, so the stake went back. */
export const optionResult = z.enum(['rise', 'fall', 'even', 'stale_entry', 'stale_exit']);
/** The result for the customer. */
export const optionOutcome = z.enum(['won', 'lost', 'refunded']);

export const receiptTick = z.object({
  /** Number in the price log. */
  number: z.number(),
  /** 1e-8 quote units. */
  price_e8: z.number(),
  at_ms: z.number(),
  /** Lower-case hex, 64 digits. */
  hash: z.string(),
});

/**
 * Everything that decides about an option, as recorded by the core: the verifier's input, on this page or from a
 * downloaded file. Amounts are minor units in decimal digits, rates millionths.
 */
export const optionReceipt = z.object({
  kind: z.literal('tallystick option receipt 1'),
  option_id: z.number(),
  market_id: z.number(),
  symbol: z.string(),
  direction: optionDirection,
  seconds: z.number(),
  currency: z.string(),
  /** One unit is 10^decimals minor units. */
  decimals: z.number(),
  practice: z.boolean(),
  stake_minor: z.string(),
  /** What a win adds to the stake: stake × payout_ppm ÷ 1,000,000, truncated. */
  profit_minor: z.string(),
  payout_ppm: z.number(),
  break_even_ppm: z.number(),
  terms_version: z.number(),
  stale_ms: z.number(),
  bought_at_ms: z.number(),
  delivery_at_ms: z.number(),
  /** The price log's newest tick at purchase; number 0 and 64 zeros before the first. */
  chain_head: z.object({ number: z.number(), hash: z.string() }),
  entry: receiptTick.nullable(),
  exit: receiptTick.nullable(),
  result: optionResult.nullable(),
  payout_minor: z.string().nullable(),
  settled_at_ms: z.number().nullable(),
});

export const optionPrice = z.object({
  /** Number of the tick in the price log. */
  tick: z.number(),
  price: z.string(),
  at_ms: z.number(),
});

export const option = z.object({
  option_id: z.number(),
  market_id: z.number(),
  symbol: z.string(),
  direction: optionDirection,
  seconds: z.number(),
  currency_id: z.number(),
  currency: z.string(),
  practice: z.boolean(),
  stake: z.string(),
  /** Share of the stake that a win adds, e.g. `0.85`. */
  payout_rate: z.string(),
  /** The share of options that must win to break even, e.g. `0.5406`, rounded up. */
  break_even_chance: z.string(),
  /** Stake and profit if it wins. */
  possible_payout: z.string(),
  state: optionState,
  bought_at_ms: z.number(),
  delivery_at_ms: z.number(),
  entry: optionPrice.nullable(),
  exit: optionPrice.nullable(),
  result: optionResult.nullable(),
  outcome: optionOutcome.nullable(),
  /** What was paid back; null until settled. */
  payout: z.string().nullable(),
  /** Payout minus stake, signed; null until settled. */
  profit_loss: z.string().nullable(),
  settled_at_ms: z.number().nullable(),
  receipt: optionReceipt,
});

/**
 * The exchange's signature of everything fixed at purchase, as a signed note of the price log's keys: proof of the
 * terms for third parties. Null if it could not be signed at this moment: ask again. See docs/price-log.md.
 */
export const signedTerms = z.string().nullable();

const boughtOption = z.object({ option, signed_terms: signedTerms });

/** What may be staked now in one currency on one duration. */
export const optionCapacity = z.object({
  currency_id: z.number(),
  currency: z.string(),
  min_stake: z.string(),
  max_stake: z.string(),
  /** The largest stake the house can cover right now: `0` is sold out. Practice knows only `max_stake`. */
  capacity_rise: z.string(),
  capacity_fall: z.string(),
});

export const optionTime = z.object({
  seconds: z.number(),
  payout_rate: z.string(),
  break_even_chance: z.string(),
  currencies: z.array(optionCapacity),
});

/** Why nothing can be bought, longest-lasting first; practice is stopped only by the market and its prices. */
export const optionClosed = z.enum(['product_off', 'options_off', 'market_closed', 'price_stale']);

export const practiceBalance = z.object({
  currency_id: z.number(),
  currency: z.string(),
  available: z.string(),
  /** What a reset gives. */
  start: z.string(),
});

export const optionCalls = callsOf('option', {
  'GET microtrade/lists': {
    summary: 'The customer’s second options, newest first. `running` = not settled yet, `history` = settled',
    input: z.object({
      view: z.enum(['running', 'history']).default('running'),
      practice: f.flag.default(false),
      market_id: f.shortId.optional(),
      direction: optionDirection.optional(),
      outcome: optionOutcome.optional(),
      from_ms: f.timestampMs.optional(),
      to_ms: f.timestampMs.optional(),
      ...f.paging,
    }),
    output: f.page(option),
    errors: ['unknown_market'],
  },
  'GET microtrade/detail': {
    summary: 'One of the customer’s second options, with the receipt to verify',
    input: z.object({ option_id: f.id }),
    output: boughtOption,
    errors: ['unknown_option'],
  },
  'GET microtrade/seconds': {
    summary: 'The settlement times of a market: payout rate, break-even chance, stakes and what is left',
    auth: 'none',
    input: z.object({ market_id: f.shortId }),
    output: z.object({
      market_id: z.number(),
      symbol: z.string(),
      /** Send it with the purchase, which is refused if these terms have changed. */
      terms_version: z.number(),
      /** Null: can be bought. */
      closed: optionClosed.nullable(),
      stale_ms: z.number(),
      times: z.array(optionTime),
    }),
    errors: ['unknown_market', 'options_not_offered'],
  },
  'GET microtrade/markets': {
    summary: 'The markets second options are offered on',
    auth: 'none',
    output: z.object({
      markets: z.array(
        z.object({ market_id: z.number(), symbol: z.string(), closed: optionClosed.nullable() }),
      ),
    }),
  },
  'GET microtrade/payable_currencies': {
    summary: 'The currencies stakes are paid in, with what the option account and the practice account hold',
    input: z.object({ market_id: f.shortId }),
    output: z.object({
      currencies: z.array(
        z.object({
          currency_id: z.number(),
          currency: z.string(),
          min_stake: z.string(),
          max_stake: z.string(),
          /** In the option account. */
          available: z.string(),
          /** In the spot account, from where it can be transferred. */
          spot_available: z.string(),
          practice_available: z.string(),
        }),
      ),
    }),
    errors: ['unknown_market', 'options_not_offered'],
  },
  'POST microtrade/submit': {
    summary: 'Buy a second option, with the terms of `microtrade/seconds`',
    idempotent: true,
    input: z.object({
      market_id: f.shortId,
      direction: optionDirection,
      seconds: f.shortId,
      currency_id: f.shortId,
      amount: f.decimal,
      terms_version: f.shortId,
      practice: f.flag.default(false),
    }),
    output: boughtOption,
    errors: [
      'unknown_market',
      'product_off',
      'verification_required',
      'options_not_offered',
      'options_off',
      'option_time_not_offered',
      'option_currency_not_offered',
      'invalid_amount',
      'stake_below_minimum',
      'stake_above_maximum',
      'quote_changed',
      'insufficient_balance',
      'option_capacity',
      'option_pool_exhausted',
      'too_many_open_options',
      'market_halted',
      'market_cancel_only',
      'stale_tick',
      'daily_loss_limit',
      'cooling_down',
    ],
  },
  'GET microtrade/practice': {
    summary: 'The practice account: money that is none, on the same prices',
    output: z.object({ balances: z.array(practiceBalance) }),
  },
  'POST microtrade/practice': {
    summary: 'Fill the practice account up to its start again',
    input: z.object({ currency_id: f.shortId }),
    output: z.object({ balances: z.array(practiceBalance) }),
    errors: ['option_currency_not_offered'],
  },
});
