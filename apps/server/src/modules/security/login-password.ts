import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import { checkNewPassword, type Passwords } from '../account/passwords.ts';
import type { Sessions } from '../account/sessions.ts';
import { changePassword } from '../account/store.ts';
import type { Hold, Holds } from './holds.ts';
import type { PasswordProof } from './password-proof.ts';
import type { Messenger } from '../notification/messenger.ts';
import type { Tryer } from './tries.ts';
import type { TwoFactor } from './two-factor.ts';

export interface LoginPasswordOptions {
  readonly pool: pg.Pool;
  readonly passwords: Passwords;
  readonly passwordProof: PasswordProof;
  readonly twoFactor: TwoFactor;
  readonly sessions: Sessions;
  readonly holds: Holds;
  readonly messenger: Messenger;
  readonly now: () => number;
}

export interface PasswordChange {
  readonly oldPassword: string;
  readonly password: string;
  readonly repeated: string;
  readonly twoFactorCode: string | null;
}

/** Changing the login password while logged in. */
export class LoginPassword {
  readonly #options: LoginPasswordOptions;

  constructor(options: LoginPasswordOptions) {
    this.#options = options;
  }

  /** Ends every session, this one too, and puts withdrawals on hold. Only this device stays known. */
  async change(by: Tryer, change: PasswordChange): Promise<Hold> {
    const { pool, passwords, passwordProof, twoFactor, sessions, holds, messenger, now } = this.#options;
    const { customerId } = by;
    checkNewPassword(change.password, change.repeated);
    const customer = await passwordProof.check(by, change.oldPassword, 'old_password');
    if (change.password === change.oldPassword) {
      throw new CallFailure('password_unchanged', { field: 'password' });
    }
    await twoFactor.check(by, change.twoFactorCode);
    const passwordHash = await passwords.hash(change.password);
    const { hold, ended } = await inTransaction(pool, async client => {
      // Of two simultaneous changes the second fails: its old password is no longer valid.
      if (!(await changePassword(client, customer, passwordHash, now()))) {
        throw new CallFailure('password_wrong', { field: 'old_password' });
      }
      await messenger.write(client, customerId, 'passwordChanged');
      return {
        hold: await holds.start(client, customerId, 'password'),
        ended: await sessions.endAllIn(client, customerId, by.deviceId),
      };
    });
    sessions.endedHere(ended);
    messenger.wake();
    return hold;
  }
}
