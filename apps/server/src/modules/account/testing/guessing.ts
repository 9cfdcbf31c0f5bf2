import { afterAll, beforeAll, beforeEach } from 'vitest';
import { DAY_MS } from '@tallystick/core/durations';
import { TEST_PASSWORD, TestServer, type TestCustomer } from '../../../testing/test-server.ts';
import { TestBrowser } from './test-browser.ts';

/** Guesses that strangers have: see login-guard.ts. */
export const STRANGERS = 10;

/** Input of a login by e-mail. */
export function login(email: string, password = TEST_PASSWORD, code?: string) {
  const second = code === undefined ? {} : { two_factor_code: code };
  return { kind: 'email' as const, account: email, password, ...second };
}

/**
 * For a file's tests: a server, and strangers who guess at its accounts, each from another address. The clock moves on
 * by a day before each test, so that all guesses are available again.
 */
export function guessingInTests(): Guessing {
  const guessing = new Guessing();
  beforeAll(() => guessing.begin());
  beforeEach(() => {
    guessing.server.clock.nowMs += DAY_MS;
  });
  afterAll(() => guessing.server.close());
  return guessing;
}

class Guessing {
  #server: TestServer | null = null;
  #addresses = 0;

  async begin(): Promise<void> {
    this.#server = await TestServer.start();
  }

  get server(): TestServer {
    if (this.#server === null) throw new Error('the server has not started');
    return this.#server;
  }

  /** A browser at a new address, with another browser's cookie if given. */
  stranger(cookie: string | null = null): TestBrowser {
    const n = ++this.#addresses;
    return new TestBrowser(this.server, `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}`, cookie);
  }

  /** Uses up the strangers' guesses. */
  async useUpTries(email: string): Promise<void> {
    for (let i = 0; i < STRANGERS; i++) {
      must(await this.stranger().code('POST user/login', login(email, `guess ${i}`)), 'login_failed');
    }
    must(await this.stranger().code('POST user/login', login(email, 'guess')), 'login_limited');
  }

  /** A customer, and a browser in which they have logged in before. */
  async customerAtHome(): Promise<{ customer: TestCustomer; home: TestBrowser }> {
    const customer = await this.server.customer();
    const home = this.stranger();
    must(await home.code('POST user/login', login(customer.email)), 1);
    return { customer, home };
  }
}

function must(code: string | number, expected: string | number): void {
  if (code !== expected) throw new Error(`${expected} was expected of a login, not ${code}`);
}
