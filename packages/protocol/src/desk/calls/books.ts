import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import { booksMonth, COMPANY_CHANNELS, PROFIT_SOURCE_NAMES } from '../books-changes.ts';
import * as f from '../../fields.ts';
import { reason } from '../../text.ts';

export const ACCOUNT_CLASSES = ['asset', 'liability', 'equity', 'income', 'expense'] as const;
export const RESULT_PRODUCTS = [
  'spot',
  'perpetual',
  'option',
  'trust',
  'wallet',
  'convert',
  'liquidity',
  'correction',
] as const;

const product = z.enum(RESULT_PRODUCTS);
const currencyAmount = z.object({ currency: z.string(), amount: f.signedDecimal });
/** In USDT at each day's end, without what has no price: amounts of one day, account and currency, counted. */
const valued = { value: f.signedDecimal, unvalued: z.number() };
const hash = z.string().regex(/^[0-9a-f]{64}$/);

const resultLine = z.object({
  account: z.number(),
  name: z.string(),
  class: z.enum(['income', 'expense']),
  /** Above zero the company earned it. */
  amounts: z.array(currencyAmount),
  ...valued,
});

const resultOfProduct = z.object({ product, ...valued, lines: z.array(resultLine) });

const feeLine = z.object({
  product,
  currency: z.string(),
  fees: f.signedDecimal,
  /** Paid out of these fees to promoters. */
  rebates: f.signedDecimal,
  net: f.signedDecimal,
  /** Entries with a fee. */
  entries: z.number(),
});

const closed = z.object({
  /** SHA-256 of the frozen figures, which name the hash of the month before. */
  hash,
  closed_by: z.string(),
  closed_at_ms: z.number(),
  /** Whether what is counted still gives what was frozen. */
  agrees: z.boolean(),
});

const trialLine = z.object({
  account: z.number(),
  name: z.string(),
  class: z.enum(ACCOUNT_CLASSES),
  currency: z.string(),
  /** Debit balances are below zero. */
  opening: f.signedDecimal,
  debit: f.signedDecimal,
  credit: f.signedDecimal,
  closing: f.signedDecimal,
});

/** Whose the money is, in one currency, at the month's end or now. */
const position = z.object({
  currency: z.string(),
  /** What lies outside by the ledger: chains, bank, and what customers owe. */
  assets: f.signedDecimal,
  customers: f.signedDecimal,
  /** The rest: the company's own. */
  company: f.signedDecimal,
});

const compared = z.object({
  channel: z.enum(COMPANY_CHANNELS),
  currency: z.string(),
  /** What the ledger says lies there. */
  ledger: f.signedDecimal,
  /** What was observed at the chain, or stated by the bank; null: nobody looked. */
  found: f.signedDecimal.nullable(),
  /** Above zero there is more than the ledger says and is explained. */
  unexplained: f.signedDecimal.nullable(),
  as_of_ms: z.number().nullable(),
  /** The open case: `custody/12`. */
  case: z.string().nullable(),
});

const companyAccount = z.object({
  id: z.number(),
  name: z.string(),
  channel: z.enum(COMPANY_CHANNELS),
  destination: z.string(),
  opened_at_ms: z.number(),
});

const profitWithdrawal = z.object({
  id: z.number(),
  account: z.string(),
  from: z.enum(PROFIT_SOURCE_NAMES),
  currency: z.string(),
  amount: f.decimal,
  state: z.enum(['announced', 'leaving', 'paid', 'withdrawn']),
  announced_at_ms: z.number(),
  due_at_ms: z.number(),
  made_by: z.string(),
  confirmed_by: z.string(),
  /** Why the exchange refused it last: an error code. */
  failure: z.string().nullable(),
  stopped_by: z.string().nullable(),
  stop_reason: z.string().nullable(),
  ended_at_ms: z.number().nullable(),
  /** Records of the public log that it rests on. */
  liabilities_record: z.number().nullable(),
  reserves_record: z.number().nullable(),
});

const freeProfit = z.object({
  currency_id: z.number(),
  currency: z.string(),
  fees: f.decimal,
  treasury: f.decimal,
  option_pool: f.decimal,
  /** After the insurance floor and what customers owe; promises lie in escrow. */
  free: f.signedDecimal,
  announced: f.decimal,
  /** By the public log's newest audit point; null: nothing is proven yet. */
  proven: z
    .object({
      liabilities: f.decimal,
      assets: f.decimal,
      at_ms: z.number(),
      liabilities_record: z.number(),
      reserves_record: z.number(),
    })
    .nullable(),
});

export const booksDeskCalls = deskCallsOf({
  'GET desk/books': {
    summary: 'A month’s result by product and day, fees and rebates, and whose the money is',
    permission: 'books.read',
    input: z.object({ month: booksMonth.optional() }),
    output: z.object({
      month: booksMonth,
      /** Newest first. */
      months: z.array(z.object({ month: booksMonth, closed: z.boolean() })),
      /** Time of the newest posting that was counted. */
      counted_to_ms: z.number(),
      /** Postings not counted yet. */
      behind: z.number(),
      closed: closed.nullable(),
      ...valued,
      products: z.array(resultOfProduct),
      /** Newest first. */
      days: z.array(
        z.object({ day: z.string(), ...valued, products: z.array(z.object({ product, ...valued })) }),
      ),
      fees: z.array(feeLine),
      position: z.array(position),
    }),
    errors: ['not_found'],
  },
  'GET desk/books_accounts': {
    summary: 'The chart of accounts with a month’s turnovers and balances',
    permission: 'books.read',
    input: z.object({ month: booksMonth }),
    output: z.object({ month: booksMonth, items: z.array(trialLine) }),
    errors: ['not_found'],
  },
  'GET desk/books_report': {
    summary: 'The same figures as CSV: results by day, fees and rebates, or accounts',
    permission: 'books.read',
    input: z.object({ month: booksMonth, report: z.enum(['result', 'fees', 'accounts']) }),
    output: z.object({ csv: z.string(), rows: z.number() }),
    errors: ['not_found'],
  },
  'GET desk/books_export': {
    summary: 'A month’s ledger as double-entry CSV, page by page: each posting whole and balanced',
    permission: 'books.read',
    input: z.object({
      month: booksMonth,
      /** `next_after` of the page before; absent: from the beginning. */
      after: f.id.optional(),
    }),
    output: z.object({
      csv: z.string(),
      postings: z.number(),
      lines: z.number(),
      /** Null: this was the last page. */
      next_after: z.number().nullable(),
      /** Whether the month was over and counted: later pages bring nothing new. */
      complete: z.boolean(),
    }),
    errors: ['not_found'],
  },
  'GET desk/books_reconciliation': {
    summary: 'What chains and bank hold beside what the ledger says, with the open cases',
    permission: 'reconciliation.read',
    output: z.object({ items: z.array(compared) }),
  },
  'GET desk/profit': {
    summary: 'The house’s profit: what is free, what is proven, where it may go, and what has left',
    permission: 'books.read',
    input: z.object(f.paging),
    output: f.page(profitWithdrawal).extend({
      free: z.array(freeProfit),
      accounts: z.array(companyAccount),
      channels: z.array(z.enum(COMPANY_CHANNELS)),
    }),
  },
  'POST desk/profit_stop': {
    summary: 'Stop a withdrawal of profit before it leaves. One person is enough',
    permission: 'profit.stop',
    input: z.object({ id: f.id, reason }),
    output: z.object({ stopped: z.literal(true) }),
    errors: ['not_found', 'already_decided'],
  },
});
