import { z } from 'zod';
import { callsOf } from '../call.ts';
import * as f from '../fields.ts';

export const ownLimits = z.object({
  /** The currency limits count in; others count at the current index price. */
  currency: z.string(),
  daily_loss_limit: z.string().nullable(),
  /** A requested looser limit, and when it takes effect. */
  next_daily_loss_limit: z.object({ limit: z.string().nullable(), from_ms: z.number() }).nullable(),
  /** Lost minus won today, signed: below zero if more was won. */
  lost_today: z.string(),
  /** Stakes of open options, and what is frozen for contracts: open positions and waiting orders. */
  at_risk: z.string(),
  /** What may still be put at risk today; null without a limit. */
  remaining: z.string().nullable(),
  day_ends_at_ms: z.number(),
  /** Until when nothing may be bought or opened: a cool-down, or a used-up limit. Null if nothing forbids it. */
  stopped_until_ms: z.number().nullable(),
  /** Null if none is running. */
  cool_down_until_ms: z.number().nullable(),
  /** A requested earlier end, and when it takes effect. */
  next_cool_down: z.object({ until_ms: z.number().nullable(), from_ms: z.number() }).nullable(),
});

/** Limits customers set themselves, over all products. */
export const limitCalls = callsOf('account', {
  'GET limits/self': {
    summary: 'What the customer limited themselves to, over all products, and how they stand',
    output: ownLimits,
  },
  'POST limits/self': {
    summary: 'Set a daily loss limit or a cool-down. Tighter holds at once, looser after 24 hours',
    input: z
      .object({
        /** In the counting currency; `none` removes it. */
        daily_loss_limit: z.union([f.decimal, z.literal('none')]).optional(),
        /** From now on; `0` ends one. At most 8,784 (a year). */
        cool_down_hours: f.whole(0, 8784).optional(),
      })
      .refine(input => input.daily_loss_limit !== undefined || input.cool_down_hours !== undefined),
    output: ownLimits,
    errors: ['invalid_limit', 'invalid_amount'],
  },
});
