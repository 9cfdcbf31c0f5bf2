import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth, BTC_USDT, Traders } from '../../testing/traders.ts';

let server: TestServer;
let traders: Traders;
beforeAll(async () => {
  server = await TestServer.start();
  traders = new Traders(server);
});
afterAll(() => server.close());

let maker: TestCustomer;
let taker: TestCustomer;
let third: TestCustomer;
beforeEach(async () => {
  await traders.begin();
  [maker, taker, third] = [await traders.join(), await traders.join(), await traders.join()];
  await trade('60000');
});

const keyed = (customer: TestCustomer) => ({ token: customer.token, key: freshKey() });

async function trade(price: string): Promise<void> {
  await traders.place(maker, { side: 'sell', price, quantity: '0.001' });
  await traders.place(taker, { price, quantity: '0.001' });
}

async function restart(): Promise<void> {
  await server.stop();
  server = await TestServer.start({ after: server });
  traders = new Traders(server);
}

const list = {
  market_id: BTC_USDT,
  side: 'sell',
  price: '61000',
  quantity: '0.01',
  trigger_price: '59000',
  stop_client_order_id: 'oco-stop',
} as const;

describe('order lists', () => {
  it('are placed once for a key, shown as linked, and the one that trades ends the other', async () => {
    const options = keyed(third);
    const answer = await server.call('POST coin/order_list', list, options);
    expect(await server.call('POST coin/order_list', list, options)).toEqual(answer);
    const { list_id, orders } = answer;
    expect(orders).toMatchObject([
      { order_id: list_id, list_id, linked_order_id: list_id + 1, type: 'limit' },
      {
        order_id: list_id + 1,
        list_id,
        linked_order_id: list_id,
        type: 'stop_market',
        trigger_direction: 'falls',
        client_order_id: 'oco-stop',
      },
    ]);
    expect(await traders.orders(third, 'open')).toEqual(orders.toReversed());
    await traders.place(taker, { price: '61000', quantity: '0.001' });
    expect(await traders.orders(third, 'history')).toMatchObject([
      { order_id: list_id + 1, status: 'cancelled', reason: 'linked_order' },
    ]);
    expect(await traders.orders(third, 'open')).toMatchObject([{ filled_quantity: '0.001', list_id }]);
  });

  it('are checked and refused by the names of their fields, and are not amended', async () => {
    expect(await server.call('POST coin/check_order_list', list, auth(third))).toEqual({});
    for (const [change, code, field] of [
      [{ trigger_price: '60500' }, 'trigger_would_fire', 'trigger_price'],
      [{ trigger_price: '61500' }, 'invalid_order', 'trigger_price'],
      [{ stop_price: '30000' }, 'price_out_of_band', 'stop_price'],
      [{ stop_price: '59000.05' }, 'invalid_price', 'stop_price'],
      [{ client_order_id: 'oco-stop' }, 'duplicate_client_order_id', 'stop_client_order_id'],
    ] as const) {
      const input = { ...list, ...change };
      const refused = { code, data: { field } };
      expect(await server.refused('POST coin/check_order_list', input, auth(third))).toMatchObject(refused);
      expect(await server.refused('POST coin/order_list', input, keyed(third))).toMatchObject(refused);
    }
    const { list_id } = await server.call('POST coin/order_list', list, keyed(third));
    const amendment = { order_id: list_id, quantity: '0.005' };
    expect(await server.refused('POST coin/amend', amendment, keyed(third))).toMatchObject({
      code: 'order_is_linked',
    });
    const { order } = await server.call('PUT coin/trade', { order_id: list_id }, auth(third));
    expect(order).toMatchObject({ order_id: list_id, reason: 'cancelled_by_customer' });
    expect(await traders.orders(third, 'open')).toEqual([]);
  });
});

const bracket = { take_profit_price: '61000.0', stop_loss_price: '59000.0' } as const;

describe('brackets', () => {
  it('a purchase answers with itself, and its exits wait as a list', async () => {
    await traders.place(maker, { side: 'sell', price: '60000', quantity: '0.01' });
    const { order, fills } = await traders.place(third, {
      type: 'market',
      quantity: '0.01',
      ...bracket,
    });
    expect(order).toMatchObject({ status: 'completed', ...bracket, exits_refused: null });
    expect(fills).toHaveLength(1);
    const exits = await traders.orders(third, 'open');
    expect(exits).toMatchObject([
      { type: 'stop_market', trigger_price: '59000.0', parent_order_id: order.order_id },
      { type: 'limit', price: '61000.0', quantity: '0.00999', parent_order_id: order.order_id },
    ]);
    expect(exits.map(one => one.list_id)).toEqual([exits[1]!.order_id, exits[1]!.order_id]);
  });

  it('say why their exits were not placed', async () => {
    await traders.place(maker, { side: 'sell', price: '60000', quantity: '0.00009' });
    const { order } = await traders.place(third, { price: '60000', quantity: '0.00018', ...bracket });
    await server.call('PUT coin/trade', { order_id: order.order_id }, auth(third));
    const [ended] = await traders.orders(third, 'history');
    expect(ended).toMatchObject({ status: 'cancelled', exits_refused: 'below_min_notional' });
    const wrong = await traders.refused(third, {
      price: '60000',
      quantity: '0.01',
      stop_loss_price: '60000',
    });
    expect(wrong).toMatchObject({ code: 'invalid_order', data: { field: 'stop_loss_price' } });
  });
});

describe('icebergs', () => {
  it('show a part, in the book and with the order', async () => {
    const { order } = await traders.place(third, {
      side: 'sell',
      price: '62000',
      quantity: '0.01',
      visible_quantity: '0.002',
    });
    expect(order).toMatchObject({ quantity: '0.01', visible_quantity: '0.002' });
    const { depth } = await server.call('GET currency/deal', { market_id: BTC_USDT });
    expect(depth.asks.find(([price]) => price === '62000.0')).toEqual(['62000.0', '0.002']);
    const little = { side: 'sell', price: '62000', quantity: '0.01', visible_quantity: '0.0009' } as const;
    expect(await traders.refused(third, little)).toMatchObject({
      code: 'invalid_order',
      data: { field: 'visible_quantity' },
    });
  });
});

// The last one: whoever joins after a start would have to wait for a code.
it('brackets survive the end of the core in their middle', async () => {
  await traders.place(maker, { side: 'sell', price: '60000', quantity: '0.004' });
  const { order } = await traders.place(third, { price: '60000', quantity: '0.01', ...bracket });
  expect(order).toMatchObject({ status: 'waiting', filled_quantity: '0.004' });
  await restart();
  await server.call('PUT coin/trade', { order_id: order.order_id }, auth(third));
  await restart();
  const exits = await traders.orders(third, 'open');
  expect(exits).toMatchObject([{ type: 'stop_market' }, { type: 'limit', quantity: '0.00399' }]);
  await traders.place(taker, { price: '61000', quantity: '0.001' });
  expect(await traders.orders(third, 'open')).toMatchObject([{ type: 'limit', filled_quantity: '0.001' }]);
});
