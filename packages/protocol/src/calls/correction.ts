import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';
import { deposit } from './deposit.ts';

/** Reasons for goodwill; their texts are in the apps and mails. */
export const GOODWILL_REASONS = ['exchange_fault', 'late_payout', 'wrong_information', 'courtesy'] as const;
export const goodwillReason = z.enum(GOODWILL_REASONS);
export type GoodwillReason = (typeof GOODWILL_REASONS)[number];

const paid = z.object({
  currency: z.string(),
  amount: z.string(),
  payments: z.number(),
});

export const correctionCalls = {
  ...callsOf('wallet', {
    'GET goodwill/totals': {
      summary:
        'What the house has paid customers for mistakes: in all, and on each of the last 30 days (UTC) with payments',
      auth: 'none',
      output: z.object({
        totals: z.array(paid),
        /** Newest first; `day` as 2026-11-23. */
        days: z.array(paid.extend({ day: z.string() })),
      }),
    },
  }),
  ...callsOf('deposit', {
    'POST wallet/deposit_objection': {
      summary:
        'Object to a deposit being taken back. Nothing is taken then until two other people have looked at it again',
      input: z.object({ deposit_id: f.id, text: z.string().max(500) }),
      output: z.object({ deposit }),
      errors: ['not_found', 'objection_closed', 'remark_invalid'],
    },
  }),
};
