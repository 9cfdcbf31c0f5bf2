import { DAY_MS } from '@tallystick/core/durations';
import type { ReferralCommand } from '@tallystick/core/referral/command';
import type { ReferralEvent, ReferralPostingReason } from '@tallystick/core/referral/event';
import { audited, type EngineProduct, journaled } from '../product.ts';
import { REBATES, REFERRAL_DAYS, REFERRAL_PENDING, REFERRAL_SETTLEMENTS } from './tables.ts';

export const REFERRAL: EngineProduct<ReferralCommand, ReferralEvent, ReferralPostingReason> = {
  commands: journaled<ReferralCommand>()({
    linkPromoter: 'customerId promoterId',
    changeReferralTerms: 'terms noticeMs',
    setReferralStanding: 'customerId standing',
  }),
  postings: { rebate: 'ledgerAndAnswer' },
  answers: { rebateAccrued: () => false, rebateSettled: () => false },
  tables: [
    audited(REBATES),
    audited(REFERRAL_DAYS),
    audited(REFERRAL_SETTLEMENTS),
    audited(REFERRAL_PENDING),
  ],
  batch(feed) {
    const rebates = REBATES.inserts();
    const days = REFERRAL_DAYS.latest();
    const settlements = REFERRAL_SETTLEMENTS.inserts();
    const pending = REFERRAL_PENDING.latest();
    return {
      tables: [rebates, days, settlements, pending],
      on: {
        promoterLinked: ({ customerId, promoterId }) =>
          feed.push('promoterLinked', customerId, { promoterId }),
        referralTermsChanged: () => feed.push('termsSet', null, { of: 'referral', id: null }),
        referralStandingSet: ({ customerId, standing }) =>
          feed.push('referralStandingSet', customerId, { standing }),
        // One for each fill would be too many: the hourly payments are in the feed.
        rebateAccrued(event, at) {
          rebates.push(event, at);
          pending.push(event);
          days.push({ ...event, utcDay: Math.floor(at.atMs / DAY_MS), fills: 1 });
        },
        rebateSettled(event, at) {
          settlements.push(event, at);
          const { promoterId, currencyId, amountMinor, untilMs, postingId } = event;
          pending.push({ promoterId, currencyId, amountMinor: -amountMinor });
          feed.push('rebateSettled', promoterId, { currencyId, amountMinor, untilMs, postingId });
        },
      },
    };
  },
};
