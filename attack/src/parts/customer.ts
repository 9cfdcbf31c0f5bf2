import { randomUUID } from 'node:crypto';
import { DEMO_LOGIN } from '@tallystick/server/demo/customer';
import { Caller } from '@tallystick/server/testing/caller';

const PASSWORD = 'correct horse battery';

/** Each customer comes from another network, as the proxy in front reports it. */
let networks = 0;
const ofItsOwnNetwork = () => ({ address: `10.${++networks}.0.1` });

/** A customer of a running server. */
export class Customer extends Caller {
  /** Registers with the code that a demo shows. */
  static async register(url: string, email = `${randomUUID()}@example.com`): Promise<Customer> {
    const from = ofItsOwnNetwork();
    const visitor = new Caller(url, from);
    const { demo_code: code } = await visitor.call('POST sms_mail', { email, purpose: 'register' });
    const { token } = await visitor.call('POST user/register', {
      kind: 'email',
      account: email,
      code: code ?? '',
      password: PASSWORD,
      re_password: PASSWORD,
      agreement: true,
    });
    return new Customer(url, { ...from, token });
  }

  /** The demo's customer, who is verified. */
  static async demo(url: string): Promise<Customer> {
    const from = ofItsOwnNetwork();
    const { email, password } = DEMO_LOGIN;
    const login = { kind: 'email', account: email, password } as const;
    const { token } = await new Caller(url, from).call('POST user/login', login);
    return new Customer(url, { ...from, token });
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
