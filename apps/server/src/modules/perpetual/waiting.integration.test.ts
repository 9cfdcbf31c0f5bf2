import type { CallInput } from '@tallystick/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyProjections } from '../../engine/projections/verify.ts';
import { PerpetualTraders } from '../../testing/perpetual-traders.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth, BTC_USDT } from '../../testing/traders.ts';

type Order = CallInput<'POST lever/check'>;

let server: TestServer;
let traders: PerpetualTraders;
beforeAll(async () => {
  server = await TestServer.start();
  traders = new PerpetualTraders(server);
});
afterAll(() => server.close());

let taker: TestCustomer;
beforeEach(async () => {
  await traders.begin();
  const maker = await traders.join(1_000_000);
  taker = await traders.join();
  await traders.quote(maker, '59990', '60010');
});

const mode = (to: 'each' | 'hedge' | 'net') =>
  server.call('POST lever/mode', { market_id: BTC_USDT, mode: to }, auth(taker));
const keyed = () => ({ token: taker.token, key: freshKey() });
const BID: Order = { market_id: BTC_USDT, side: 'buy', lots: 10, multiple: 10, price: '59000' };
const order = async (change: Partial<CallInput<'POST lever/order'>> = {}) =>
  (await server.call('POST lever/order', { ...BID, multiple: 10, type: 'limit', ...change }, keyed())).order;
const waiting = async () => (await server.call('POST lever/orders', {}, auth(taker))).items;

async function expectSound(): Promise<void> {
  const { database, engine } = server;
  expect(await verifyProjections(database.pool, engine.exchange)).toEqual([]);
}

describe('what an order of a contract asks for', () => {
  it('is kept with it, and its name is found', async () => {
    await mode('net');
    const expires_at_ms = server.clock.nowMs + 60_000;
    const placed = await order({
      client_order_id: 'grid-1',
      time_in_force: 'GTD',
      expires_at_ms,
      self_trade: 'decrement',
      guarded: true,
    });
    const asked = {
      time_in_force: 'GTD',
      self_trade: 'decrement',
      if_unfillable: 'refuse',
      expires_at_ms,
      guarded: true,
      prevented_lots: 0,
    };
    expect(placed).toMatchObject({ client_order_id: 'grid-1', asked });
    const again = { ...BID, multiple: 10, type: 'limit', client_order_id: 'grid-1' } as const;
    expect((await server.refused('POST lever/order', again, keyed())).code).toBe('duplicate_client_order_id');
    const byName = { client_order_id: 'grid-1' };
    const found = await server.call('POST lever/orders', byName, auth(taker));
    expect(found.items).toMatchObject([{ order_id: placed.order_id, asked }]);
    await server.call('POST lever/cancel_order', { order_id: placed.order_id }, auth(taker));
    const past = await server.call('POST lever/orders', { view: 'history', ...byName }, auth(taker));
    expect(past.items).toMatchObject([
      { order_id: placed.order_id, end_reason: 'cancelled_by_customer', asked },
    ]);
    await expectSound();
  });

  it('counts for positions of their own as well', async () => {
    const fok = { type: 'limit', price: '60010', lots: 3_000, multiple: 100 } as const;
    const all = { ...fok, time_in_force: 'FOK' } as const;
    expect((await traders.refused(taker, all)).code).toBe('fill_or_kill_unfillable');
    const { position } = await traders.open(taker, { ...all, if_unfillable: 'expire' });
    expect(position).toMatchObject({ status: 'cancelled', end_reason: 'immediate_remainder' });
    await expectSound();
  });

  it('can be checked without placing anything', async () => {
    expect(await server.call('POST lever/check', BID, auth(taker))).toEqual({});
    const wrong = await server.refused('POST lever/check', { ...BID, mode: 'net' }, auth(taker));
    expect(wrong.code).toBe('invalid_order');
    const poor = await server.refused('POST lever/check', { ...BID, lots: 4_000 }, auth(taker));
    expect(['insufficient_balance', 'exposure_too_large']).toContain(poor.code);
    expect(await traders.positions(taker, 'pending')).toEqual([]);
  });
});

describe('changing an order of a contract', () => {
  it('keeps its id, in hedge and net mode', async () => {
    await mode('net');
    const { order_id } = await order();
    const change = { order_id, price: '59100', lots: 4 };
    const { order: amended, position } = await server.call('POST lever/amend', change, keyed());
    expect(amended).toMatchObject({ order_id, price: '59100.0', lots: 4, waiting_lots: 4 });
    expect(position).toBeNull();
    const crossing = { order_id, price: '60010', post_only: true };
    expect((await server.refused('POST lever/amend', crossing, keyed())).code).toBe('post_only_would_take');
    const { order: filled, fills } = await server.call(
      'POST lever/amend',
      { order_id, price: '60010' },
      keyed(),
    );
    expect(filled).toMatchObject({ order_id, status: 'filled', filled_lots: 4 });
    expect(fills).toMatchObject([{ role: 'taker', lots: 4 }]);
    await expectSound();
  });

  it('keeps the position that it is, without merged positions', async () => {
    const { position } = await traders.open(taker, { type: 'limit', price: '59000', lots: 9 });
    const order_id = position.position_id;
    const { position: amended } = await server.call('POST lever/amend', { order_id, lots: 7 }, keyed());
    expect(amended).toMatchObject({ position_id: order_id, lots: 7, waiting_lots: 7 });
    const unknown = await server.refused('POST lever/amend', { order_id: 999_999, lots: 2 }, keyed());
    expect(unknown.code).toBe('unknown_order');
    await expectSound();
  });

  it('may be a replacement, whose halves have answers of their own', async () => {
    await mode('hedge');
    const first = await order({ position_side: 'long' });
    const next = { ...BID, position_side: 'long', price: '59200' } as const;
    const both = await server.call(
      'POST lever/replace',
      { ...next, cancel_order_id: first.order_id },
      keyed(),
    );
    expect(both.cancelled?.order).toMatchObject({ order_id: first.order_id, status: 'ended' });
    expect(both.placed?.order).toMatchObject({ price: '59200.0', status: 'open' });
    const cancel_order_id = both.placed!.order!.order_id;
    const half = { ...next, price: '10', cancel_order_id };
    const { cancelled, placed, place_refused } = await server.call('POST lever/replace', half, keyed());
    expect(cancelled?.order).toMatchObject({ order_id: cancel_order_id });
    expect(placed).toBeNull();
    expect(place_refused).toMatchObject({ code: 'price_out_of_band', data: { field: 'price' } });
  });
});

it('a batch has an outcome for each part, in every mode', async () => {
  const { position } = await traders.open(taker, { type: 'limit', price: '59000', lots: 9 });
  const place = { ...BID, do: 'place' } as const;
  const parts = [
    { ...place, price: '59300' },
    { do: 'amend', order_id: position.position_id, lots: 3 },
    { ...place, price: '59300.05' },
    { ...place, lots: 4_000, multiple: 1 },
    { do: 'cancel', order_id: position.position_id },
    { ...place, price: '59400', lots: 2 },
  ] as const;
  const options = keyed();
  const { outcomes } = await server.call('POST lever/batch', { parts: JSON.stringify(parts) }, options);
  expect(outcomes).toMatchObject([
    { ok: true, order: null, position: { price: '59300.0', waiting_lots: 10 } },
    { ok: true, position: { position_id: position.position_id } },
    { ok: false, code: 'invalid_price' },
    { ok: false },
    { ok: true, position: { status: 'cancelled' } },
    { ok: true, position: { price: '59400.0', lots: 2 } },
  ]);
  expect(await server.call('POST lever/batch', { parts: JSON.stringify(parts) }, options)).toEqual({
    outcomes,
  });
  await expectSound();
});

it('the dead man’s switch of a contract survives a restart and takes off what waits', async () => {
  await mode('net');
  await order();
  const kept = await order({ price: '58000' });
  await server.call('POST lever/cancel_order', { order_id: kept.order_id }, auth(taker));
  const robot = await order({ price: '58500', guarded: true });
  const set = { market_id: BTC_USDT, after_ms: 30_000, scope: 'guarded' } as const;
  const { timer } = await server.call('POST lever/cancel_timer', set, auth(taker));
  expect(timer).toEqual({
    market_id: BTC_USDT,
    due_at_ms: server.clock.nowMs + 30_000,
    scope: 'guarded',
  });
  expect((await server.call('GET coin/cancel_timers', {}, auth(taker))).timers).toEqual([]);
  expect((await server.call('GET lever/cancel_timers', {}, auth(taker))).timers).toEqual([timer]);
  server.clock.nowMs += 30_000;
  await traders.index(60_000);
  expect((await waiting()).map(one => one.price)).toEqual(['59000.0']);
  const past = await server.call('POST lever/orders', { view: 'history' }, auth(taker));
  expect(past.items[0]).toMatchObject({ order_id: robot.order_id, end_reason: 'cancel_timer' });
  expect((await server.call('GET lever/cancel_timers', {}, auth(taker))).timers).toEqual([]);
  await expectSound();
});
