import type { RegisterCall } from '../../http/call-router.ts';
import type { IdentityService } from './service.ts';
import { readBasicFields, wireIdentity } from './wire.ts';

export function registerIdentityCalls(register: RegisterCall, identity: IdentityService): void {
  register('GET user/identity', async (_input, { session }) =>
    wireIdentity(await identity.state(session.customerId)),
  );
  register('POST user/real_name', async (input, { session }) =>
    wireIdentity(await identity.applyBasic(session.customerId, readBasicFields(input))),
  );
  register('POST user/real_name2', async (input, { session }) =>
    wireIdentity(await identity.applyAdvanced(session.customerId, input)),
  );
}
