import { z } from 'zod';
import { deskCallsOf } from '../desk-call.ts';
import { reason } from '../../text.ts';
import * as f from '../../fields.ts';

/**
 * Evidence that an invited customer is the promoter, or that one person was invited more than once: a login with the
 * same browser as the promoter or another invitee, or the same identity document.
 */
export const REFERRAL_FLAGS = ['device_of_promoter', 'device_of_invited', 'same_document'] as const;
export const REFERRAL_STANDING_NAMES = ['open', 'stopped', 'house'] as const;

/** Days since 1970-01-01 UTC; both are part of the period. The most is a year. */
const period = {
  from_day: z.coerce.number().int().min(0).max(100_000),
  to_day: z.coerce.number().int().min(0).max(100_000),
};

const ratios = z.object({ first_percent: z.string(), second_percent: z.string() });

export const referralPromoter = z.object({
  customer_id: z.number(),
  nickname: z.string(),
  standing: z.enum(REFERRAL_STANDING_NAMES),
  invited: z.number(),
  earned: z.array(z.object({ currency: z.string(), amount: z.string() })),
  earned_usdt: z.string(),
  flags: z.array(z.object({ kind: z.enum(REFERRAL_FLAGS), customer_ids: z.array(z.number()) })),
});

export const referralDeskCalls = deskCallsOf({
  'GET desk/referral': {
    summary: 'Terms, what is pending, and promoters with what speaks against them; the newest first',
    permission: 'referral.read',
    input: z.object({
      /** Only those something speaks against. */
      flagged: f.flag.default(false),
      ...f.paging,
    }),
    output: f.page(referralPromoter).extend({
      terms: ratios,
      announced: ratios.extend({ effective_at_ms: z.number() }).nullable(),
      /** By currency: earned and not paid yet. */
      pending: z.array(z.object({ currency: z.string(), amount: z.string() })),
      at_ms: z.number(),
    }),
  },
  'GET desk/referral_report': {
    summary: 'Rebates of a period, day by day and currency by currency, the newest first; a year at most',
    permission: 'referral.read',
    input: z.object(period),
    output: z.object({
      days: z.array(
        z.object({
          utc_day: z.number(),
          currency: z.string(),
          fills: z.number(),
          /** Who earned, and of whose fees. */
          promoters: z.number(),
          people: z.number(),
          amount: z.string(),
        }),
      ),
      /** Of the whole period. */
      totals: z.array(z.object({ currency: z.string(), amount: z.string(), fills: z.number() })),
      /** Of everybody, now. */
      promoters: z.number(),
      invited: z.number(),
    }),
    errors: ['invalid_input'],
  },
  'GET desk/referral_flags': {
    summary: 'Invitations something speaks against, pair by pair with the reason; the newest customer first',
    permission: 'referral.read',
    input: z.object({ ...f.paging }),
    output: f.page(
      z.object({
        promoter_id: z.number(),
        promoter: z.string(),
        customer_id: z.number(),
        customer: z.string(),
        kinds: z.array(z.enum(REFERRAL_FLAGS)),
        registered_at_ms: z.number(),
        standing: z.enum(REFERRAL_STANDING_NAMES),
      }),
    ),
  },
  'GET desk/referral_export': {
    summary: 'The period as CSV: a line for each day, promoter, person, level and currency; at most 50,000',
    permission: 'referral.read',
    input: z.object(period),
    output: z.object({ csv: z.string(), rows: z.number(), complete: z.boolean() }),
    errors: ['invalid_input'],
  },
  'POST desk/referral_stop': {
    summary: 'Stop a promoter earning, at once. What was earned before is paid; going on takes two people',
    permission: 'referral.stop',
    input: z.object({ customer_id: f.shortId, reason }),
    output: z.object({ standing: z.enum(REFERRAL_STANDING_NAMES) }),
    errors: ['not_found', 'nothing_changed'],
  },
});
