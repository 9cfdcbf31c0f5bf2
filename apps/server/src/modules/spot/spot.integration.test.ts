import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth, BTC_USDT, ETH_USDT, Traders } from '../../testing/traders.ts';

let server: TestServer;
let traders: Traders;
beforeAll(async () => {
  server = await TestServer.start();
  traders = new Traders(server);
});
afterAll(() => server.close());

let maker: TestCustomer;
let taker: TestCustomer;
beforeEach(async () => {
  await traders.begin();
  maker = await traders.join();
  taker = await traders.join();
});

describe('a limit order', () => {
  it('rests, freezes its possible cost, and appears in the book and the list', async () => {
    const { order, fills } = await traders.place(maker, { price: '59000.5', quantity: '0.01' });
    expect(fills).toEqual([]);
    expect(order).toMatchObject({
      symbol: 'BTC/USDT',
      side: 'buy',
      type: 'limit',
      time_in_force: 'GTC',
      status: 'waiting',
      price: '59000.5',
      quantity: '0.01',
      filled_quantity: '0',
      filled_percent: '0',
      average_price: null,
      frozen: '590.005',
      frozen_currency: 'USDT',
      reason: null,
    });
    expect(await traders.orders(maker, 'open')).toEqual([order]);
    expect(await traders.orders(maker, 'history')).toEqual([]);
    expect(await traders.spot(maker, 3)).toEqual(['9409.995', '590.005']);
    const { depth } = await server.call('GET currency/deal', { market_id: BTC_USDT });
    expect(depth.bids).toEqual([['59000.5', '0.01']]);
  });

  it('trades at the earlier order’s price; each side pays its fee in what it receives', async () => {
    const { order: resting } = await traders.place(maker, { side: 'sell', price: '60000', quantity: '0.01' });
    const { order, fills } = await traders.place(taker, { price: '60500', quantity: '0.004' });
    expect(order).toMatchObject({
      status: 'completed',
      reason: 'filled',
      filled_quantity: '0.004',
      filled_percent: '100',
      filled_value: '240',
      average_price: '60000.0',
      fee: '0.000004',
      fee_currency: 'BTC',
      frozen: '0',
    });
    expect(fills).toEqual([
      {
        trade_id: expect.any(Number),
        order_id: order.order_id,
        market_id: BTC_USDT,
        symbol: 'BTC/USDT',
        side: 'buy',
        role: 'taker',
        price: '60000.0',
        quantity: '0.004',
        value: '240',
        fee: '0.000004',
        fee_currency: 'BTC',
        at_ms: server.clock.nowMs,
      },
    ]);
    const [open] = await traders.orders(maker, 'open');
    expect(open).toMatchObject({
      order_id: resting.order_id,
      status: 'waiting',
      filled_quantity: '0.004',
      filled_percent: '40',
      frozen: '0.006',
      frozen_currency: 'BTC',
      fee: '0.24',
      fee_currency: 'USDT',
    });
    expect(await traders.spot(taker, 1)).toEqual(['0.103996', '0']);
    expect(await traders.spot(taker, 3)).toEqual(['9760', '0']);
    expect(await traders.spot(maker, 1)).toEqual(['0.09', '0.006']);
    expect(await traders.spot(maker, 3)).toEqual(['10239.76', '0']);
  });

  it('earlier orders first at one price; a better price before that', async () => {
    const third = await traders.join();
    await traders.place(maker, { side: 'sell', price: '60010', quantity: '0.001' });
    const { order: later } = await traders.place(third, { side: 'sell', price: '60010', quantity: '0.001' });
    const { order: best } = await traders.place(third, { side: 'sell', price: '60000', quantity: '0.001' });
    await traders.place(taker, { price: '60010', quantity: '0.002' });
    const [waiting, ...others] = await traders.orders(third, 'open');
    expect(others).toEqual([]);
    expect(waiting?.order_id).toBe(later.order_id);
    expect((await traders.orders(third, 'history')).map(order => order.order_id)).toEqual([best.order_id]);
  });

  it('IOC: what cannot be filled at once is cancelled; FOK: all or nothing', async () => {
    await traders.place(maker, { side: 'sell', price: '60000', quantity: '0.001' });
    const fok = await traders.refused(taker, { price: '60000', quantity: '0.002', time_in_force: 'FOK' });
    expect(fok).toMatchObject({ code: 'fill_or_kill_unfillable', status: 409 });
    const { order } = await traders.place(taker, { price: '60000', quantity: '0.002', time_in_force: 'IOC' });
    expect(order).toMatchObject({
      status: 'cancelled',
      reason: 'immediate_remainder',
      filled_quantity: '0.001',
      filled_percent: '50',
      frozen: '0',
    });
  });

  it('post-only: refused if it would take', async () => {
    await traders.place(maker, { side: 'sell', price: '60000', quantity: '0.001' });
    const refusal = await traders.refused(taker, { price: '60000', quantity: '0.001', post_only: true });
    expect(refusal.code).toBe('post_only_would_take');
    const { order } = await traders.place(taker, { price: '59999.9', quantity: '0.001', post_only: '1' });
    expect(order).toMatchObject({ status: 'waiting', post_only: true });
  });

  it('never trades with its own owner: the newer order expires', async () => {
    await traders.place(maker, { side: 'sell', price: '60000', quantity: '0.001' });
    const { order, fills } = await traders.place(maker, { price: '60000', quantity: '0.001' });
    expect(fills).toEqual([]);
    expect(order).toMatchObject({ status: 'cancelled', reason: 'self_trade', filled_quantity: '0' });
  });
});

describe('a market order', () => {
  it('buys by budget and never spends more', async () => {
    await traders.place(maker, { side: 'sell', price: '60000', quantity: '0.001' });
    await traders.place(maker, { side: 'sell', price: '60100', quantity: '0.01' });
    const { order, fills } = await traders.place(taker, { type: 'market', budget: '100' });
    expect(fills.map(fill => [fill.price, fill.quantity])).toEqual([
      ['60000.0', '0.001'],
      ['60100.0', '0.00066'],
    ]);
    expect(order).toMatchObject({
      budget: '100',
      quantity: null,
      filled_value: '99.666',
      status: 'completed',
      filled_percent: '100',
    });
    expect(await traders.spot(taker, 3)).toEqual(['9900.334', '0']);
  });

  it('sells by quantity, down the book', async () => {
    await traders.place(maker, { price: '60000', quantity: '0.001' });
    await traders.place(maker, { price: '59990', quantity: '0.001' });
    const { order } = await traders.place(taker, { side: 'sell', type: 'market', quantity: '0.002' });
    expect(order).toMatchObject({ status: 'completed', average_price: '59995.0', fee: '0.11999' });
  });

  it('is refused when the other side of the book is empty', async () => {
    expect((await traders.refused(taker, { type: 'market', budget: '100' })).code).toBe('no_liquidity');
  });
});

describe('a stop order', () => {
  it('waits for its trigger price, then is an ordinary order', async () => {
    await traders.place(maker, { side: 'sell', price: '60500', quantity: '0.001' });
    await traders.place(maker, { side: 'sell', price: '60600', quantity: '0.01' });
    const { order: stop } = await traders.place(taker, {
      type: 'stop_market',
      trigger_price: '60500',
      budget: '60',
    });
    expect(stop).toMatchObject({
      status: 'waiting',
      triggered: false,
      trigger_price: '60500.0',
      frozen: '60',
    });
    const third = await traders.join();
    await traders.place(third, { price: '60500', quantity: '0.001' });
    const [done] = await traders.orders(taker, 'history');
    expect(done).toMatchObject({
      order_id: stop.order_id,
      status: 'completed',
      triggered: true,
      filled_quantity: '0.00099',
    });
  });

  it('is refused when its trigger is already reached', async () => {
    await traders.place(maker, { side: 'sell', price: '60000', quantity: '0.001' });
    await traders.place(taker, { price: '60000', quantity: '0.001' });
    const wish = { type: 'stop_limit', trigger_price: '60000', price: '60000', quantity: '0.001' } as const;
    expect((await traders.refused(taker, wish)).code).toBe('trigger_would_fire');
  });
});

describe('invalid orders', () => {
  it.each([
    ['without a price', { quantity: '0.001' }, 'price_required', {}],
    ['without a quantity', { price: '60000' }, 'invalid_quantity', { field: 'quantity' }],
    [
      'between two ticks',
      { price: '60000.05', quantity: '0.001' },
      'invalid_price',
      { field: 'price', step: '0.1' },
    ],
    [
      'between two lots',
      { price: '60000', quantity: '0.000015' },
      'invalid_quantity',
      { field: 'quantity', step: '0.00001' },
    ],
    [
      'below the least value',
      { price: '60000', quantity: '0.00008' },
      'below_min_notional',
      { minimum: '5' },
    ],
    [
      'too far from the index',
      { price: '66000.1', quantity: '0.001' },
      'price_out_of_band',
      { field: 'price' },
    ],
    ['a budget on a limit order', { price: '60000', quantity: '0.001', budget: '60' }, 'invalid_order', {}],
    ['a market order of nothing', { type: 'market' }, 'invalid_quantity', {}],
    ['a stop without a trigger', { type: 'stop_market', budget: '60' }, 'trigger_required', {}],
    [
      'a finer budget than the currency',
      { type: 'market', budget: '6.0000001' },
      'invalid_amount',
      { decimals: 6 },
    ],
    ['more than there is', { price: '60000', quantity: '1' }, 'insufficient_balance', { currency: 'USDT' }],
    [
      'selling more than there is',
      { side: 'sell', price: '60000', quantity: '0.2' },
      'insufficient_sellable_balance',
      { currency: 'BTC' },
    ],
  ] as const)('%s: refused with its reason, and nothing changes', async (_, wish, code, data) => {
    const before = await server.fingerprint();
    expect(await traders.refused(taker, wish)).toMatchObject({ code, data });
    expect(await server.fingerprint()).toBe(before);
  });

  it('a market may be closed to new orders while cancelling still works', async () => {
    const { order } = await traders.place(maker, { market_id: ETH_USDT, price: '3000', quantity: '0.01' });
    await server.submit({ type: 'setMarketStatus', marketId: ETH_USDT, status: 'cancelOnly' });
    const wish = { market_id: ETH_USDT, price: '3000', quantity: '0.01' };
    expect(await traders.refused(taker, wish)).toMatchObject({ code: 'market_cancel_only', status: 409 });
    await server.call('PUT coin/trade', { order_id: order.order_id }, auth(maker));
    await server.submit({ type: 'setMarketStatus', marketId: ETH_USDT, status: 'halted' });
    expect(await traders.refused(taker, wish)).toMatchObject({ code: 'market_halted', status: 409 });
    await server.submit({ type: 'setMarketStatus', marketId: ETH_USDT, status: 'open' });
    await traders.place(taker, wish);
  });
});
