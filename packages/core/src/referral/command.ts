import type { ReferralTerms } from './terms.ts';

/**
 * Who invited a customer: said once, for good. The promoter is always the older customer (the lower id), so that
 * nobody can be their own promoter by any detour.
 */
interface LinkPromoter {
  readonly type: 'linkPromoter';
  readonly customerId: number;
  readonly promoterId: number;
}

/**
 * What promoters get from now on. What is better for them acts at once; what is worse is announced and acts `noticeMs`
 * later (MIN_NOTICE_MS to MAX_NOTICE_MS). Replaces what was announced before.
 */
interface ChangeReferralTerms {
  readonly type: 'changeReferralTerms';
  readonly terms: ReferralTerms;
  readonly noticeMs: number;
}

/** `stopped` earns nothing any more; `house` neither earns nor gives. What was earned before is paid all the same. */
interface SetReferralStanding {
  readonly type: 'setReferralStanding';
  readonly customerId: number;
  readonly standing: ReferralStanding;
}

/** Everybody is `open` who was never set otherwise. */
export const REFERRAL_STANDINGS = ['open', 'stopped', 'house'] as const;
export type ReferralStanding = (typeof REFERRAL_STANDINGS)[number];

export type ReferralCommand = LinkPromoter | ChangeReferralTerms | SetReferralStanding;

export const REFERRAL_COMMANDS = ['linkPromoter', 'changeReferralTerms', 'setReferralStanding'] as const;
