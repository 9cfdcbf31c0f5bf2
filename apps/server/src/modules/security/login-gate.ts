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

/** Within the login's transaction; true if it wrote something that is to be sent. */
type SecondFactorListener = (client: pg.ClientBase, customerId: number) => Promise<boolean>;

/** What logging in goes through beside the password: the second factor, the history, the word to the owner. */
export class LoginGate {
  readonly #options: LoginGateOptions;
  #secondFactorShown: SecondFactorListener = () => Promise.resolve(false);

  constructor(options: LoginGateOptions) {
    this.#options = options;
  }

  /**
   * Lets those through who have no second factor. Else throws second_factor_required with a ticket and what may
   * follow it: a code (`code`), or a passkey too (`code,passkey`).
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

  /** The second factor beside the password, in one request; null if either is wrong. */
  checkTogether(customerId: number | null, matches: boolean, code: string): Promise<SecondFactor | null> {
    return this.#options.twoFactor.checkTogether(customerId, matches, code);
  }

  /** Null: nobody's account was tried, which must not take less time. */
  async failed(customerId: number | null, method: LoginMethod, caller: Caller): Promise<void> {
    await this.#options.history.failed(customerId, method, caller);
  }

  /** Hears of everybody who has shown a code of the app or a recovery code, and so has not lost them. */
  onSecondFactor(listener: SecondFactorListener): void {
    this.#secondFactorShown = listener;
  }

  /** Writes the login down, and tells the owner of one from a device that is new. */
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

/** What the browser says of itself, without what could be read as our words or become a link. */
function readableDevice(device: string): string {
  const text = device
    .replaceAll(/[^\p{L}\p{N} ().;,_-]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text === '' ? '—' : text.slice(0, LONGEST_DEVICE);
}
