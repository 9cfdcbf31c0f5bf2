import type { CallInput, CallOutput, WireOption } from '@tallystick/protocol';
import { USDT } from '@tallystick/protocol/currency-ids';
import { freshKey, type TestCustomer, type TestServer } from '../../../testing/test-server.ts';
import { fundDemoPool, listOptions } from '../listing.ts';

export const BTC_USDT = 1;

export type Wish = CallInput<'POST microtrade/submit'>;

/** Customers with second options on a test server. The index is 60000. */
export class Players {
  readonly #server: TestServer;

  private constructor(server: TestServer) {
    this.#server = server;
  }

  static async of(server: TestServer): Promise<Players> {
    await listOptions(server.engine.exchange, server.engine.bus);
    await fundDemoPool(server.database.pool, server.engine.exchange, server.engine.bus);
    return new Players(server);
  }

  /** Advances the clock and sends a tick; resolves once everything due by then has happened. */
  async later(ms: number, price = 60_000): Promise<void> {
    this.#server.clock.nowMs += ms;
    await this.#server.tick(BTC_USDT, Math.round(price * 1e8));
  }

  /** A customer with 1,000 USDT in the option account, verified by default. */
  async join(verified = true): Promise<TestCustomer> {
    const customer = await this.#server.customer();
    await this.equip(customer, verified);
    return customer;
  }

  async equip(customer: TestCustomer, verified = true): Promise<void> {
    const server = this.#server;
    await server.submit({
      type: 'credit',
      customerId: customer.id,
      account: 'option',
      currencyId: USDT,
      amountMinor: 1_000_000_000n,
      from: 'faucet',
      reference: 'test',
    });
    if (verified) {
      await server.database.pool.query(`update customers set verification = 'verified' where id = $1`, [
        customer.id,
      ]);
    }
  }

  /** A rise of 100 USDT over 60 s by default. */
  async wish(change: Partial<Wish> = {}): Promise<Wish> {
    const marketId = change.market_id ?? BTC_USDT;
    const terms = await this.#server.call('GET microtrade/seconds', { market_id: marketId });
    return {
      market_id: BTC_USDT,
      direction: 'rise',
      seconds: 60,
      currency_id: USDT,
      amount: '100',
      terms_version: terms.terms_version,
      ...change,
    };
  }

  async buy(customer: TestCustomer, change: Partial<Wish> = {}, key = freshKey()): Promise<WireOption> {
    const options = { token: customer.token, key };
    return (await this.#server.call('POST microtrade/submit', await this.wish(change), options)).option;
  }

  async refused(customer: TestCustomer, change: Partial<Wish> = {}): ReturnType<TestServer['refused']> {
    const options = { token: customer.token, key: freshKey() };
    return this.#server.refused('POST microtrade/submit', await this.wish(change), options);
  }

  async list(
    customer: TestCustomer,
    input: CallInput<'GET microtrade/lists'> = {},
  ): Promise<CallOutput<'GET microtrade/lists'>['items']> {
    return (await this.#server.call('GET microtrade/lists', input, { token: customer.token })).items;
  }

  /** The option account's balance; stakes of running options are in escrow. */
  async held(customer: TestCustomer): Promise<string> {
    const input = { account: 'option', currency_id: USDT } as const;
    return (await this.#server.call('POST wallet/detail', input, { token: customer.token })).balance
      .available;
  }
}
