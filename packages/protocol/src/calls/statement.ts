import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { account, ledgerReason } from './wallet.ts';

export const STATEMENT_FORMATS = ['csv', 'json', 'pdf'] as const;
export const STATEMENT_CONTENTS = ['entries', 'trades', 'taxes'] as const;
/** How a sale's cost is found: the average of all coins held, or the oldest ones first. */
export const COST_METHODS = ['average', 'fifo'] as const;
export const TAX_PRODUCTS = [
  'spot',
  'contracts',
  'options',
  'trust',
  'launches',
  'rebates',
  'other',
] as const;

const year = z.string().regex(/^20\d\d$/);
/** A year or a month, UTC: `2026`, `2026-03`. */
const period = z.string().regex(/^20\d\d(-(0[1-9]|1[0-2]))?$/);
const method = z.enum(COST_METHODS).default('average');

/** What is listed; the rest appears only in sums. */
const filter = {
  account: account.optional(),
  currency_id: f.shortId.optional(),
  reason: f.word(ledgerReason).optional(),
};

const statementSpan = z.object({
  /** The period; it may not be over yet. */
  from_ms: z.number(),
  to_ms: z.number(),
  /** Whether it is over: nothing can be added any more. */
  complete: z.boolean(),
});

const statementLine = z.object({
  account,
  currency_id: z.number(),
  currency: z.string(),
  opening: z.string(),
  /** All receipts, and all payments (negative): opening + both = closing. */
  credits: z.string(),
  debits: z.string(),
  closing: z.string(),
  entries: z.number(),
});

const statementKind = z.object({
  reason: ledgerReason,
  currency: z.string(),
  credits: z.string(),
  debits: z.string(),
  entries: z.number(),
});

const coin = z.object({
  currency: z.string(),
  /** By sales of the period, after fees. */
  realised: z.string(),
  bought: z.string(),
  sold: z.string(),
  /** At the end of the period. */
  quantity: z.string(),
  /** Cost of the part whose cost is known. */
  cost: z.string(),
  /** The part whose cost is unknown. */
  unknown_quantity: z.string(),
  /** In USDT at the end of the period; null where there is no price. */
  value: z.string().nullable(),
  /** Value less cost; null without a price, or while the cost of a part is unknown. */
  unrealised: z.string().nullable(),
});

const profitDay = z.object({
  /** UTC, `2026-03-01`. */
  day: z.string(),
  realised: z.string(),
  /** Realised result and change of the unrealised one; null without a price or a cost. */
  result: z.string().nullable(),
});

const taxProduct = z.object({
  product: z.enum(TAX_PRODUCTS),
  /** Of spot: what sales brought, and what was sold had cost. Elsewhere income and expense. */
  proceeds: z.string(),
  cost: z.string(),
  result: z.string(),
  events: z.number(),
  /** Events without a known price or cost: they are in no sum. */
  unknown: z.number(),
});

export const statementCalls = callsOf('wallet', {
  'GET statement/summary': {
    summary: 'What each account and currency began with, what came and went by kind, and what it ended with',
    input: z.object({ period, ...filter }),
    output: statementSpan.extend({
      lines: z.array(statementLine),
      kinds: z.array(statementKind),
      /** The first month with an entry, `2026-03`; null if there is none. */
      first_month: z.string().nullable(),
    }),
    errors: ['unknown_currency'],
  },
  'GET statement/file': {
    summary:
      'A month or a year as a file: every entry, every trade, or the year for taxes. It is added up while it is ' +
      'written; if anything does not agree the transfer breaks off. One at a time for each customer',
    streamed: ['text/csv', 'application/json', 'application/pdf'],
    input: z.object({
      period,
      contents: z.enum(STATEMENT_CONTENTS).default('entries'),
      format: z.enum(STATEMENT_FORMATS),
      method,
      ...filter,
    }),
    output: f.stream,
    errors: ['unknown_currency', 'statement_busy', 'statement_too_long', 'statement_preparing'],
  },
  'GET statement/profit': {
    summary: 'Profit and loss of a period: for each coin, and day by day, in USDT',
    input: z.object({ period, method }),
    output: statementSpan.extend({
      /** In the period, by sales and by all products, after fees. */
      realised: z.string(),
      /** Since the first entry: with what is unrealised at the end it is the value less the net deposits. */
      realised_ever: z.string(),
      /** At the end of the period; null where a price or a cost is unknown. */
      unrealised: z.string().nullable(),
      net_deposits: z.string(),
      value: z.string().nullable(),
      coins: z.array(coin),
      days: z.array(profitDay),
      /** Events of the period without a known price or cost: they are in no sum. */
      unknown: z.number(),
    }),
    errors: ['statement_preparing'],
  },
  'GET statement/tax_year': {
    summary: 'A year for taxes: result of each product, fees, funding, and what was paid in and out',
    input: z.object({ year, method }),
    output: statementSpan.extend({
      products: z.array(taxProduct),
      /** Paid, positive, in each currency; they are in the results already. */
      fees: z.array(
        z.object({ product: z.enum(['spot', 'contracts']), currency: z.string(), amount: z.string() }),
      ),
      /** Of contracts: received less paid. */
      funding: z.array(z.object({ currency: z.string(), amount: z.string() })),
      transfers: z.array(z.object({ currency: z.string(), paid_in: z.string(), paid_out: z.string() })),
    }),
    errors: ['statement_preparing'],
  },
});
