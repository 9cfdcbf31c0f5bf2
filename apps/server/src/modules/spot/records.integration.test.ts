import type { CallInput } from '@tallystick/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth, BTC_USDT, ETH_USDT, Traders } from '../../testing/traders.ts';
import { SpotService } from './service.ts';

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

describe('cancelling', () => {
  it('returns what was frozen, once', async () => {
    const { order } = await traders.place(maker, { price: '59000', quantity: '0.01' });
    const cancelled = await server.call('PUT coin/trade', { order_id: order.order_id }, auth(maker));
    expect(cancelled.order).toMatchObject({
      order_id: order.order_id,
      status: 'cancelled',
      reason: 'cancelled_by_customer',
      frozen: '0',
    });
    expect(await traders.spot(maker, 3)).toEqual(['10000', '0']);
    const again = await server.refused('PUT coin/trade', { order_id: order.order_id }, auth(maker));
    expect(again).toMatchObject({ code: 'order_not_open', status: 409 });
    expect(await traders.orders(maker, 'open')).toEqual([]);
    expect(await traders.orders(maker, 'history')).toEqual([cancelled.order]);
  });

  it.each(['open', 'ended'])('another’s %s order answers as if there were none', async which => {
    const { order } = await traders.place(maker, { price: '59000', quantity: '0.01' });
    if (which === 'ended') await server.call('PUT coin/trade', { order_id: order.order_id }, auth(maker));
    const before = await server.fingerprint();
    const foreign = await server.refused('PUT coin/trade', { order_id: order.order_id }, auth(taker));
    const none = await server.refused('PUT coin/trade', { order_id: 888_888_888 }, auth(taker));
    expect(foreign).toEqual(none);
    expect(none).toMatchObject({ code: 'unknown_order', status: 404 });
    expect(await server.fingerprint()).toBe(before);
  });

  it('all: orders of one market or of every market, but only one’s own', async () => {
    await traders.place(maker, { price: '59000', quantity: '0.001' });
    await traders.place(maker, { price: '59001', quantity: '0.001' });
    await traders.place(maker, { market_id: ETH_USDT, price: '2900', quantity: '0.01' });
    await traders.place(taker, { price: '59000', quantity: '0.001' });
    const ofOne = await server.call('POST coin/cancel_all', { market_id: BTC_USDT }, auth(maker));
    expect(ofOne).toEqual({ cancelled: 2 });
    expect((await traders.orders(maker, 'open')).map(order => order.market_id)).toEqual([ETH_USDT]);
    expect(await server.call('POST coin/cancel_all', {}, auth(maker))).toEqual({ cancelled: 1 });
    expect(await server.call('POST coin/cancel_all', {}, auth(maker))).toEqual({ cancelled: 0 });
    expect(await traders.orders(taker, 'open')).toHaveLength(1);
    expect(await traders.spot(maker, 3)).toEqual(['10000', '0']);
  });
});

describe('a repeated order', () => {
  it('is one order: the first answer is repeated, even after the order was filled and cancelled', async () => {
    const key = freshKey();
    const wish = { price: '60000', quantity: '0.01' };
    const first = await traders.place(maker, wish, key);
    await traders.place(taker, { side: 'sell', price: '60000', quantity: '0.004' });
    await server.call('POST coin/cancel_all', {}, auth(maker));
    const before = await server.fingerprint();
    expect(await traders.place(maker, wish, key)).toEqual(first);
    expect(await traders.place(maker, { ...wish, quantity: '0.01000' }, key)).toEqual(first);
    expect(await server.fingerprint()).toBe(before);
  });

  it('is the same order through any interface: the service does not depend on the wire', async () => {
    const { bus, exchange } = server.engine;
    const spot = new SpotService({
      pool: server.database.pool,
      history: server.services.history,
      bus,
      exchange,
    });
    const units = server.services.units.of(BTC_USDT);
    const priceTicks = units.priceTicks('60000', 'price');
    const quantityLots = units.quantityLots('0.01');
    const key = freshKey();
    const first = await traders.place(maker, { side: 'sell', price: '60000', quantity: '0.01' }, key);
    const chosen = {
      marketId: BTC_USDT,
      side: 'sell',
      orderType: 'limit',
      timeInForce: 'GTC',
      postOnly: false,
      priceTicks,
      quantityLots,
      budgetMinor: null,
      triggerTicks: null,
      clientOrderId: null,
    } as const;
    const { order } = await spot.place(maker.id, chosen, key);
    expect(order).toMatchObject({ orderId: first.order.order_id, frozenMinor: 1_000_000n });
    const taken = await spot.place(taker.id, { ...chosen, side: 'buy' }, freshKey());
    expect(taken).toMatchObject({
      order: { status: 'completed', filledLots: quantityLots, filledQuoteMinor: 600_000_000n },
      fills: [{ role: 'taker', trade: { makerOrderId: order.orderId, priceTicks } }],
    });
    await expect(spot.place(taker.id, { ...chosen, triggerTicks: 1 }, freshKey())).rejects.toMatchObject({
      data: { field: 'trigger' },
    });
  });

  it('returns the fills of the first', async () => {
    await traders.place(maker, { side: 'sell', price: '60000', quantity: '0.01' });
    const key = freshKey();
    const first = await traders.place(taker, { price: '60000', quantity: '0.004' }, key);
    expect(first.fills).toHaveLength(1);
    expect(await traders.place(taker, { price: '60000', quantity: '0.004' }, key)).toEqual(first);
  });

  it('the same key with another order is refused; the same key of another customer is a different key', async () => {
    const wish = { market_id: BTC_USDT, side: 'buy', price: '59000', quantity: '0.001' } as const;
    const key = freshKey();
    const first = await server.call('POST coin/trade', wish, { token: maker.token, key });
    const other = await server.refused(
      'POST coin/trade',
      { ...wish, price: '59001' },
      { token: maker.token, key },
    );
    expect(other).toMatchObject({ code: 'idempotency_key_reused', status: 409 });
    const foreign = await server.call('POST coin/trade', wish, { token: taker.token, key });
    expect(foreign.order.order_id).not.toBe(first.order.order_id);
  });

  it('a refused order uses its key up; a new key works', async () => {
    const key = freshKey();
    const options = { token: taker.token, key };
    const wish = { market_id: BTC_USDT, side: 'buy', type: 'market', budget: '60' } as const;
    expect((await server.refused('POST coin/trade', wish, options)).code).toBe('no_liquidity');
    await traders.place(maker, { side: 'sell', price: '60000', quantity: '0.01' });
    expect((await server.refused('POST coin/trade', wish, options)).code).toBe('no_liquidity');
    const anew = { ...options, key: freshKey() };
    expect((await server.call('POST coin/trade', wish, anew)).order.status).toBe('completed');
  });
});

describe('history', () => {
  it('pages backwards without gaps or repetitions while new orders come in', async () => {
    for (let i = 0; i < 7; i++) await traders.place(maker, { price: `5900${i}`, quantity: '0.001' });
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await server.call(
        'GET coin/list',
        { limit: 3, ...(cursor === undefined ? {} : { cursor }) },
        auth(maker),
      );
      seen.push(...page.items.map(order => order.order_id));
      await traders.place(maker, { price: '59010', quantity: '0.001' });
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(7);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
    expect(new Set(seen).size).toBe(7);
  });

  it('filters by market, side, state and time', async () => {
    const startMs = server.clock.nowMs;
    const { order: btc } = await traders.place(maker, { price: '59000', quantity: '0.001' });
    server.clock.nowMs += 5_000;
    const { order: eth } = await traders.place(maker, {
      market_id: ETH_USDT,
      side: 'sell',
      price: '3100',
      quantity: '0.01',
    });
    const list = async (filter: CallInput<'GET coin/list'>) =>
      (await server.call('GET coin/list', filter, auth(maker))).items.map(order => order.order_id);
    expect(await list({})).toEqual([eth.order_id, btc.order_id]);
    expect(await list({ market_id: BTC_USDT })).toEqual([btc.order_id]);
    expect(await list({ side: 'sell' })).toEqual([eth.order_id]);
    expect(await list({ from_ms: startMs + 1 })).toEqual([eth.order_id]);
    expect(await list({ to_ms: startMs + 1 })).toEqual([btc.order_id]);
    expect(await list({ view: 'history' })).toEqual([]);
    await server.call('PUT coin/trade', { order_id: btc.order_id }, auth(maker));
    expect(await list({ view: 'history', status: 'cancelled' })).toEqual([btc.order_id]);
    expect(await list({ view: 'history', status: 'completed' })).toEqual([]);
    expect(await list({})).toEqual([eth.order_id]);
  });

  it('of an account of the house: what waits is listed and holds its money, though it has no row', async () => {
    await server.submit({ type: 'setReferralStanding', customerId: maker.id, standing: 'house' });
    const { order } = await traders.place(maker, { price: '59000', quantity: '0.01' });
    expect(await traders.orders(maker, 'open')).toEqual([order]);
    const detail = await server.call('POST wallet/detail', { account: 'spot', currency_id: 3 }, auth(maker));
    expect(detail.holds).toMatchObject([{ reference: `order:${order.order_id}`, amount: order.frozen }]);
    await server.call('PUT coin/trade', { order_id: order.order_id }, auth(maker));
    expect(await traders.orders(maker, 'history')).toEqual([]);
  });

  it('fills: of one order, of one market, in pages; visible to both sides', async () => {
    for (const price of ['60000', '60001', '60002'])
      await traders.place(maker, { side: 'sell', price, quantity: '0.001' });
    const { order, fills } = await traders.place(taker, { price: '60002', quantity: '0.003' });
    const list = (who: TestCustomer, filter: CallInput<'GET coin/fills'>) =>
      server.call('GET coin/fills', filter, auth(who));
    const ofOrder = await list(taker, { order_id: order.order_id });
    expect(ofOrder.items).toEqual(fills.toReversed());
    expect((await list(taker, { market_id: ETH_USDT })).items).toEqual([]);
    const first = await list(maker, { limit: 2 });
    expect(first.items.map(fill => [fill.role, fill.side, fill.price])).toEqual([
      ['maker', 'sell', '60002.0'],
      ['maker', 'sell', '60001.0'],
    ]);
    const second = await list(maker, { limit: 2, cursor: first.next_cursor ?? '' });
    expect(second.items.map(fill => fill.price)).toEqual(['60000.0']);
    expect(second.next_cursor).toBeNull();
    expect((await list(maker, { order_id: order.order_id })).items).toEqual([]);
  });

  it('refuses an invalid cursor', async () => {
    for (const cursor of ['x', '1.2.3', '1e5', '-1']) {
      expect((await server.refused('GET coin/list', { cursor }, auth(maker))).data).toEqual({
        field: 'cursor',
      });
      expect((await server.refused('GET coin/fills', { cursor }, auth(maker))).code).toBe('invalid_input');
    }
  });
});
