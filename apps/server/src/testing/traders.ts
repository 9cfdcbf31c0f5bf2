import type { CallInput, CallOutput, WireOrder } from '@tallystick/protocol';
import { freshKey, type TestCustomer, type TestServer } from './test-server.ts';

export type NewOrder = CallInput<'POST coin/trade'>;

/** BTC/USDT: tick 0.1, lot 0.00001, at least 5 USDT, 0.1 % for makers and takers. */
export const BTC_USDT = 1;
export const ETH_USDT = 2;

export function auth(customer: TestCustomer): { token: string } {
  return { token: customer.token };
}

/** Customers in the spot markets of a test server; orders are buys of BTC/USDT by default. */
export class Traders {
  readonly #server: TestServer;
  readonly #all: TestCustomer[] = [];

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** Sets the index to 60000 and 3000 and cancels earlier orders. */
  async begin(): Promise<void> {
    for (const customer of this.#all.splice(0)) {
      await this.#server.call('POST coin/cancel_all', {}, auth(customer));
    }
    // Ticks must be newer than the earlier ones.
    this.#server.clock.nowMs += 1_000;
    await this.#server.tick(BTC_USDT, 60_000e8);
    await this.#server.tick(ETH_USDT, 3_000e8);
  }

  async join(): Promise<TestCustomer> {
    const customer = await this.#server.customer('funded');
    this.#all.push(customer);
    return customer;
  }

  place(
    customer: TestCustomer,
    order: Partial<NewOrder>,
    key = freshKey(),
  ): Promise<CallOutput<'POST coin/trade'>> {
    const options = { token: customer.token, key };
    return this.#server.call('POST coin/trade', { market_id: BTC_USDT, side: 'buy', ...order }, options);
  }

  refused(customer: TestCustomer, order: Partial<NewOrder>): ReturnType<TestServer['refused']> {
    const options = { token: customer.token, key: freshKey() };
    return this.#server.refused('POST coin/trade', { market_id: BTC_USDT, side: 'buy', ...order }, options);
  }

  async spot(customer: TestCustomer, currencyId: number): Promise<[available: string, frozen: string]> {
    const input = { account: 'spot', currency_id: currencyId } as const;
    const { balance } = await this.#server.call('POST wallet/detail', input, auth(customer));
    return [balance.available, balance.frozen];
  }

  async orders(customer: TestCustomer, view: 'open' | 'history'): Promise<WireOrder[]> {
    return (await this.#server.call('GET coin/list', { view }, auth(customer))).items;
  }
}
