import type { RegisterCall } from '../../http/call-router.ts';
import { contactOf } from '../account/contact.ts';
import type { Login } from './login.ts';
import { SecondStep } from './second-step.ts';
import { pageOf, readCursor } from '../../http/page.ts';
import { LINK_LIFETIME_MS, LINKS_PER_ACCOUNT } from '../security/login-links.ts';
import type { Security } from '../security/security.ts';
import { wireLoggedIn } from './wire.ts';

/** Second factors at the login, and the login history. */
export function registerSecondStepCalls(register: RegisterCall, security: Security, login: Login): void {
  const secondStep = new SecondStep({ ...security, login });
  register('POST user/login_second', async (input, caller) =>
    wireLoggedIn(await secondStep.withCode(input.ticket, input.two_factor_code, caller)),
  );
  register('POST user/passkey_login_options', async input => ({
    options: await secondStep.passkeyOptions(input.ticket ?? null),
  }));
  register('POST user/passkey_login', async (input, caller) =>
    wireLoggedIn(await secondStep.withPasskey(input.credential, input.ticket ?? null, caller)),
  );
  register('POST user/login_link', async (input, caller) => {
    const demoLink = await security.loginLinks.send(contactOf(input), caller);
    return {
      expires_in_s: LINK_LIFETIME_MS / 1000,
      again_in_s: LINKS_PER_ACCOUNT.everyMs / 1000,
      demo_link: demoLink,
    };
  });
  register('POST user/login_link_open', async (input, { browser }) => {
    await security.loginLinks.open('customer', input.token, browser);
    return { known: true };
  });
  register('GET user/login_history', async ({ cursor, limit }, { session }) => {
    const beforeId = readCursor(cursor, 1)?.[0] ?? null;
    const records = await security.history.list(session.customerId, beforeId, limit + 1);
    return pageOf(
      records,
      limit,
      ({ id }) => String(id),
      ({ id, atMs, ...login }) => ({ id, at_ms: atMs, ...login }),
    );
  });
}
