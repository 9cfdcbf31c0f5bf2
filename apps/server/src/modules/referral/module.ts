import { defineModule } from '../../module/module.ts';
import { notifyOfRebates, type ReferralNewsOptions } from './news.ts';
import { referralRoutes } from './routes.ts';
import { ReferralService, type ReferralOptions } from './service.ts';

/** Invitations, and the rebates they bring. */
export function createReferral(options: ReferralOptions & Omit<ReferralNewsOptions, 'feed'>) {
  return defineModule({
    name: 'referral',
    calls: referralRoutes(new ReferralService(options), options.units),
    subscriptions: feed => notifyOfRebates({ ...options, feed }),
  });
}
