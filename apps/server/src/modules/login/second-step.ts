import { CallFailure } from '../../http/call-failure.ts';
import type { Caller } from '../../http/caller.ts';
import type { AccessWatch } from '../account/access-watch.ts';
import type { KnownDevices } from '../account/known-devices.ts';
import type { LoggedIn, Login } from './login.ts';
import type { LoginGate } from '../security/login-gate.ts';
import type { LoginTickets } from '../security/login-tickets.ts';
import type { CredentialOptions, Passkeys } from '../security/passkeys.ts';
import type { TwoFactor } from '../security/two-factor.ts';

export interface SecondStepOptions {
  readonly login: Login;
  readonly gate: LoginGate;
  readonly tickets: LoginTickets;
  readonly twoFactor: TwoFactor;
  readonly passkeys: Passkeys;
  readonly devices: KnownDevices;
  readonly watch: AccessWatch;
}

/** Logging in with a second factor after the password, or with a passkey alone. */
export class SecondStep {
  readonly #options: SecondStepOptions;

  constructor(options: SecondStepOptions) {
    this.#options = options;
  }

  /** After the password: a code from the authenticator app, or a recovery code. */
  async withCode(ticket: string, code: string, caller: Caller): Promise<LoggedIn> {
    const { login, devices, gate, tickets, twoFactor, watch } = this.#options;
    const customerId = await tickets.read(ticket);
    const deviceId = await devices.find({ customerId }, caller.browser);
    const method = await twoFactor
      .checkOrRecover({ customerId, deviceId }, code)
      .catch(async (error: unknown) => {
        if (error instanceof CallFailure && error.code === 'two_factor_wrong') {
          watch.login('customer', 'wrong_second_factor');
          await gate.failed(customerId, 'two_factor', caller);
        }
        if (error instanceof CallFailure && error.code === 'two_factor_locked')
          watch.login('customer', 'locked');
        throw error;
      });
    await tickets.take(ticket);
    return login.openSession(customerId, method, caller);
  }

  /** Without a ticket: for a login with the passkey alone. */
  async passkeyOptions(ticket: string | null): Promise<CredentialOptions> {
    const { tickets, passkeys } = this.#options;
    return passkeys.optionsToLogIn(ticket === null ? null : await tickets.read(ticket));
  }

  /** A passkey alone is enough: it is a possession, unlocked by a PIN or a fingerprint. */
  async withPasskey(credential: string, ticket: string | null, caller: Caller): Promise<LoggedIn> {
    const { login, tickets, passkeys } = this.#options;
    const expected = ticket === null ? null : await tickets.read(ticket);
    const customerId = await passkeys.verify(credential, expected);
    if (ticket !== null) await tickets.take(ticket);
    return login.openSession(customerId, 'passkey', caller);
  }
}
