import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import type { LoginGuard } from '../account/login-guard.ts';
import type { Passwords } from '../account/passwords.ts';
import { findCustomerById, type Customer } from '../account/store.ts';
import type { Tries, Tryer } from './tries.ts';

export interface PasswordProofOptions {
  readonly pool: pg.Pool;
  readonly passwords: Passwords;
  readonly guard: LoginGuard;
  readonly tries: Tries;
}

/** Asks a logged-in customer for the password again: somebody who found an unlocked phone does not know it. */
export class PasswordProof {
  readonly #options: PasswordProofOptions;

  constructor(options: PasswordProofOptions) {
    this.#options = options;
  }

  /** Tries are limited as on a known device. Throws password_wrong, account_locked or session_invalid. */
  async check(by: Tryer, password: string, field = 'password'): Promise<Customer> {
    const { pool, passwords, guard, tries } = this.#options;
    const { customerId } = by;
    const admission = await guard.admitProof(`customer:${customerId}:${await tries.whoIs(by)}`);
    const customer = await findCustomerById(pool, customerId);
    if (customer === null) throw new CallFailure('session_invalid');
    if (!(await passwords.verify(customer.passwordHash, password))) {
      throw new CallFailure('password_wrong', { field });
    }
    await admission.succeeded();
    return customer;
  }
}
