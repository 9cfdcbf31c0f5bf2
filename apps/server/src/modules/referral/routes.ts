import type { RegisterCall } from '../../http/call-router.ts';
import type { ReferralService } from './service.ts';

export function registerReferralCalls(register: RegisterCall, referral: ReferralService): void {
  register('GET user/invite', (_input, { session }) => referral.overview(session.customerId));
  register('GET user/my_share', (_input, { session, language }) =>
    referral.share(session.customerId, language),
  );
  register('GET user/my_poster', (_input, { session }) => referral.poster(session.customerId));
  register('POST user/invite_list', (_input, { session }) => referral.leaders(session.customerId));
  register('POST user/my_invite_list', (input, { session }) => referral.invited(session.customerId, input));
  register('POST user/my_account_return', (input, { session }) =>
    referral.returns(session.customerId, input),
  );
}
