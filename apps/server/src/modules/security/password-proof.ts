import type pg from 'pg';
import { CallFailure } from '../../http/call-failure.ts';
import type { LoginGuard } from '../account/login-guard.ts';
import type { Passwords } from '../account/passwords.ts';
import { findCustomerById, type Customer } from '../account/store.ts';

export interface PasswordProofOptions {
  readonly pool: pg.Pool;
  readonly passwords: Passwords;
  readonly guard: LoginGuard;
}

/** Asks a logged-in customer for the login password again: whoever finds a phone unlocked does not know it. */
export class PasswordProof {
  readonly #options: PasswordProofOptions;

  constructor(options: PasswordProofOptions) {
    this.#options = options;
  }

  /** Guessing waits as it does when logging in. Throws password_wrong, account_locked or session_invalid. */
  async check(customerId: number, password: string, address: string, field = 'password'): Promise<Customer> {
    const { pool, passwords, guard } = this.#options;
    const name = `customer:${customerId}`;
    await guard.check(name, address);
    const customer = await findCustomerById(pool, customerId);
    if (customer === null) throw new CallFailure('session_invalid');
    if (!(await passwords.verify(customer.passwordHash, password))) {
      await guard.failed(name, address);
      throw new CallFailure('password_wrong', { field });
    }
    await guard.succeeded(name, address);
    return customer;
  }
}
