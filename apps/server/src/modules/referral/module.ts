import { defineModule } from '../../module/module.ts';
import { notifyOfRebates, type ReferralNewsOptions } from './news.ts';
import type { ReadonlyExchange } from '@tallystick/core';
import type { TermsNotice } from '../notice/terms-notice.ts';
import { referralResumeKind, referralTermsKind } from './proposal-kinds.ts';
import { referralRoutes } from './routes.ts';
import { ReferralService, type ReferralOptions } from './service.ts';

/** Invitations, and the rebates they bring. */
export function createReferral(
  options: ReferralOptions &
    Omit<ReferralNewsOptions, 'feed'> & {
      readonly exchange: ReadonlyExchange;
      readonly termsNotice: TermsNotice;
    },
) {
  const { exchange, termsNotice } = options;
  return defineModule({
    name: 'referral',
    calls: referralRoutes(new ReferralService(options), options.units),
    kinds: {
      referral_terms: referralTermsKind(exchange, termsNotice),
      referral_resume: referralResumeKind(exchange),
    },
    subscriptions: feed => notifyOfRebates({ ...options, feed }),
  });
}
