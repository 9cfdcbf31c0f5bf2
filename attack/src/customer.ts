import type { CallInput, CallName, CallOutput } from '@tallystick/protocol';
import { DEMO_LOGIN } from '@tallystick/server/demo/customer';

/** What came back, as it came: two answers are alike when their texts are. */
export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** Each customer comes from a network of their own, through a proxy that says so: TRUST_PROXY=1. */
let networks = 0;

/** A customer of a running server, over HTTP as from any program. */
export class AttackCustomer {
  #url: string;
  readonly #token: string;
  readonly #address: string;

  private constructor(url: string, token: string, address: string) {
    this.#url = url;
    this.#token = token;
    this.#address = address;
  }

  /** Registers with the code that a demo tells. */
  static async register(url: string, email: string): Promise<AttackCustomer> {
    const visitor = new AttackCustomer(url, '', `10.${++networks}.0.1`);
    const { demo_code: code } = await visitor.call('POST sms_mail', { email, purpose: 'register' });
    const password = 'correct horse battery';
    const { token } = await visitor.call('POST user/register', {
      kind: 'email',
      account: email,
      code: code ?? '',
      password,
      re_password: password,
      agreement: true,
    });
    return new AttackCustomer(url, token, visitor.#address);
  }

  /** The demo's customer, who is verified. */
  static async demo(url: string): Promise<AttackCustomer> {
    const visitor = new AttackCustomer(url, '', `10.${++networks}.0.1`);
    const { email, password } = DEMO_LOGIN;
    const login = await visitor.call('POST user/login', { kind: 'email', account: email, password });
    return new AttackCustomer(url, login.token, visitor.#address);
  }

  /** The server was started again somewhere else. */
  follow(url: string): void {
    this.#url = url;
  }

  /** Throws what `fetch` throws when the server goes away. */
  async send(name: CallName, input: object, key?: string): Promise<Reply> {
    const [method = '', path = ''] = name.split(' ');
    const fields = new URLSearchParams(Object.entries(input).map(([field, value]) => [field, String(value)]));
    const headers: Record<string, string> = {
      authorization: this.#token,
      'x-forwarded-for': this.#address,
      lang: 'en',
    };
    if (key !== undefined) headers['idempotency-key'] = key;
    const reads = method === 'GET';
    const response = await fetch(`${this.#url}/api/${path}${reads ? `?${fields}` : ''}`, {
      method,
      headers,
      signal: AbortSignal.timeout(60_000),
      ...(reads ? {} : { body: fields }),
    });
    return { status: response.status, text: await response.text() };
  }

  /** A call that must succeed: its data. */
  async call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    key?: string,
  ): Promise<CallOutput<Name>> {
    const { text } = await this.send(name, input, key);
    const body = JSON.parse(text) as { type: string; data: CallOutput<Name> };
    if (body.type !== 'ok') throw new Error(`${name} was refused: ${text}`);
    return body.data;
  }

  /** Free and frozen USDT of each account. */
  async usdt(): Promise<Readonly<Record<string, { readonly available: string; readonly frozen: string }>>> {
    const { accounts } = await this.call('POST wallet/list', {});
    return Object.fromEntries(
      accounts.map(({ account, balances }) => {
        const held = balances.find(({ currency }) => currency.code === 'USDT');
        return [account, { available: held?.available ?? '0', frozen: held?.frozen ?? '0' }];
      }),
    );
  }
}
