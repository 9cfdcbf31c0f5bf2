import { CallFailure } from '../../http/call-failure.ts';
import type { AccountService, Caller, LoggedIn } from '../account/service.ts';
import type { LoginGate } from './login-gate.ts';
import type { LoginTickets } from './login-tickets.ts';
import type { CredentialOptions, Passkeys } from './passkeys.ts';
import type { TwoFactor } from './two-factor.ts';

export interface SecondStepOptions {
  readonly account: AccountService;
  readonly gate: LoginGate;
  readonly tickets: LoginTickets;
  readonly twoFactor: TwoFactor;
  readonly passkeys: Passkeys;
}

/** Logging in with more, or with something else, than a password. */
export class SecondStep {
  readonly #options: SecondStepOptions;

  constructor(options: SecondStepOptions) {
    this.#options = options;
  }

  /** After the password: a code of the app or a recovery code. */
  async withCode(ticket: string, code: string, caller: Caller): Promise<LoggedIn> {
    const { account, gate, tickets, twoFactor } = this.#options;
    const customerId = await tickets.read(ticket);
    const method = await twoFactor.checkOrRecover(customerId, code).catch(async (error: unknown) => {
      if (error instanceof CallFailure && error.code === 'two_factor_wrong') {
        await gate.failed(customerId, 'two_factor', caller);
      }
      throw error;
    });
    await tickets.take(ticket);
    return account.openSession(customerId, method, caller);
  }

  /** Without a ticket: for a login with the passkey alone. */
  async passkeyOptions(ticket: string | null): Promise<CredentialOptions> {
    const { tickets, passkeys } = this.#options;
    return passkeys.optionsToLogIn(ticket === null ? null : await tickets.read(ticket));
  }

  /** A passkey is something one has, opened with something one is or knows: it is enough alone. */
  async withPasskey(credential: string, ticket: string | null, caller: Caller): Promise<LoggedIn> {
    const { account, tickets, passkeys } = this.#options;
    const expected = ticket === null ? null : await tickets.read(ticket);
    const customerId = await passkeys.verify(credential, expected);
    if (ticket !== null) await tickets.take(ticket);
    return account.openSession(customerId, 'passkey', caller);
  }
}
