import { isDeepStrictEqual } from 'node:util';
import { splitReferralTerms, type ReferralTerms } from '@tallystick/core';
import type { referralResumeChange, referralTermsChange } from '@tallystick/protocol/desk/changes';
import type { z } from 'zod';
import { dryRun } from '../../engine/dry-run.ts';
import { CallFailure, refusalFailure } from '../../http/call-failure.ts';
import { wireRatios } from './wire.ts';
import type { DeskExchange } from '../../approval/desk-exchange.ts';
import type { ProposalKind } from '../../approval/proposal-kind.ts';
import type { TermsNotice } from '../notice/terms-notice.ts';
import { ppmOfPercent } from '../../http/percent.ts';

type TermsChange = z.output<typeof referralTermsChange>;
type ResumeChange = z.output<typeof referralResumeChange>;

/** Promoters' shares of fees. Better terms act at once, worse ones after the notice. */
export function referralTermsKind(exchange: DeskExchange, notice: TermsNotice): ProposalKind<TermsChange> {
  const before = () => {
    const { terms, announcedTerms } = exchange.referral;
    const now = wireRatios(terms);
    return announcedTerms === null ? now : { ...now, announced: wireRatios(announcedTerms.terms) };
  };
  return {
    propose: 'referral.propose',
    confirm: 'referral.confirm',
    async prepare(_client, change) {
      const to = termsOf(change);
      const { refusal } = dryRun([{ type: 'changeReferralTerms', terms: to, noticeMs: notice.ms() }]);
      if (refusal !== null) throw refusalFailure(refusal);
      const { now, later } = splitReferralTerms(exchange.referral.terms, to);
      const after =
        later === null ? wireRatios(now) : { ...wireRatios(now), ...notice.shown(wireRatios(later)) };
      return { subject: 'referral:terms', before: before(), after };
    },
    commands(change, then) {
      const terms = termsOf(change);
      if (isDeepStrictEqual(before(), then)) {
        return [{ type: 'changeReferralTerms', terms, noticeMs: notice.ms() }];
      }
      const target = exchange.referral.announcedTerms?.terms ?? exchange.referral.terms;
      return isDeepStrictEqual(target, terms) ? [] : null;
    },
    async accepted(client) {
      const announced = exchange.referral.announcedTerms;
      if (announced === null) return;
      await notice.publish(client, 'referral', announced.effectiveAtMs, wireRatios(announced.terms));
    },
  };
}

/** Lets a promoter earn again whom the desk had stopped. */
export function referralResumeKind(exchange: DeskExchange): ProposalKind<ResumeChange> {
  return {
    propose: 'referral.resume_propose',
    confirm: 'referral.resume_confirm',
    async prepare(_client, { customer_id: customerId }) {
      if (!exchange.knowsCustomer(customerId)) throw new CallFailure('not_found', { field: 'customer_id' });
      const standing = exchange.referral.standing(customerId);
      if (standing !== 'stopped') throw new CallFailure('nothing_changed', { field: 'customer_id' });
      return {
        subject: `customer:${customerId}`,
        before: { standing },
        after: { standing: 'open' },
        customerId,
      };
    },
    commands({ customer_id: customerId }) {
      if (exchange.referral.standing(customerId) !== 'stopped') return [];
      return [{ type: 'setReferralStanding', customerId, standing: 'open' }];
    },
  };
}

function termsOf(change: TermsChange): ReferralTerms {
  return { firstPpm: ppmOfPercent(change.first_percent), secondPpm: ppmOfPercent(change.second_percent) };
}
