import type pg from 'pg';
import type { RegisterCall } from '../../http/call-router.ts';
import { contactOf, maskContact } from '../account/contact.ts';
import { userOf } from '../account/wire-user.ts';
import { overviewOf } from './overview.ts';
import type { Security } from './security.ts';
import { wireHold, wireOverview, wirePasskey, wireSent } from './wire.ts';

/** A form sends what was left empty as an empty text. */
const given = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

export function registerSecurityCalls(register: RegisterCall, security: Security, pool: pg.Pool): void {
  const { proofs, contacts, fundPassword, loginPassword, twoFactor, passkeys, phrase, ownFreeze } = security;

  register('GET user/security', async (_input, { session }) =>
    wireOverview(await overviewOf(pool, security, session)),
  );
  register('POST set/sms_other_mail', async ({ purpose, via }, caller) => {
    const { contact, demoCode } = await proofs.send(caller.session, purpose, via, caller);
    return { ...wireSent(demoCode), via: contact.kind, target: maskContact(contact) };
  });
  register('POST user/contact_code', async (input, caller) =>
    wireSent(await contacts.sendCode(caller.session, contactOf(input), caller)),
  );
  register('POST user/contact', async (input, { session }) => {
    const hold = await contacts.bind(session, {
      contact: contactOf(input),
      newCode: input.new_code,
      code: input.code,
      twoFactorCode: given(input.two_factor_code),
    });
    return { user: await userOf(pool, session.customerId), hold: wireHold(hold) };
  });

  register('POST user/has_password', async (_input, { session }) => {
    const { changedAtMs, lockedUntilMs } = await fundPassword.state(session);
    return { has_password: changedAtMs !== null, locked_until_ms: lockedUntilMs };
  });
  register('POST user/e_pwd', async (input, { session }) => {
    const hold = await fundPassword.change(session, {
      password: input.password,
      repeated: input.re_password,
      oldPassword: given(input.old_password),
      code: given(input.code),
      twoFactorCode: given(input.two_factor_code),
    });
    return { changed: true, hold: wireHold(hold) };
  });
  register('POST user/valid_paypass', async (input, { session }) => {
    await fundPassword.check(session, input.password);
    return { valid: true };
  });
  register('POST safe/update_password', async (input, { session }) => {
    const hold = await loginPassword.change(session, {
      oldPassword: input.old_password,
      password: input.password,
      repeated: input.re_password,
      twoFactorCode: given(input.two_factor_code),
    });
    return { changed: true, hold: wireHold(hold) };
  });

  register('POST user/two_factor_setup', async (input, { session }) => {
    const { secret, url } = await twoFactor.setUp(session, input.password);
    return { secret, otpauth_url: url };
  });
  register('POST user/two_factor_confirm', async (input, { session }) => ({
    recovery_codes: await twoFactor.confirm(session, input.two_factor_code),
  }));
  register('POST user/two_factor_disable', async (input, { session }) => {
    const hold = await twoFactor.disable(session, input.password, input.two_factor_code);
    return { changed: true, hold: wireHold(hold) };
  });
  register('POST user/recovery_codes', async (input, { session }) => ({
    recovery_codes: await twoFactor.renewRecoveryCodes(session, input.password, input.two_factor_code),
  }));

  register('POST user/passkey_options', async (input, { session }) => ({
    options: await passkeys.optionsToAdd(session, input.password),
  }));
  register('POST user/passkey_add', async (input, { session }) => ({
    passkey: wirePasskey(await passkeys.add(session.customerId, input.credential, input.name)),
  }));
  register('POST user/passkey_proof_options', async (_input, { session }) => ({
    options: await passkeys.optionsToProve(session.customerId),
  }));
  register('POST user/passkey_rename', async (input, { session }) => ({
    passkey: wirePasskey(await passkeys.rename(session.customerId, input.passkey_id, input.name)),
  }));
  register('POST user/passkey_remove', async (input, { session }) => {
    const hold = await passkeys.remove(session, input.passkey_id, input.password);
    return { changed: true, hold: wireHold(hold) };
  });

  register('POST user/anti_phishing', async (input, { session }) => ({
    anti_phishing: await phrase.set(session, input.phrase, input.password),
  }));
  register('POST user/freeze', async (input, { session }) => ({
    unfreeze_from_ms: await ownFreeze.freeze(session, input.password, input.cancel_orders === true),
  }));
  register('POST user/unfreeze', async (input, { session }) => {
    await ownFreeze.lift(session, input.code, given(input.two_factor_code));
    return { unfrozen: true };
  });
}
