import type { ReferralTerms } from './terms.ts';

/**
 * Sets who invited a customer, once and for good. The promoter is always the older customer (the lower id), so that
 * nobody can become their own promoter indirectly.
 */
interface LinkPromoter {
  readonly type: 'linkPromoter';
  readonly customerId: number;
  readonly promoterId: number;
}

/**
 * The promoters' terms. Improvements apply at once; what is worse is announced and applies `noticeMs` later
 * (MIN_NOTICE_MS to MAX_NOTICE_MS). Replaces what was announced before.
 */
interface ChangeReferralTerms {
  readonly type: 'changeReferralTerms';
  readonly terms: ReferralTerms;
  readonly noticeMs: number;
}

/**
 * `stopped` earns nothing from now on; `house`, an account of the house itself, neither earns nor gives. What was earned
 * before is still paid.
 */
interface SetReferralStanding {
  readonly type: 'setReferralStanding';
  readonly customerId: number;
  readonly standing: ReferralStanding;
}

/** Promoters are `open` unless set otherwise. */
export const REFERRAL_STANDINGS = ['open', 'stopped', 'house'] as const;
export type ReferralStanding = (typeof REFERRAL_STANDINGS)[number];

export type ReferralCommand = LinkPromoter | ChangeReferralTerms | SetReferralStanding;

export const REFERRAL_COMMANDS = ['linkPromoter', 'changeReferralTerms', 'setReferralStanding'] as const;
