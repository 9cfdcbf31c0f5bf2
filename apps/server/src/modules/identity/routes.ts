import type { RegisterCall } from '../../http/call-router.ts';
import type { IdentityService } from './service.ts';

export function registerIdentityCalls(register: RegisterCall, identity: IdentityService): void {
  register('GET user/identity', (_input, { session }) => identity.state(session.customerId));
  register('POST user/real_name', (input, { session }) => identity.applyBasic(session.customerId, input));
  register('POST user/real_name2', (input, { session }) => identity.applyAdvanced(session.customerId, input));
}
