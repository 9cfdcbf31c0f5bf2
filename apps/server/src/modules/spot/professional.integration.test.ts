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
beforeEach(async () => {
  await traders.begin();
  maker = await traders.join();
  taker = await traders.join();
});

const keyed = (customer: TestCustomer) => ({ token: customer.token, key: freshKey() });

describe('what an order may ask for', () => {
  it('is kept with it: direction, good till date, self-trade prevention, guarded', async () => {
    const expires = server.clock.nowMs + 60_000;
    const { order } = await traders.place(maker, {
      type: 'stop_limit',
      price: '59000',
      trigger_price: '59000',
      quantity: '0.01',
      trigger_direction: 'falls',
      time_in_force: 'GTD',
      expires_at_ms: expires,
      self_trade: 'decrement',
      guarded: true,
      client_order_id: 'grid:1/a',
    });
    const kept = {
      trigger_direction: 'falls',
      triggered_at_ms: null,
      expires_at_ms: expires,
      self_trade: 'decrement',
      guarded: true,
      client_order_id: 'grid:1/a',
    };
    expect(order).toMatchObject(kept);
    server.clock.nowMs += 60_000;
    await server.tick(BTC_USDT, 60_000e8);
    const [ended] = await traders.orders(maker, 'history');
    expect(ended).toMatchObject({ ...kept, status: 'cancelled', reason: 'expired' });
  });

  it('a stop without a direction gets the one it has as it arrives', async () => {
    await traders.place(maker, { side: 'sell', price: '60000', quantity: '0.001' });
    await traders.place(taker, { price: '60000', quantity: '0.001' });
    const stop = { side: 'sell', type: 'stop_market', quantity: '0.001' } as const;
    const { order } = await traders.place(maker, { ...stop, trigger_price: '59000' });
    expect(order.trigger_direction).toBe('falls');
    const wrong = await traders.refused(maker, {
      ...stop,
      trigger_price: '59000',
      trigger_direction: 'rises',
    });
    expect(wrong).toMatchObject({ code: 'trigger_would_fire', data: { field: 'trigger_price' } });
  });

  it('ends instead of being refused where it asks for that', async () => {
    const whole = { price: '59000', quantity: '0.01', time_in_force: 'FOK' } as const;
    expect(await traders.refused(taker, whole)).toMatchObject({ code: 'fill_or_kill_unfillable' });
    const { order, fills } = await traders.place(taker, { ...whole, if_unfillable: 'expire' });
    expect(order).toMatchObject({ status: 'cancelled', reason: 'immediate_remainder', filled_quantity: '0' });
    expect(fills).toEqual([]);
  });

  it('a client order id is one of the customer’s own, and no key', async () => {
    const named = { price: '59000', quantity: '0.001', client_order_id: 'a' };
    const { order } = await traders.place(maker, named);
    expect(await traders.refused(maker, named)).toMatchObject({
      code: 'duplicate_client_order_id',
      data: { field: 'client_order_id' },
    });
    await traders.place(taker, named);
    await server.call('PUT coin/trade', { order_id: order.order_id }, auth(maker));
    const again = await traders.place(maker, named);
    expect(again.order.order_id).toBeGreaterThan(order.order_id);
    expect(
      await server.refused('POST coin/trade', { market_id: BTC_USDT, side: 'buy', ...named }, auth(maker)),
    ).toMatchObject({ code: 'idempotency_key_required' });
    expect(await traders.refused(maker, { ...named, client_order_id: 'größe' })).toMatchObject({
      code: 'invalid_input',
      data: { field: 'client_order_id' },
    });
  });

  it('says whether an order would be accepted', async () => {
    const order = { market_id: BTC_USDT, side: 'buy', price: '59000', quantity: '0.01' } as const;
    expect(await server.call('POST coin/check', order, auth(maker))).toEqual({});
    expect(await server.refused('POST coin/check', { ...order, quantity: '5' }, auth(maker))).toMatchObject({
      code: 'insufficient_balance',
    });
    expect(
      await server.refused('POST coin/check', { ...order, price: '59000.05' }, auth(maker)),
    ).toMatchObject({
      code: 'invalid_price',
      data: { field: 'price', step: '0.1' },
    });
    expect(await traders.orders(maker, 'open')).toEqual([]);
  });
});

describe('changing orders', () => {
  it('amends price and quantity under the same id', async () => {
    const { order } = await traders.place(maker, { price: '59000', quantity: '0.02' });
    const change = { order_id: order.order_id, quantity: '0.01' };
    const options = keyed(maker);
    const amended = await server.call('POST coin/amend', change, options);
    expect(amended.order).toMatchObject({ order_id: order.order_id, quantity: '0.01', frozen: '590' });
    expect(await server.call('POST coin/amend', change, options)).toEqual(amended);
    expect(await traders.orders(maker, 'open')).toEqual([amended.order]);
    await traders.place(taker, { side: 'sell', price: '59500', quantity: '0.004' });
    const crossing = await server.call(
      'POST coin/amend',
      { order_id: order.order_id, price: '59500' },
      keyed(maker),
    );
    expect(crossing.fills).toMatchObject([{ role: 'taker', price: '59500.0', quantity: '0.004' }]);
    expect(crossing.order).toMatchObject({ status: 'waiting', filled_quantity: '0.004', price: '59500.0' });
    const below = { order_id: order.order_id, quantity: '0.004' };
    expect(await server.refused('POST coin/amend', below, keyed(maker))).toMatchObject({
      code: 'amend_below_filled',
      data: { filled: '0.004' },
    });
    expect(await server.refused('POST coin/amend', change, keyed(taker))).toMatchObject({
      code: 'unknown_order',
    });
    await server.call('PUT coin/trade', { order_id: order.order_id }, auth(maker));
    expect(await server.refused('POST coin/amend', change, keyed(maker))).toMatchObject({
      code: 'order_not_open',
    });
  });

  it('replaces one order by another, and tells which half was refused', async () => {
    const { order } = await traders.place(maker, { price: '59000', quantity: '0.1' });
    const next = { market_id: BTC_USDT, side: 'buy', price: '59100', quantity: '0.1' } as const;
    const options = keyed(maker);
    const replaced = await server.call(
      'POST coin/replace',
      { ...next, cancel_order_id: order.order_id },
      options,
    );
    expect(replaced).toMatchObject({
      cancelled: { order_id: order.order_id, status: 'cancelled' },
      order: { status: 'waiting', price: '59100.0' },
      cancel_refused: null,
      place_refused: null,
    });
    expect(
      await server.call('POST coin/replace', { ...next, cancel_order_id: order.order_id }, options),
    ).toEqual(replaced);
    const gone = { ...next, cancel_order_id: order.order_id };
    expect(await server.refused('POST coin/replace', gone, keyed(maker))).toMatchObject({
      code: 'order_not_open',
    });
    const small = { ...gone, quantity: '0.01' };
    expect(
      await server.call('POST coin/replace', { ...small, mode: 'allow_failure' }, keyed(maker)),
    ).toMatchObject({
      cancelled: null,
      cancel_refused: { code: 'order_not_open' },
      order: { quantity: '0.01' },
    });
    const dear = { ...next, cancel_order_id: replaced.order!.order_id, quantity: '5' };
    const half = await server.call('POST coin/replace', dear, keyed(maker));
    expect(half).toMatchObject({ cancelled: { status: 'cancelled' }, order: null, fills: [] });
    expect(half.place_refused).toMatchObject({ code: 'insufficient_balance', data: { currency: 'USDT' } });
    expect(half.place_refused!.message).toContain('USDT');
  });

  it('does a batch in one row of the journal, with an outcome for each part', async () => {
    const { order } = await traders.place(maker, { price: '58000', quantity: '0.01' });
    const buy = { do: 'place', market_id: BTC_USDT, side: 'buy', quantity: '0.01' } as const;
    const parts = [
      { ...buy, price: '59000' },
      { ...buy, price: '59000.05' },
      { ...buy, price: '30000' },
      { do: 'amend', order_id: order.order_id, quantity: '0.005' },
      { do: 'cancel', order_id: 999_999 },
      { ...buy, price: '59200' },
      { do: 'cancel', order_id: order.order_id },
    ] as const;
    const rows = () => server.database.pool.query('select max(last_sequence)::int as last from journal');
    const before = (await rows()).rows[0].last as number;
    const options = keyed(maker);
    const { outcomes } = await server.call('POST coin/batch', { parts: JSON.stringify(parts) }, options);
    expect((await rows()).rows[0].last).toBe(before + 1);
    expect(outcomes).toMatchObject([
      { ok: true, order: { price: '59000.0', status: 'waiting' } },
      { ok: false, code: 'invalid_price', data: { field: 'price', step: '0.1' } },
      { ok: false, code: 'price_out_of_band' },
      { ok: true, order: { order_id: order.order_id } },
      { ok: false, code: 'unknown_order' },
      { ok: true, order: { price: '59200.0', status: 'waiting' } },
      { ok: true, order: { order_id: order.order_id, status: 'cancelled' } },
    ]);
    expect(await server.call('POST coin/batch', { parts: JSON.stringify(parts) }, options)).toEqual({
      outcomes,
    });
    expect(await traders.orders(maker, 'open')).toHaveLength(2);
    expect(
      await server.refused(
        'POST coin/batch',
        { parts: JSON.stringify(Array.from({ length: 21 }, () => parts[0])) },
        keyed(maker),
      ),
    ).toMatchObject({ code: 'invalid_input', data: { field: 'parts' } });
  });
});

describe('the dead man’s switch', () => {
  it('takes off what it was set for once nobody sets it again', async () => {
    await traders.place(maker, { price: '59000', quantity: '0.01' });
    const guarded = await traders.place(maker, { price: '58000', quantity: '0.01', guarded: true });
    const set = { market_id: BTC_USDT, after_ms: 10_000, scope: 'guarded' } as const;
    const { timer } = await server.call('POST coin/cancel_timer', set, auth(maker));
    expect(timer).toEqual({ market_id: BTC_USDT, due_at_ms: server.clock.nowMs + 10_000, scope: 'guarded' });
    expect(await server.call('GET coin/cancel_timers', {}, auth(maker))).toEqual({ timers: [timer] });
    expect(await server.call('GET coin/cancel_timers', {}, auth(taker))).toEqual({ timers: [] });
    server.clock.nowMs += 10_000;
    await server.tick(BTC_USDT, 60_000e8);
    expect(await traders.orders(maker, 'open')).toHaveLength(1);
    const [ended] = await traders.orders(maker, 'history');
    expect(ended).toMatchObject({ order_id: guarded.order.order_id, reason: 'cancel_timer' });
    expect(await server.call('GET coin/cancel_timers', {}, auth(maker))).toEqual({ timers: [] });
  });

  it('is switched off, and refused for half a second', async () => {
    const set = { market_id: BTC_USDT, after_ms: 10_000, scope: 'all' } as const;
    await server.call('POST coin/cancel_timer', set, auth(maker));
    expect(await server.call('POST coin/cancel_timer', { ...set, after_ms: 0 }, auth(maker))).toEqual({
      timer: null,
    });
    expect(
      await server.refused('POST coin/cancel_timer', { ...set, after_ms: 500 }, auth(maker)),
    ).toMatchObject({ code: 'invalid_order' });
    expect(
      await server.refused('POST coin/cancel_timer', { ...set, market_id: 77 }, auth(maker)),
    ).toMatchObject({ code: 'unknown_market' });
  });
});
