import { defineModule } from '../../module/module.ts';
import { tellOfRebates, type ReferralNewsOptions } from './news.ts';
import { registerReferralCalls } from './routes.ts';
import { ReferralService, type ReferralOptions } from './service.ts';

/** Invitations, and the rebates they bring. */
export function createReferral(options: ReferralOptions & Omit<ReferralNewsOptions, 'feed'>) {
  const service = new ReferralService(options);
  return defineModule({
    name: 'referral',
    calls: register => registerReferralCalls(register, service),
    subscriptions: feed => tellOfRebates({ ...options, feed }),
  });
}
