import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import { reason } from '../../text.ts';
import * as f from '../../fields.ts';
import { goodwillReason } from '../../calls/correction.ts';
import { reversalReason, reversalState } from '../../calls/deposit.ts';

const goodwill = z.object({
  id: z.number(),
  customer_id: z.number(),
  currency: z.string(),
  amount: z.string(),
  reason: goodwillReason,
  text: z.string(),
  /** `failed`: the exchange refused it, see `failure`. */
  state: z.enum(['paying', 'paid', 'failed']),
  failure: z.string().nullable(),
  made_by: z.string(),
  confirmed_by: z.string(),
  confirmed_at_ms: z.number(),
});

const reversal = z.object({
  id: z.number(),
  deposit_id: z.number(),
  customer_id: z.number(),
  currency: z.string(),
  amount: z.string(),
  deposit_amount: z.string(),
  reason: reversalReason,
  text: z.string(),
  state: reversalState,
  /** The customer's objection. */
  objection: z.string().nullable(),
  made_by: z.string(),
  confirmed_by: z.string(),
  announced_at_ms: z.number(),
  due_at_ms: z.number(),
  /** When an objection nobody has decided ends the reversal automatically. */
  lapses_at_ms: z.number().nullable(),
  /** Whether the caller may take part in the second decision: not the one who announced it. */
  may_review: z.boolean(),
});

const account = z.object({
  operator_id: z.number(),
  operator: z.string(),
  customer_id: z.number(),
  declared_by: z.string(),
  declared_at_ms: z.number(),
});

export const correctionDeskCalls = deskCallsOf({
  'GET desk/goodwill': {
    summary:
      'What the house paid customers for mistakes, newest first, and what is left of the ceilings today',
    permission: 'correction.read',
    input: z.object({ ...f.paging }),
    output: f.page(goodwill).extend({
      ceilings: z.array(
        z.object({
          currency_id: z.number(),
          currency: z.string(),
          daily: z.string(),
          left_today: z.string(),
          per_customer: z.string(),
          treasury: z.string(),
        }),
      ),
    }),
  },
  'GET desk/reversals': {
    summary: 'Deposits that were credited by mistake and are or were to be taken back, newest first',
    permission: 'correction.read',
    input: z.object({ ...f.paging }),
    output: f.page(reversal),
  },
  'GET desk/account_links': {
    summary: 'Customer accounts that belong to operators: they never get goodwill',
    permission: 'correction.read',
    output: z.object({ items: z.array(account) }),
  },
  'POST desk/account_link': {
    summary:
      'Declare an own customer account; administrators declare those of others, too. What was declared stays declared',
    permission: 'self',
    input: z.object({
      /** Left out: who asks. */
      operator_id: f.shortId.optional(),
      customer_id: f.shortId,
      reason,
    }),
    output: account,
    errors: ['not_found', 'unknown_customer', 'operator_forbidden', 'nothing_changed'],
  },
});
