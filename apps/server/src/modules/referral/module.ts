import { defineModule } from '../../module/module.ts';
import { notifyOfRebates, type ReferralNewsOptions } from './news.ts';
import { ReferralService, type ReferralOptions } from './service.ts';

/** Invitations, and the rebates they bring. */
export function createReferral(options: ReferralOptions & Omit<ReferralNewsOptions, 'feed'>) {
  const service = new ReferralService(options);
  return defineModule({
    name: 'referral',
    calls(register) {
      register('GET user/invite', (_input, { session }) => service.overview(session.customerId));
      register('GET user/my_share', (_input, { session, language }) =>
        service.share(session.customerId, language),
      );
      register('GET user/my_poster', (_input, { session }) => service.poster(session.customerId));
      register('POST user/invite_list', (_input, { session }) => service.leaders(session.customerId));
      register('POST user/my_invite_list', (input, { session }) =>
        service.invited(session.customerId, input),
      );
      register('POST user/my_account_return', (input, { session }) =>
        service.returns(session.customerId, input),
      );
    },
    subscriptions: feed => notifyOfRebates({ ...options, feed }),
  });
}
