import type { RegisterCall } from '../../http/call-router.ts';
import { contactOf } from '../account/contact.ts';
import type { AccountService } from '../account/service.ts';
import { wireHold } from './holds.ts';
import { registerLoginCalls } from './login-routes.ts';
import { overviewOf, type OverviewOptions } from './overview.ts';
import { wirePasskey } from './passkey-store.ts';
import type { Security } from './security.ts';

/** A form sends what was left empty as an empty text. */
const given = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

export function registerSecurityCalls(
  register: RegisterCall,
  security: Security,
  account: AccountService,
  pool: OverviewOptions['pool'],
): void {
  const { proofs, contacts, fundPassword, loginPassword, twoFactor, passkeys, phrase, ownFreeze } = security;
  registerLoginCalls(register, security, account);

  register('GET user/security', (_input, { session }) =>
    overviewOf({ ...security, pool }, session.customerId),
  );
  register('POST set/sms_other_mail', (input, caller) =>
    proofs.send(caller.session.customerId, input.purpose, input.via, caller),
  );
  register('POST user/contact_code', (input, caller) =>
    contacts.sendCode(caller.session.customerId, contactOf(input), caller),
  );
  register('POST user/contact', async (input, { session }) => {
    const hold = await contacts.bind(session.customerId, {
      contact: contactOf(input),
      newCode: input.new_code,
      code: input.code,
      twoFactorCode: given(input.two_factor_code),
    });
    return { user: await account.user(session.customerId), hold: wireHold(hold) };
  });

  register('POST user/has_password', async (_input, { session }) => {
    const { changedAtMs, lockedUntilMs } = await fundPassword.state(session.customerId);
    return { has_password: changedAtMs !== null, locked_until_ms: lockedUntilMs };
  });
  register('POST user/e_pwd', async (input, { session }) => {
    const hold = await fundPassword.change(session.customerId, {
      password: input.password,
      repeated: input.re_password,
      oldPassword: given(input.old_password),
      code: given(input.code),
      twoFactorCode: given(input.two_factor_code),
    });
    return { changed: true, hold: wireHold(hold) };
  });
  register('POST user/valid_paypass', async (input, { session }) => {
    await fundPassword.check(session.customerId, input.password);
    return { valid: true };
  });
  register('POST safe/update_password', async (input, { session, address }) => {
    const hold = await loginPassword.change(
      session.customerId,
      {
        oldPassword: input.old_password,
        password: input.password,
        repeated: input.re_password,
        twoFactorCode: given(input.two_factor_code),
      },
      address,
    );
    return { changed: true, hold: wireHold(hold) };
  });

  register('POST user/two_factor_setup', async (input, { session, address }) => {
    const { secret, url } = await twoFactor.setUp(session.customerId, input.password, address);
    return { secret, otpauth_url: url };
  });
  register('POST user/two_factor_confirm', async (input, { session }) => ({
    recovery_codes: await twoFactor.confirm(session.customerId, input.two_factor_code),
  }));
  register('POST user/two_factor_disable', async (input, { session, address }) => {
    const hold = await twoFactor.disable(session.customerId, input.password, input.two_factor_code, address);
    return { changed: true, hold: wireHold(hold) };
  });
  register('POST user/recovery_codes', async (input, { session, address }) => ({
    recovery_codes: await twoFactor.renewRecoveryCodes(
      session.customerId,
      input.password,
      input.two_factor_code,
      address,
    ),
  }));

  register('POST user/passkey_options', async (input, { session, address }) => ({
    options: await passkeys.optionsToAdd(session.customerId, input.password, address),
  }));
  register('POST user/passkey_add', async (input, { session }) => ({
    passkey: wirePasskey(await passkeys.add(session.customerId, input.credential, input.name)),
  }));
  register('POST user/passkey_rename', async (input, { session }) => ({
    passkey: wirePasskey(await passkeys.rename(session.customerId, input.passkey_id, input.name)),
  }));
  register('POST user/passkey_remove', async (input, { session, address }) => {
    const hold = await passkeys.remove(session.customerId, input.passkey_id, input.password, address);
    return { changed: true, hold: wireHold(hold) };
  });

  register('POST user/anti_phishing', async (input, { session, address }) => ({
    anti_phishing: await phrase.set(session.customerId, input.phrase, input.password, address),
  }));
  register('POST user/freeze', async (input, { session, address }) => ({
    unfreeze_from_ms: await ownFreeze.freeze(
      session.customerId,
      input.password,
      input.cancel_orders === true,
      address,
    ),
  }));
  register('POST user/unfreeze', async (input, { session }) => {
    await ownFreeze.lift(session.customerId, input.code, given(input.two_factor_code));
    return { unfrozen: true };
  });
}
