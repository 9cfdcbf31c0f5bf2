import { TEST_PASSWORD, type TestCustomer, type TestServer } from '../../../testing/test-server.ts';
import { TestBrowser } from './test-browser.ts';

/** What strangers may guess at once: see login-guard.ts. */
export const STRANGERS = 10;

/** What somebody sends who logs in by e-mail. */
export function login(email: string, password = TEST_PASSWORD, code?: string) {
  const second = code === undefined ? {} : { two_factor_code: code };
  return { kind: 'email' as const, account: email, password, ...second };
}

/** Strangers who guess at the accounts of a server, each from another address. */
export class Siege {
  readonly #server: TestServer;
  #addresses = 0;

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** Somebody nobody has seen before, or with what another browser was given. */
  stranger(cookie: string | null = null): TestBrowser {
    const n = ++this.#addresses;
    return new TestBrowser(this.#server, `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}`, cookie);
  }

  /** Uses up what strangers may guess. */
  async lay(email: string): Promise<void> {
    for (let i = 0; i < STRANGERS; i++) {
      must(await this.stranger().code('POST user/login', login(email, `guess ${i}`)), 'login_failed');
    }
    must(await this.stranger().code('POST user/login', login(email, 'guess')), 'login_limited');
  }

  /** A customer and a browser they have logged in with before. */
  async customerAtHome(): Promise<{ customer: TestCustomer; home: TestBrowser }> {
    const customer = await this.#server.customer();
    const home = this.stranger();
    must(await home.code('POST user/login', login(customer.email)), 1);
    return { customer, home };
  }
}

function must(code: string | number, expected: string | number): void {
  if (code !== expected) throw new Error(`${expected} was expected of a login, not ${code}`);
}
