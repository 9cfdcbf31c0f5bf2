import type { RegisterCall } from '../../http/call-router.ts';
import type { AccountService } from '../account/service.ts';
import { SecondStep } from './second-step.ts';
import type { Security } from './security.ts';

/** Logging in beyond the password, and who did. */
export function registerLoginCalls(
  register: RegisterCall,
  security: Security,
  account: AccountService,
): void {
  const secondStep = new SecondStep({ ...security, account });
  register('POST user/login_second', (input, caller) =>
    secondStep.withCode(input.ticket, input.two_factor_code, caller),
  );
  register('POST user/passkey_login_options', async input => ({
    options: await secondStep.passkeyOptions(input.ticket ?? null),
  }));
  register('POST user/passkey_login', (input, caller) =>
    secondStep.withPasskey(input.credential, input.ticket ?? null, caller),
  );
  register('GET user/login_history', (input, { session }) =>
    security.history.list(session.customerId, input.cursor, input.limit),
  );
}
