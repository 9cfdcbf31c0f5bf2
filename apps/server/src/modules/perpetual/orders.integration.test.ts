import type { CallInput, CallOutput } from '@tallystick/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyProjections } from '../../engine/projections/verify.ts';
import { PerpetualTraders } from '../../testing/perpetual-traders.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth, BTC_USDT } from '../../testing/traders.ts';

type Order = CallInput<'POST lever/order'>;

let server: TestServer;
let traders: PerpetualTraders;
beforeAll(async () => {
  server = await TestServer.start();
  traders = new PerpetualTraders(server);
});
afterAll(() => server.close());

let maker: TestCustomer;
let taker: TestCustomer;
beforeEach(async () => {
  await traders.begin();
  maker = await traders.join(1_000_000);
  taker = await traders.join();
  await traders.quote(maker, '59990', '60010');
});

const mode = (to: 'each' | 'hedge' | 'net') =>
  server.call('POST lever/mode', { market_id: BTC_USDT, mode: to }, auth(taker));

const DEFAULTS: Order = { market_id: BTC_USDT, side: 'buy', lots: 10, multiple: 10 };

function order(change: Partial<Order>): Promise<CallOutput<'POST lever/order'>> {
  return server.call('POST lever/order', { ...DEFAULTS, ...change }, { token: taker.token, key: freshKey() });
}

function refused(change: Partial<Order>) {
  return server.refused(
    'POST lever/order',
    { ...DEFAULTS, ...change },
    { token: taker.token, key: freshKey() },
  );
}

async function orders(view: 'open' | 'history' = 'open') {
  return (await server.call('POST lever/orders', { view }, auth(taker))).items;
}

async function expectSound(): Promise<void> {
  const { database, engine } = server;
  expect(await verifyProjections(database.pool, engine.exchange)).toEqual([]);
}

describe('the position mode', () => {
  it('is each until the customer chooses another, which merges what is held', async () => {
    const read = () => server.call('GET lever/mode', { market_id: BTC_USDT }, auth(taker));
    expect(await read()).toEqual({ market_id: BTC_USDT, mode: 'each' });
    const first = (await traders.open(taker, { lots: 10, multiple: 3 })).position;
    await traders.open(taker, { lots: 5, multiple: 10 });
    expect(await mode('net')).toEqual({ market_id: BTC_USDT, mode: 'net' });
    expect(await read()).toMatchObject({ mode: 'net' });
    const [merged, ...others] = await traders.positions(taker);
    expect(others).toEqual([]);
    expect(merged).toMatchObject({ position_id: first.position_id, holding_lots: 15, open_value: '900.15' });
    expect((await traders.positions(taker, 'history'))[0]).toMatchObject({
      close_reason: 'merged',
      realised_profit: '0',
      holding_lots: 0,
    });
    await expectSound();
  });

  it('is refused while orders wait', async () => {
    await traders.open(taker, { type: 'limit', price: '59000' });
    const input = { market_id: BTC_USDT, mode: 'net' } as const;
    expect((await server.refused('POST lever/mode', input, auth(taker))).code).toBe('orders_waiting');
    const unknown = { market_id: 8, mode: 'net' } as const;
    expect((await server.refused('POST lever/mode', unknown, auth(taker))).code).toBe('unknown_perpetual');
  });
});

it('stops of an order become the position’s; one that only reduces has none', async () => {
  await mode('net');
  await order({ take_profit_price: '70000', stop_loss_price: '58000' });
  expect(await traders.positions(taker)).toMatchObject([
    { take_profit_price: '70000.0', stop_loss_price: '58000.0' },
  ]);
  const wrong = await refused({ stop_loss_price: '70000' });
  expect(wrong).toMatchObject({ code: 'stop_wrong_side', data: { field: 'stop_loss_price' } });
  const reducing = { side: 'sell', reduce_only: true, stop_loss_price: '70000' } as const;
  expect((await refused(reducing)).code).toBe('invalid_order');
  await expectSound();
});

describe('an order in net mode', () => {
  beforeEach(() => mode('net'));

  it('has an id, closes first and opens the rest, and stands in the history', async () => {
    await order({ lots: 10 });
    const { order: flip, fills } = await order({ side: 'sell', lots: 25 });
    expect(flip).toMatchObject({
      status: 'filled',
      side: 'sell',
      position_side: null,
      filled_lots: 25,
      average_price: '59990.0',
      realised_profit: '-0.2',
      end_reason: 'filled',
    });
    expect(fills).toMatchObject([
      { effect: 'close', lots: 10, realised_profit: '-0.2' },
      { effect: 'open', lots: 15 },
    ]);
    expect(await traders.positions(taker)).toMatchObject([{ direction: 'short', holding_lots: 15 }]);
    expect((await orders('history')).map(({ filled_lots: lots }) => lots)).toEqual([25, 10]);
    await expectSound();
  });

  it('waits as a ladder that only reduces, is listed, and is cancelled by its id', async () => {
    await order({ lots: 10 });
    const rungs = [];
    for (const [price, lots] of [
      ['60100', 4],
      ['60200', 4],
      ['60300', 4],
    ] as const) {
      rungs.push((await order({ side: 'sell', reduce_only: true, type: 'limit', price, lots })).order);
    }
    expect(rungs.map(({ waiting_lots: lots }) => lots)).toEqual([4, 4, 2]);
    expect(await orders()).toEqual(rungs.toReversed());
    const nothing = { side: 'sell', reduce_only: true, type: 'limit', price: '60400' } as const;
    expect((await refused(nothing)).code).toBe('nothing_to_reduce');
    const { order: cancelled } = await server.call(
      'POST lever/cancel_order',
      { order_id: rungs[0]!.order_id },
      auth(taker),
    );
    expect(cancelled).toMatchObject({ status: 'ended', end_reason: 'cancelled_by_customer' });
    const again = { order_id: rungs[0]!.order_id };
    expect((await server.refused('POST lever/cancel_order', again, auth(taker))).code).toBe('order_not_open');
    const others = await server.refused('POST lever/cancel_order', again, auth(maker));
    expect(others.code).toBe('unknown_order');
    await expectSound();
  });

  it('is refused where sides and mode do not fit', async () => {
    expect(await refused({ position_side: 'long' })).toMatchObject({ code: 'invalid_order' });
    await mode('hedge');
    expect(await refused({})).toMatchObject({ code: 'invalid_order' });
    const { order: long } = await order({ position_side: 'long' });
    expect(long).toMatchObject({ position_side: 'long', reduce_only: false });
    const { order: close } = await order({ side: 'sell', position_side: 'long' });
    expect(close).toMatchObject({ position_side: 'long', reduce_only: true, status: 'filled' });
    await mode('each');
    expect(await refused({})).toMatchObject({ code: 'invalid_order' });
  });
});

describe('the calls of the app, in net mode', () => {
  beforeEach(() => mode('net'));

  it('show the position and what waits, and end both', async () => {
    const opened = await traders.open(taker, { lots: 10 });
    expect(opened.position).toMatchObject({ status: 'holding', holding_lots: 10 });
    expect(opened.fills).toMatchObject([{ effect: 'open', lots: 10 }]);
    const { position: waiting } = await traders.open(taker, { type: 'limit', price: '59000', lots: 7 });
    expect(waiting).toMatchObject({ status: 'pending', waiting_lots: 7, price: '59000.0' });
    expect(await traders.positions(taker, 'pending')).toEqual([waiting]);
    const detail = await server.call('GET lever/detail', { position_id: waiting.position_id }, auth(taker));
    expect(detail.position).toEqual(waiting);
    const held = opened.position.position_id;
    const closing = await traders.close(taker, held, { price: '60500', lots: 4 });
    expect(closing.position.closing).toMatchObject({ lots: 4, price: '60500.0' });
    const id = closing.position.closing!.order_id;
    const cancel = await server.call('POST lever/cancel', { order_id: id }, auth(taker));
    expect(cancel.position).toMatchObject({ position_id: held, closing: null });
    const ended = await server.call('POST lever/cancel', { order_id: waiting.position_id }, auth(taker));
    expect(ended.position).toMatchObject({ status: 'cancelled', end_reason: 'cancelled_by_customer' });
    await traders.open(taker, { type: 'limit', price: '59000', lots: 7 });
    const all = await server.call('POST lever/cancel_all', {}, auth(taker));
    expect(all).toEqual({ cancelled: 1 });
    const input = { position_id: held };
    const key = { token: taker.token, key: freshKey() };
    const reversed = await server.call('POST lever/reverse', input, key);
    expect(reversed).toMatchObject({
      closed: { position_id: held, status: 'closed' },
      position: { direction: 'short', holding_lots: 10 },
    });
    const closed = await traders.close(taker, reversed.position.position_id);
    expect(closed.position).toMatchObject({ status: 'closed' });
    expect(await traders.positions(taker)).toEqual([]);
    await expectSound();
  });

  it('set stops with an order and later: they are the position’s', async () => {
    const { position } = await traders.open(taker, { lots: 10, stop_loss_price: '59000' });
    expect(position).toMatchObject({ status: 'holding', stop_loss_price: '59000.0' });
    const stops = { position_id: position.position_id, stop_loss_price: '', take_profit_price: '61000' };
    const set = await server.call('POST lever/setstop', stops, auth(taker));
    expect(set.position).toMatchObject({ stop_loss_price: null, take_profit_price: '61000.0' });
  });
});
