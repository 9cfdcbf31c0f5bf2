import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Caller } from '../../http/caller.ts';
import type { AccessWatch } from '../account/access-watch.ts';
import type { Customer } from '../account/store.ts';
import type { LoginHistory, LoginMethod } from './login-history.ts';
import { TICKET_LIFETIME_MS, type LoginTickets } from './login-tickets.ts';
import type { Passkeys } from './passkeys.ts';
import type { Messenger } from '../notification/messenger.ts';
import type { SecondFactor, TwoFactor } from './two-factor.ts';

export interface LoginGateOptions {
  readonly pool: pg.Pool;
  readonly history: LoginHistory;
  readonly tickets: LoginTickets;
  readonly twoFactor: TwoFactor;
  readonly passkeys: Passkeys;
  readonly messenger: Messenger;
  readonly watch: AccessWatch;
}

/** Runs in the login's transaction; true if it wrote a message to send. */
type SecondFactorListener = (client: pg.ClientBase, customerId: number) => Promise<boolean>;

/** Steps of a login after the password: the second factor, the history, and the message to the owner. */
export class LoginGate {
  readonly #options: LoginGateOptions;
  #secondFactorShown: SecondFactorListener = () => Promise.resolve(false);

  constructor(options: LoginGateOptions) {
    this.#options = options;
  }

  /**
   * Passes for customers without a second factor. Otherwise throws second_factor_required with a ticket and the accepted
   * factors: a code (`code`), or also a passkey (`code,passkey`).
   */
  async afterPassword(customer: Customer): Promise<void> {
    const { twoFactor, tickets, passkeys, watch } = this.#options;
    if ((await twoFactor.since(customer.id)) === null) return;
    const own = await passkeys.list(customer.id);
    watch.login('customer', 'second_step');
    throw new CallFailure('second_factor_required', {
      ticket: await tickets.issue(customer),
      methods: own.length > 0 ? 'code,passkey' : 'code',
      expires_in_s: TICKET_LIFETIME_MS / 1000,
    });
  }

  /** Checks the second factor together with the password; null if either is wrong. */
  checkTogether(customerId: number | null, matches: boolean, code: string): Promise<SecondFactor | null> {
    return this.#options.twoFactor.checkTogether(customerId, matches, code);
  }

  /** Null: the account does not exist; it must take as long. */
  async failed(customerId: number | null, method: LoginMethod, caller: Caller): Promise<void> {
    await this.#options.history.failed(customerId, method, caller);
  }

  /** Called when somebody has used an app code or a recovery code, and so has not lost the second factor. */
  onSecondFactor(listener: SecondFactorListener): void {
    this.#secondFactorShown = listener;
  }

  /** Records the login, and tells the owner if the device is new. */
  async succeeded(customerId: number, method: LoginMethod, caller: Caller): Promise<void> {
    const { pool, history, messenger } = this.#options;
    const isToTell = await inTransaction(pool, async client => {
      const isShown = method === 'two_factor' || method === 'recovery_code';
      const isWritten = isShown && (await this.#secondFactorShown(client, customerId));
      if (!(await history.succeeded(client, customerId, method, caller))) return isWritten;
      await messenger.write(client, customerId, 'newDevice', {
        device: readableDevice(caller.device),
        address: caller.address,
      });
      return true;
    });
    if (isToTell) messenger.wake();
  }
}

const LONGEST_DEVICE = 80;

/** The browser's name for messages, without anything that could look like our text or become a link. */
function readableDevice(device: string): string {
  const text = device
    .replaceAll(/[^\p{L}\p{N} ().;,_-]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text === '' ? '—' : text.slice(0, LONGEST_DEVICE);
}
