import type { CallInput, CallOutput, WireHolding } from '@tallystick/protocol';
import { USDT } from '@tallystick/protocol/currency-ids';
import { listPerpetuals } from '../modules/perpetual/listing.ts';
import { freshKey, type TestCustomer, type TestServer } from './test-server.ts';
import { auth, BTC_USDT } from './traders.ts';

export type NewPosition = CallInput<'POST lever/submit'>;

/**
 * Customers who trade contracts on a test server, BTC/USDT by default: tick 0.1, lot 0.001, fees 0.02 % for makers and
 * 0.05 % for takers, maintenance margin 0.5 % up to 50,000 USDT.
 */
export class PerpetualTraders {
  readonly #server: TestServer;
  readonly #all: TestCustomer[] = [];

  constructor(server: TestServer) {
    this.#server = server;
  }

  /** Lists the contracts, sets the index to 60,000, and ends earlier positions and orders. */
  async begin(): Promise<void> {
    const { engine, clock } = this.#server;
    await listPerpetuals(engine.exchange, engine.bus);
    clock.nowMs += 1_000;
    await this.index(60_000);
    await this.#endAll();
  }

  /** A new customer with this many USDT in the contract account. */
  async join(units = 10_000): Promise<TestCustomer> {
    const customer = await this.#server.customer();
    await this.welcome(customer, units);
    return customer;
  }

  /** Credits this many USDT to a customer's contract account. */
  async welcome(customer: TestCustomer, units = 10_000): Promise<void> {
    await this.#server.submit({
      type: 'credit',
      customerId: customer.id,
      account: 'contract',
      currencyId: USDT,
      amountMinor: BigInt(units) * 1_000_000n,
      from: 'faucet',
      reference: `test:${customer.id}`,
    });
    this.#all.push(customer);
  }

  /** Moves the index, and with it the mark price as far as book and last trade allow. */
  index(price: number): Promise<void> {
    return this.#server.tick(BTC_USDT, Math.round(price * 1e8));
  }

  /** Resting orders of `lots` on both sides. The prices must be within the price band. */
  async quote(maker: TestCustomer, bid: string, ask: string, lots = 1_000): Promise<void> {
    await this.open(maker, { direction: 'long', type: 'limit', price: bid, lots, multiple: 10 });
    await this.open(maker, { direction: 'short', type: 'limit', price: ask, lots, multiple: 10 });
  }

  open(
    customer: TestCustomer,
    order: Partial<NewPosition> = {},
    key = freshKey(),
  ): Promise<CallOutput<'POST lever/submit'>> {
    return this.#server.call('POST lever/submit', { ...DEFAULTS, ...order }, { token: customer.token, key });
  }

  refused(customer: TestCustomer, order: Partial<NewPosition>): ReturnType<TestServer['refused']> {
    const options = { token: customer.token, key: freshKey() };
    return this.#server.refused('POST lever/submit', { ...DEFAULTS, ...order }, options);
  }

  close(
    customer: TestCustomer,
    positionId: number,
    more: Partial<CallInput<'POST lever/close'>> = {},
    key = freshKey(),
  ): Promise<CallOutput<'POST lever/close'>> {
    const input = { position_id: positionId, ...more };
    return this.#server.call('POST lever/close', input, { token: customer.token, key });
  }

  async positions(
    customer: TestCustomer,
    view: 'holding' | 'pending' | 'history' = 'holding',
  ): Promise<CallOutput<'POST lever/my_trade'>['items']> {
    return (await this.#server.call('POST lever/my_trade', { view }, auth(customer))).items;
  }

  /** Balance of the contract account. */
  async balance(customer: TestCustomer): Promise<Pick<WireHolding, 'available' | 'frozen'>> {
    const input = { account: 'contract', currency_id: USDT } as const;
    const { balance } = await this.#server.call('POST wallet/detail', input, auth(customer));
    return { available: balance.available, frozen: balance.frozen };
  }

  /** Cancels everyone's orders, and closes all longs against all shorts. */
  async #endAll(): Promise<void> {
    const { perpetual } = this.#server.engine.exchange;
    for (const { id: customerId } of this.#all) {
      await this.#server.submit({ type: 'cancelAllPerpetualOrders', customerId, marketId: null });
    }
    const held = (side: 'long' | 'short', of = this.#all) =>
      of.flatMap(({ id }) => perpetual.positionsOf(id).filter(position => position.side === side));
    // A customer who is both long and short would only trade with themself.
    for (const customer of this.#all) {
      for (;;) {
        const [long] = held('long', [customer]);
        const [short] = held('short', [customer]);
        if (long === undefined || short === undefined) break;
        const pair = { longPositionId: long.positionId, shortPositionId: short.positionId, lots: null };
        await this.#server.submit({ type: 'offsetPositions', customerId: customer.id, ...pair });
      }
    }
    for (const { customerId, positionId } of held('long')) {
      const at = { lots: null, priceTicks: 600_000, worstPriceTicks: null };
      await this.#server.submit({ type: 'closePosition', customerId, positionId, ...at });
    }
    for (const { customerId, positionId } of held('short')) {
      const at = { lots: null, priceTicks: null, worstPriceTicks: null };
      await this.#server.submit({ type: 'closePosition', customerId, positionId, ...at });
    }
    this.#all.length = 0;
  }
}

const DEFAULTS: NewPosition = {
  market_id: BTC_USDT,
  direction: 'long',
  type: 'market',
  lots: 10,
  multiple: 10,
};
