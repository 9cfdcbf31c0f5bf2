import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Passwords } from '../account/passwords.ts';
import { checkFundPasswordForm, checkNewFundPassword } from './fund-password-rules.ts';
import type { Hold, Holds } from './holds.ts';
import type { Proofs } from './proofs.ts';
import type { Messenger } from '../notification/messenger.ts';
import type { Tries, Tryer } from './tries.ts';
import type { TwoFactor } from './two-factor.ts';

export interface FundPasswordOptions {
  readonly pool: pg.Pool;
  readonly passwords: Passwords;
  readonly tries: Tries;
  readonly proofs: Proofs;
  readonly twoFactor: TwoFactor;
  readonly holds: Holds;
  readonly messenger: Messenger;
  readonly now: () => number;
}

export interface FundPasswordChange {
  readonly password: string;
  readonly repeated: string;
  /** Null: none given. */
  readonly oldPassword: string | null;
  readonly code: string | null;
  readonly twoFactorCode: string | null;
}

export interface FundPasswordState {
  /** Null: none is set. */
  readonly changedAtMs: number | null;
  readonly lockedUntilMs: number | null;
}

/** Six digits, required for withdrawals in addition to all other proofs. */
export class FundPassword {
  readonly #options: FundPasswordOptions;

  constructor(options: FundPasswordOptions) {
    this.#options = options;
  }

  async state(by: Tryer): Promise<FundPasswordState> {
    const { pool, tries } = this.#options;
    const { rows } = await pool.query<{ changed_at_ms: string }>(
      'select changed_at_ms from fund_passwords where customer_id = $1',
      [by.customerId],
    );
    return {
      changedAtMs: rows[0] === undefined ? null : Number(rows[0].changed_at_ms),
      lockedUntilMs: await tries.lockedUntil(by, 'fund_password'),
    };
  }

  /**
   * Throws fund_password_missing, fund_password_invalid, fund_password_wrong (with `tries_left`) or
   * fund_password_locked (with `retry_after_s`). Do not call it within a transaction: tries must stay counted
   * if that is rolled back.
   */
  async check(by: Tryer, password: string, field = 'password'): Promise<void> {
    const { pool, passwords, tries } = this.#options;
    const { rows } = await pool.query<{ password_hash: string }>(
      'select password_hash from fund_passwords where customer_id = $1',
      [by.customerId],
    );
    const [row] = rows;
    if (row === undefined) throw new CallFailure('fund_password_missing', { field });
    checkFundPasswordForm(password, field);
    const triesLeft = await tries.take(by, 'fund_password');
    if (!(await passwords.verify(row.password_hash, password))) {
      throw new CallFailure('fund_password_wrong', { field, tries_left: triesLeft });
    }
    await tries.clear(by.customerId, 'fund_password', await tries.whoIs(by));
  }

  /**
   * Sets the first one with a code, changes it with the old one, or resets it (and its lock) with a code; each with
   * the second factor where that is on. Changing and resetting put withdrawals on hold.
   */
  async change(by: Tryer, change: FundPasswordChange): Promise<Hold | null> {
    const { pool, passwords, proofs, twoFactor, tries, holds, messenger, now } = this.#options;
    const { customerId } = by;
    checkNewFundPassword(change.password, change.repeated);
    if (change.oldPassword !== null) await this.check(by, change.oldPassword, 'old_password');
    const checked =
      change.oldPassword === null ? await proofs.check(by, 'fund_password', change.code ?? '') : null;
    if (change.password === change.oldPassword) {
      throw new CallFailure('password_unchanged', { field: 'password' });
    }
    await twoFactor.check(by, change.twoFactorCode);
    const passwordHash = await passwords.hash(change.password);
    const hold = await inTransaction(pool, async client => {
      if (checked !== null) await proofs.use(client, checked);
      const { rows } = await client.query<{ is_first: boolean }>(
        `insert into fund_passwords (customer_id, password_hash, changed_at_ms) values ($1, $2, $3)
         on conflict (customer_id) do update set password_hash = $2, changed_at_ms = $3
         returning (xmax = 0) as is_first`,
        [customerId, passwordHash, now()],
      );
      await tries.clearAll(customerId, 'fund_password', client);
      await messenger.write(client, customerId, 'fundPasswordChanged');
      return rows[0]?.is_first === true ? null : holds.start(client, customerId, 'fund_password');
    });
    messenger.wake();
    return hold;
  }
}
