import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { currency } from './market.ts';

/** `upcoming`: not started. `sold_out`: a first-come offer that ended early. `cancelled`: everything was returned. */
export const launchState = z.enum(['upcoming', 'subscribing', 'sold_out', 'closed', 'launched', 'cancelled']);
export const launchMode = z.enum(['pro_rata', 'first_come']);

export const launchAmount = z.object({ currency_id: z.number(), code: z.string(), amount: z.string() });

/** What one customer committed to one offer; several commitments add up. */
export const launchOrder = z.object({
  order_id: z.number(),
  offer_id: z.number(),
  code: z.string(),
  quote_code: z.string(),
  issue_price: z.string(),
  /** `under_review` until the close decides, then `passed`. `returned`: the offer was cancelled. */
  state: z.enum(['under_review', 'passed', 'returned']),
  committed: z.array(launchAmount),
  /** What all commitments are worth at the offer's rates, in the quote currency. */
  value: z.string(),
  /** Null before the close. */
  allocated: z.string().nullable(),
  spent: z.array(launchAmount),
  refunded: z.array(launchAmount),
  released: z.string(),
  /** Allocated and not yet released; null before the close. */
  locked: z.string().nullable(),
  next_release: z.object({ at_ms: z.number(), amount: z.string() }).nullable(),
  /** When the last part is released. */
  completes_at_ms: z.number(),
  /** What the market pays now; null before its first trade. */
  market_price: z.string().nullable(),
  /** (market price − issue price) × allocated, in the quote currency; null while either is unknown. */
  expected_gross_return: z.string().nullable(),
  /** The same for what has been released. */
  accumulated_return: z.string().nullable(),
  /** (market price − issue price) ÷ issue price, signed percent truncated to two digits. */
  total_return_percent: z.string().nullable(),
  commitments: z.array(
    z.object({
      commitment_id: z.number(),
      currency_id: z.number(),
      code: z.string(),
      amount: z.string(),
      at_ms: z.number(),
    }),
  ),
  created_at_ms: z.number(),
});

export const launchOffer = z.object({
  offer_id: z.number(),
  state: launchState,
  mode: launchMode,
  /** The currency on offer. */
  currency,
  /** In the reader's language. */
  about: z.string(),
  /** Its market, which exists from the launch on. */
  market_id: z.number(),
  symbol: z.string(),
  quote: currency,
  issue_price: z.string(),
  supply: z.string(),
  /** What one customer's commitments must be worth, in the quote currency. */
  minimum: z.string(),
  /** The most one customer gets, in the currency on offer. */
  cap: z.string(),
  /** Rates are fixed: quote units per unit. */
  accepted: z.array(
    z.object({
      currency,
      rate: z.string(),
      /** What the index says, in the same unit; null without a fresh one, and for the quote currency itself. */
      market_rate: z.string().nullable(),
      /** (rate − market rate) ÷ market rate, signed percent truncated to two digits. */
      deviation_percent: z.string().nullable(),
      /** `fair`; `warn` where the rate is more than 5 % from the index; `refused`: more than 10 %, or no fresh index. */
      standing: z.enum(['fair', 'warn', 'refused']),
    }),
  ),
  start_ms: z.number(),
  close_ms: z.number(),
  /** When it really ended: before `close_ms` if it was sold out. */
  closes_at_ms: z.number(),
  launch_ms: z.number(),
  lock_up_ms: z.number(),
  releases: z.array(z.object({ after_ms: z.number(), at_ms: z.number(), percent: z.string() })),
  /** Until the close as committed so far, then as frozen. */
  orders: z.number(),
  committed_value: z.string(),
  /** What the whole supply costs, in the quote currency. */
  target_value: z.string(),
  /** Committed as percent of the target, truncated to two digits; above 100 if oversubscribed. */
  committed_percent: z.string(),
  /** First come: what is still available. */
  left: z.string(),
  /** Null before the close. */
  allocated: z.string().nullable(),
  list_root: z.string().nullable(),
  last_price: z.string().nullable(),
  /** As in an order. */
  return_percent: z.string().nullable(),
  /** The reader's own; null without one, or without a session. */
  own: launchOrder.nullable(),
  /** Customers the reader invited who take part, and what they committed; null without a session. */
  invited: z.object({ customers: z.number(), value: z.string() }).nullable(),
});

/** Amounts are integers in minor units; the allocation can be recomputed from these numbers alone. */
export const allocationList = z.object({
  offer_id: z.number(),
  mode: launchMode,
  issue_price_e8: z.number(),
  supply_minor: z.string(),
  cap_minor: z.string(),
  decimals: z.number(),
  quote_decimals: z.number(),
  accepted: z.array(z.object({ currency_id: z.number(), rate_e8: z.number(), decimals: z.number() })),
  root: z.string(),
  /** Lines in all. */
  size: z.number(),
  /** By order id. */
  orders: z.array(
    z.object({
      order_id: z.number(),
      committed: z.array(z.object({ currency_id: z.number(), amount_minor: z.string() })),
      allocated_minor: z.string(),
    }),
  ),
  own_order_id: z.number().nullable(),
});

/** Lines returned at once, because a list may have a hundred thousand. */
export const allocationPage = allocationList.extend({ next_cursor: z.string().nullable() });

/** Lines of an allocation list in one answer, 1 to 2,000: about 200 kB. */
const allocationLines = f.whole(1, 2_000).default(1_000);

const offerId = z.object({ offer_id: f.id });

export const launchCalls = callsOf('launch', {
  'GET lh/send/config': {
    summary: 'What applies to every offer of a new currency',
    auth: 'none',
    output: z.object({
      /** Whether new commitments are accepted at the moment. */
      open: z.boolean(),
      /** A commitment cannot be withdrawn before the close. */
      pull_out: z.literal(false),
      /** The currencies accepted by any of the offers. */
      currencies: z.array(currency),
      counts: z.object({ upcoming: z.number(), subscribing: z.number(), launched: z.number() }),
    }),
  },
  'GET lh/send/product_info': {
    summary: 'Offers, those that subscribe first; or one of them',
    auth: 'optional',
    input: z.object({ offer_id: f.id.optional() }),
    output: z.object({ items: z.array(launchOffer) }),
    errors: ['unknown_launch_offer'],
  },
  'GET lh/send/get_recommend': {
    summary:
      'Up to three offers worth looking at: closing soonest, then starting soonest, then just launched',
    auth: 'optional',
    output: z.object({ items: z.array(launchOffer) }),
  },
  'POST lh/send/order': {
    summary: 'Commit money of the spot account to an offer; it stays frozen until the close',
    idempotent: true,
    input: z.object({
      offer_id: f.id,
      currency_id: f.shortId,
      amount: f.decimal,
      /** The service agreement was accepted. */
      agreement: f.flag.default(false),
    }),
    output: z.object({ order: launchOrder }),
    errors: [
      'agreement_required',
      'unknown_launch_offer',
      'launch_not_started',
      'launch_closed',
      'launch_sold_out',
      'launch_not_enough_left',
      'launch_below_minimum',
      'launch_over_cap',
      'launch_currency_not_accepted',
      'launch_rate_off_market',
      'launch_rate_unknown',
      'invalid_amount',
      'insufficient_balance',
      'customer_frozen',
      'daily_loss_limit',
      'cooling_down',
    ],
  },
  'GET lh/send/order_list': {
    summary: 'The customer’s orders, newest first',
    input: z.object({
      state: z.enum(['all', 'under_review', 'passed', 'returned']).default('all'),
      ...f.paging,
    }),
    output: f.page(launchOrder),
  },
  'GET lh/send/allocation_list': {
    summary:
      'The frozen list of an offer’s commitments with what each got, page by page, for anyone to compute again',
    auth: 'optional',
    input: offerId.extend({ cursor: f.cursor.optional(), limit: allocationLines }),
    output: allocationPage,
    errors: ['unknown_launch_offer', 'launch_not_closed'],
  },
  'GET lh/send/commitment_proof': {
    summary: 'The way from the customer’s own line to the root of the frozen list (RFC 6962)',
    input: offerId,
    output: z.object({
      order_id: z.number(),
      /** The line as it is hashed. */
      leaf: z.string(),
      index: z.number(),
      size: z.number(),
      path: z.array(z.string()),
      root: z.string(),
    }),
    errors: ['unknown_launch_offer', 'launch_not_closed', 'not_found'],
  },
});
