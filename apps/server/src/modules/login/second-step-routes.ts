import type { RegisterCall } from '../../http/call-router.ts';
import { contactOf } from '../account/contact.ts';
import { wireLogin } from '../account/wire.ts';
import type { Login } from './login.ts';
import { SecondStep } from './second-step.ts';
import type { Security } from '../security/security.ts';

/** Logging in beyond the password, and who did. */
export function registerSecondStepCalls(register: RegisterCall, security: Security, login: Login): void {
  const secondStep = new SecondStep({ ...security, login });
  register('POST user/login_second', async (input, caller) =>
    wireLogin(await secondStep.withCode(input.ticket, input.two_factor_code, caller)),
  );
  register('POST user/passkey_login_options', async input => ({
    options: await secondStep.passkeyOptions(input.ticket ?? null),
  }));
  register('POST user/passkey_login', async (input, caller) =>
    wireLogin(await secondStep.withPasskey(input.credential, input.ticket ?? null, caller)),
  );
  register('POST user/login_link', (input, caller) => security.loginLinks.send(contactOf(input), caller));
  register('POST user/login_link_open', async (input, { browser }) => {
    await security.loginLinks.open('customer', input.token, browser);
    return { known: true };
  });
  register('GET user/login_history', (input, { session }) =>
    security.history.list(session.customerId, input.cursor, input.limit),
  );
}
