import { z } from 'zod';
import { defineDeskCall } from '../../desk/desk-call.ts';
import { reason } from '../../desk/text.ts';
import * as f from '../../fields.ts';

/**
 * Why an invited customer may be the promoter, or one person more than once: logged in with the same browser as the
 * promoter or as another whom they invited, or verified with the same document.
 */
export const REFERRAL_FLAGS = ['device_of_promoter', 'device_of_invited', 'same_document'] as const;
export const REFERRAL_STANDING_NAMES = ['open', 'stopped', 'house'] as const;

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

export const referralDeskCalls = {
  'GET desk/referral': defineDeskCall({
    summary: 'Terms, what is pending, and promoters with what speaks against them; the newest first',
    auth: 'operator',
    permission: 'referral.read',
    input: z.object({
      /** Only those something speaks against. */
      flagged: f.flag.default(false),
      cursor: f.cursor.optional(),
      limit: f.limit,
    }),
    output: f.page(referralPromoter).extend({
      terms: ratios,
      announced: ratios.extend({ effective_at_ms: z.number() }).nullable(),
      /** By currency: earned and not paid yet. */
      pending: z.array(z.object({ currency: z.string(), amount: z.string() })),
    }),
  }),
  'POST desk/referral_stop': defineDeskCall({
    summary: 'Stop a promoter earning, at once. What was earned before is paid; going on takes two people',
    auth: 'operator',
    permission: 'referral.stop',
    input: z.object({ customer_id: f.shortId, reason }),
    output: z.object({ standing: z.enum(REFERRAL_STANDING_NAMES) }),
    errors: ['not_found', 'nothing_changed'],
  }),
};
