import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import type { RegisterCall } from '../../http/call-router.ts';
import { shortAddress } from '../security/short-address.ts';
import { contactOf, emailContact, phoneContact } from '../account/contact.ts';
import { countriesIn } from '../account/countries.ts';
import type { Login } from './login.ts';
import type { AccountService } from './service.ts';
import type { Sessions } from '../account/sessions.ts';
import { userOf } from '../account/wire-user.ts';
import { wireSent } from '../security/wire.ts';
import { wireLoggedIn } from './wire.ts';

export function registerAccountCalls(
  register: RegisterCall,
  account: AccountService,
  login: Login,
  sessions: Sessions,
  pool: pg.Pool,
): void {
  register('POST area_code', (_input, { language }) => ({ items: [...countriesIn(language)] }));

  register('POST sms_send', async (input, caller) =>
    wireSent(await account.sendCode(phoneContact(input.area_code, input.phone), input.purpose, caller)),
  );
  register('POST sms_mail', async (input, caller) =>
    wireSent(await account.sendCode(emailContact(input.email), input.purpose, caller)),
  );

  register('POST user/check_mobile', async (input, caller) => {
    await account.checkCode(phoneContact(input.area_code, input.phone), input.purpose, input.code, caller);
    return { valid: true };
  });
  register('POST user/check_email', async (input, caller) => {
    await account.checkCode(emailContact(input.email), input.purpose, input.code, caller);
    return { valid: true };
  });

  register('POST user/register', async (input, caller) => {
    const registration = {
      contact: contactOf(input),
      code: input.code,
      password: input.password,
      rePassword: input.re_password,
      // A form sends what was left empty as an empty text.
      invitationCode: input.invitation_code?.trim() || null,
      agreement: input.agreement,
    };
    return wireLoggedIn(await account.register(registration, caller));
  });
  register('POST user/login', async (input, caller) => {
    const { password, two_factor_code: code } = input;
    return wireLoggedIn(await login.withPassword(contactOf(input), password, code || null, caller));
  });
  register('POST user/forget', async (input, caller) => {
    const { code, password, re_password: repeated } = input;
    await account.resetPassword(contactOf(input), code, password, repeated, caller);
    return { changed: true };
  });

  register('POST user/logout', async (_input, { session }) => {
    await sessions.end([session.id]);
    return { ended: true };
  });
  register('GET user/center', (_input, { session }) => userOf(pool, session.customerId));
  register('GET user/center2', async (_input, { session }) => {
    const [user, open] = await Promise.all([
      userOf(pool, session.customerId),
      sessions.list(session.customerId),
    ]);
    return {
      user,
      sessions: open.map(one => ({
        id: one.id,
        current: one.id === session.id,
        device: one.device,
        address: shortAddress(one.address),
        created_at_ms: one.createdAtMs,
        last_seen_at_ms: one.lastSeenAtMs,
      })),
    };
  });
  register('POST user/revoke_session', async (input, { session }) => {
    const kept = { sessionId: session.id, deviceId: session.deviceId };
    if (input.all === true) return { ended: await sessions.endAllOf(session.customerId, kept) };
    if (input.session_id === undefined) throw new CallFailure('missing_field', { field: 'session_id' });
    return { ended: await account.revoke(session, input.session_id) };
  });
}
