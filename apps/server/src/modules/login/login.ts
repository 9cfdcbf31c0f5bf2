import type pg from 'pg';
import type { CommandBus } from '../../engine/command-bus.ts';
import { CallFailure } from '../../http/call-failure.ts';
import type { Caller } from '../../http/caller.ts';
import type { LoginGate } from '../security/login-gate.ts';
import type { LoginMethod } from '../security/login-history.ts';
import type { AccessWatch } from '../account/access-watch.ts';
import type { Contact } from '../account/contact.ts';
import type { KnownDevices } from '../account/known-devices.ts';
import type { LoginGuard } from '../account/login-guard.ts';
import { openInCore } from '../account/open-in-core.ts';
import type { Passwords } from '../account/passwords.ts';
import type { Sessions } from '../account/sessions.ts';
import * as store from '../account/store.ts';
import type { Customer } from '../account/store.ts';

export interface LoginOptions {
  readonly pool: pg.Pool;
  readonly bus: CommandBus;
  readonly sessions: Sessions;
  readonly devices: KnownDevices;
  readonly guard: LoginGuard;
  readonly passwords: Passwords;
  readonly gate: LoginGate;
  readonly watch: AccessWatch;
}

export interface LoggedIn {
  readonly token: string;
  readonly customer: Customer;
}

/** Logging in with a password: rate limits, checks, and the session. */
export class Login {
  readonly #options: LoginOptions;

  constructor(options: LoginOptions) {
    this.#options = options;
  }

  /** `code`: of the second factor; used only while unknown devices are limited. */
  async withPassword(
    contact: Contact,
    password: string,
    code: string | null,
    caller: Caller,
  ): Promise<LoggedIn> {
    const { pool, bus, devices, guard, passwords, gate, watch } = this.#options;
    const customer = await store.findCustomer(pool, contact);
    const deviceId = await devices.find({ customerId: customer?.id ?? null }, caller.browser);
    const admission = await guard.admit(contact.target, caller.address, deviceId).catch((error: unknown) => {
      watch.login('customer', 'locked');
      throw error;
    });
    if (admission.limited) return this.#together(contact, customer, password, code, caller);
    const matches = await passwords.verify(
      customer?.passwordHash ?? null,
      password,
      deviceId === null ? 'stranger' : 'known',
    );
    if (customer === null || !matches) {
      watch.login('customer', 'wrong_password');
      await gate.failed(customer?.id ?? null, 'password', caller);
      throw new CallFailure('login_failed');
    }
    await admission.succeeded();
    if (!customer.opened) await openInCore(pool, bus, customer.id);
    await gate.afterPassword(customer);
    return this.open(customer, 'password', caller);
  }

  /**
   * While unknown devices are limited: password and second factor in one request. The answer and the time it takes are the
   * same whichever is wrong. Customers without a second factor use a mailed link, which makes their device known.
   */
  async #together(
    contact: Contact,
    customer: Customer | null,
    password: string,
    code: string | null,
    caller: Caller,
  ): Promise<LoggedIn> {
    const { pool, bus, guard, passwords, gate, watch } = this.#options;
    const isTried = code !== null && (await guard.takeTogether(contact.target));
    const stored = isTried ? (customer?.passwordHash ?? null) : null;
    const matches = await passwords.verify(stored, password, 'stranger');
    const method = await gate.checkTogether(customer?.id ?? null, matches, code ?? '');
    if (customer === null || method === null) {
      watch.login('customer', 'limited');
      throw new CallFailure('login_limited');
    }
    if (!customer.opened) await openInCore(pool, bus, customer.id);
    return this.open(customer, method, caller);
  }

  /** For a customer whose identity is proven. */
  async openSession(customerId: number, method: LoginMethod, caller: Caller): Promise<LoggedIn> {
    const { pool, bus } = this.#options;
    const customer = await store.findCustomerById(pool, customerId);
    if (customer === null) throw new CallFailure('login_failed');
    if (!customer.opened) await openInCore(pool, bus, customer.id);
    return this.open(customer, method, caller);
  }

  /** Opens a session and makes the device a known one. */
  async open(customer: Customer, method: LoginMethod, caller: Caller): Promise<LoggedIn> {
    // The session has no language: each request names its own until one is chosen with set/lang.
    const { devices, gate, sessions, watch } = this.#options;
    const proof = method === 'password' ? 'password' : 'more';
    const deviceId = await devices.remember({ customerId: customer.id }, caller.browser, proof);
    const token = await sessions.open(customer, caller.device, caller.address, deviceId);
    if (token === null) {
      // The password was changed meanwhile, which forgot all devices: this one must be forgotten, too.
      await devices.forget(deviceId);
      throw new CallFailure('login_failed');
    }
    watch.login('customer', 'ok');
    await gate.succeeded(customer.id, method, caller);
    return { token, customer };
  }
}
