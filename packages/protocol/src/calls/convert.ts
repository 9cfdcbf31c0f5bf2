import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { side } from './spot.ts';

/** The signed quote: send it back unchanged. */
const quoteText = z.string().regex(/^[A-Za-z0-9_.-]{20,4000}$/);

const amount = z.object({ currency: z.string(), amount: z.string() });

export const convertQuote = z.object({
  quote: quoteText,
  /** By the server’s clock; the exchange refuses it later. */
  expires_at_ms: z.number(),
  holds_ms: z.number(),
  /** What is paid: the amount, less what is too little for a whole lot. */
  pay: amount,
  /** What the books would pay now, after fees. */
  receive: amount,
  /** The conversion pays at least this, or does not happen. */
  least: amount,
  /** Received per unit paid, after fees; and the reverse. */
  rate: z.string(),
  inverse: z.string(),
  /**
   * How far the books are from the index (or their mid price without one), before fees, in percent; negative is better
   * for the customer. Null without either.
   */
  spread_percent: f.signedDecimal.nullable(),
  fee_percent: z.string(),
  fees: z.array(amount),
  /** Over two markets: what is too little for a whole lot stays in the spot account. */
  rest: amount.nullable(),
  legs: z.array(
    z.object({
      market_id: z.number(),
      symbol: z.string(),
      side,
      quantity: z.string(),
      average_price: z.string(),
    }),
  ),
});

export const conversion = z.object({
  /** `order:` and the first order’s id, or `dust:` and a number. */
  conversion_id: z.string(),
  /** `market`: by orders in the book. `dust`: small balances, which the house bought. */
  kind: z.enum(['market', 'dust']),
  paid: z.array(amount),
  received: amount,
  /** What the quote had promised; null for small balances. */
  least: amount.nullable(),
  rest: amount.nullable(),
  /** The orders of the conversion, in the order they traded. */
  order_ids: z.array(z.number()),
  /** Small balances: the price of each, and its tick in the price log. */
  lines: z.array(
    z.object({
      currency: z.string(),
      amount: z.string(),
      received: z.string(),
      price: z.string(),
      tick_number: z.number(),
    }),
  ),
  /** Small balances: the discount on the index. */
  spread_percent: z.string().nullable(),
  at_ms: z.number(),
});

const dustItem = z.object({
  currency_id: z.number(),
  currency: z.string(),
  amount: z.string(),
  /** At the index price. */
  price: z.string(),
  value: z.string(),
  receive: z.string(),
});

const idList = z.string().regex(/^\d{1,9}(,\d{1,9}){0,49}$/);

export const convertCalls = callsOf('convert', {
  'POST convert/quote': {
    summary: 'What the live books would give for an amount now, held for some seconds',
    input: z.object({ from_id: f.shortId, to_id: f.shortId, amount: f.decimal }),
    output: convertQuote,
    errors: [
      'unknown_currency',
      'same_currency',
      'no_route',
      'invalid_amount',
      'amount_too_large',
      'below_min_notional',
      'convert_exceeds_depth',
      'convert_own_order',
      'no_liquidity',
      'market_halted',
      'market_cancel_only',
    ],
  },
  'POST convert/accept': {
    summary: 'Convert: the customer gets at least what the quote promised, or nothing happens',
    idempotent: true,
    input: z.object({ quote: quoteText }),
    output: z.object({ conversion }),
    errors: [
      'quote_invalid',
      'quote_expired',
      'quote_outdated',
      'insufficient_balance',
      'convert_exceeds_depth',
      'convert_own_order',
      'no_liquidity',
      'below_min_notional',
      'market_halted',
      'market_cancel_only',
      'customer_frozen',
      'cooling_down',
      'daily_loss_limit',
      'product_off',
    ],
  },
  'GET convert/list': {
    summary: 'The customer’s conversions, small balances among them, newest first',
    input: z.object({ ...f.paging }),
    output: f.page(conversion),
  },
  'POST convert/dust_quote': {
    summary:
      'Balances too small for an order, and what the house pays for those chosen (all, if none is named)',
    input: z.object({ currency_ids: idList.optional() }),
    output: z.object({
      /** The house's discount on the index. */
      spread_percent: z.string(),
      /** A larger balance is not small. */
      most: amount,
      /** What the customer may still be paid today. */
      left: amount,
      items: z.array(dustItem),
      /** Null when nothing can be converted. */
      chosen: z
        .object({
          quote: quoteText,
          currency_ids: z.array(z.number()),
          receive: amount,
          least: amount,
          expires_at_ms: z.number(),
          holds_ms: z.number(),
        })
        .nullable(),
    }),
    errors: ['dust_unavailable'],
  },
  'POST convert/dust': {
    summary: 'Sell small balances to the house in one go, all of those quoted or none',
    idempotent: true,
    input: z.object({ quote: quoteText }),
    output: z.object({ conversion }),
    errors: [
      'quote_invalid',
      'quote_expired',
      'quote_outdated',
      'not_dust',
      'dust_unavailable',
      'dust_worthless',
      'dust_limit_reached',
      'market_halted',
      'market_cancel_only',
      'customer_frozen',
      'product_off',
    ],
  },
});
