import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { currency } from './market.ts';

/** The result of leaving after this many earning days; after the last one the order is complete. */
export const trustExit = z.object({
  paid_days: z.number(),
  remaining_days: z.number(),
  /** Interest received by then, which is kept. */
  interest: z.string(),
  /** Penalty rate × remaining days × principal, from the principal. */
  penalty: z.string(),
  /** Principal less penalty. */
  returned: z.string(),
  total: z.string(),
});

/** Whether it can be bought: `upcoming` opens later, `sold_out` has no room for even the smallest order. */
export const trustProductState = z.enum(['upcoming', 'open', 'sold_out', 'closed']);

export const trustProduct = z.object({
  product_id: z.number(),
  currency,
  cycle_days: z.number(),
  /** Percent of the principal, e.g. `0.4` a day and `6` in all. */
  daily_yield_percent: z.string(),
  total_yield_percent: z.string(),
  /** Percent of the principal for each remaining day. */
  penalty_percent: z.string(),
  /** The same in millionths: what the exit calculator works with. */
  daily_yield_ppm: z.number(),
  penalty_ppm: z.number(),
  minimum: z.string(),
  maximum: z.string(),
  capacity: z.string(),
  hosted: z.string(),
  /** What can still be bought: by capacity, and by what the treasury can promise. */
  left: z.string(),
  customer_limit: z.string(),
  /** What this customer may still buy; null for visitors. */
  own_left: z.string().nullable(),
  opens_at_ms: z.number(),
  state: trustProductState,
  /** Named when buying, which is refused if the terms have changed. */
  terms_version: z.number(),
  /** Of an order bought now. */
  first_payment_at_ms: z.number(),
  completes_at_ms: z.number(),
});

/** The source of interest: the house's funds in a currency, and how much of them is already promised. */
export const trustReserve = z.object({
  currency,
  /** Free for new promises. */
  treasury: z.string(),
  /** Promised and unpaid: set aside when each order was bought. */
  escrow: z.string(),
});

export const trustState = z.enum(['hosting', 'completed', 'redeemed']);

export const trustOrder = z.object({
  order_id: z.number(),
  product_id: z.number(),
  currency,
  amount: z.string(),
  daily_yield_percent: z.string(),
  penalty_percent: z.string(),
  cycle_days: z.number(),
  paid_days: z.number(),
  remaining_days: z.number(),
  bought_at_ms: z.number(),
  /** Begin of the first earning day. */
  starts_at_ms: z.number(),
  /** Null once it has ended. */
  next_payment_at_ms: z.number().nullable(),
  next_payment: z.string().nullable(),
  completes_at_ms: z.number(),
  promised: z.string(),
  /** Paid so far. */
  earned: z.string(),
  auto_renew: z.boolean(),
  /** The order that this one continues. */
  renewal_of: z.number().nullable(),
  state: trustState,
  ended_at_ms: z.number().nullable(),
  /** Penalty of early redemption; null unless redeemed. */
  penalty: z.string().nullable(),
  /** The result of leaving now; null once it has ended. */
  exit: trustExit.nullable(),
});

const ordered = z.object({ order: trustOrder });

export const trustReportLine = z.object({
  currency,
  /** Principal hosted now. */
  invested: z.string(),
  /** Interest of the UTC day before today. */
  yesterday: z.string(),
  /** All interest ever paid. */
  accumulated: z.string(),
  /** Promised by hosted orders and not paid yet. */
  expected: z.string(),
});

export const trustPaymentDay = z.object({
  at_ms: z.number(),
  currency,
  interest: z.string(),
  /** Principal that returns (or is renewed) that day. */
  principal: z.string(),
  orders: z.number(),
});

export const trustCalls = callsOf('trust', {
  'GET lh/deposit/report': {
    summary: 'What the customer has invested, received yesterday and in all, and is still promised',
    output: z.object({ items: z.array(trustReportLine) }),
  },
  'GET lh/deposit/config': {
    summary: 'All products, and the reserve that stands behind them',
    auth: 'optional',
    output: z.object({
      products: z.array(trustProduct),
      reserves: z.array(trustReserve),
      /** The product line is switched on. */
      enabled: z.boolean(),
    }),
  },
  'GET lh/deposit/product_info': {
    summary: 'One product; with an amount, what leaving after each day would come to',
    auth: 'optional',
    input: z.object({ product_id: f.id, amount: f.decimal.optional() }),
    output: z.object({
      product: trustProduct,
      reserve: trustReserve,
      /** After 0, 1, … days; empty without an amount. */
      exits: z.array(trustExit),
      /** All interest of the amount; null without one. */
      promised: z.string().nullable(),
    }),
    errors: ['unknown_trust_product', 'invalid_amount'],
  },
  'POST lh/deposit': {
    summary: 'Buy: the principal is locked in the trust account, all promised interest is set aside',
    idempotent: true,
    input: z.object({
      product_id: f.id,
      amount: f.decimal,
      /** Of the product as it was shown. */
      terms_version: f.shortId,
      auto_renew: f.flag.default(false),
      /** The service agreement; must be accepted. */
      agreement: f.flag.default(false),
    }),
    output: ordered,
    errors: [
      'agreement_required',
      'product_off',
      'unknown_trust_product',
      'trust_terms_changed',
      'trust_closed',
      'trust_not_open',
      'invalid_amount',
      'trust_below_minimum',
      'trust_above_maximum',
      'trust_sold_out',
      'trust_customer_limit',
      'insufficient_balance',
      'treasury_short',
      'customer_frozen',
      'daily_loss_limit',
      'cooling_down',
    ],
  },
  'GET lh/deposit/order': {
    summary: 'The customer’s orders, newest first',
    input: z.object({ state: trustState.optional(), ...f.paging }),
    output: f.page(trustOrder),
  },
  'GET lh/deposit/order/quote': {
    summary: 'What redeeming an order now would cost, and until when that holds',
    input: z.object({ order_id: f.id }),
    output: z.object({
      order: trustOrder,
      exit: trustExit,
      /** Interest that is given up. */
      unearned: z.string(),
      /** Next UTC midnight, when a day is paid and the penalty gets smaller. */
      valid_until_ms: z.number(),
    }),
    errors: ['unknown_trust_order', 'trust_order_ended'],
  },
  'POST lh/deposit/order/cancel': {
    summary: 'Redeem an order early. More than the penalty named is never taken',
    idempotent: true,
    input: z.object({
      order_id: f.id,
      /** As announced by the quote. */
      penalty: f.decimal,
    }),
    output: ordered,
    errors: [
      'unknown_trust_order',
      'trust_order_ended',
      'trust_penalty_changed',
      'customer_frozen',
      'invalid_amount',
    ],
  },
  'POST lh/deposit/order/renewal': {
    summary: 'Whether the order begins anew under its terms when it completes',
    input: z.object({ order_id: f.id, auto_renew: f.flag }),
    output: ordered,
    errors: ['unknown_trust_order', 'trust_order_ended', 'customer_frozen'],
  },
  'GET lh/deposit/calendar': {
    summary: 'Coming payments of all hosted orders by day, for as many days as asked',
    input: z.object({
      days: f.whole(1, 366).default(62),
    }),
    output: z.object({ items: z.array(trustPaymentDay) }),
  },
});
