import type { CallInput } from '@tallystick/protocol';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { verifyProjections } from '../../engine/projections/verify.ts';
import { PerpetualTraders } from '../../testing/perpetual-traders.ts';
import { TestSocket } from '../../testing/socket-client.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth, BTC_USDT } from '../../testing/traders.ts';

type Conditional = CallInput<'POST lever/conditional_order'>;

let server: TestServer;
let traders: PerpetualTraders;
beforeAll(async () => {
  server = await TestServer.start({ sockets: true });
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

const DEFAULTS: Conditional = { market_id: BTC_USDT, side: 'buy', lots: 3, trigger_price: '60500' };
const keyed = () => ({ token: taker.token, key: freshKey() });

async function place(change: Partial<Conditional> = {}) {
  return (await server.call('POST lever/conditional_order', { ...DEFAULTS, ...change }, keyed())).order;
}

async function list(view: 'open' | 'history' = 'open') {
  return (await server.call('POST lever/conditional_orders', { view }, auth(taker))).items;
}

async function expectSound(): Promise<void> {
  const { database, engine } = server;
  expect(await verifyProjections(database.pool, engine.exchange)).toEqual([]);
}

/** The market goes there, quotes first. */
async function go(price: number): Promise<void> {
  await server.call('POST lever/cancel_all', {}, auth(maker));
  await traders.quote(maker, `${price - 10}`, `${price + 10}`);
  await traders.index(price);
}

it('waits, is listed, fires, and stands in the history with its order and the price it saw', async () => {
  const placed = await place({ type: 'limit', price: '60600', client_order_id: 'grid-1' });
  expect(placed).toMatchObject({
    side: 'buy',
    effect: 'open',
    kind: 'stop',
    status: 'waiting',
    trigger_source: 'mark',
    trigger_price: '60500.0',
    price: '60600.0',
    client_order_id: 'grid-1',
    fired_at_ms: null,
  });
  expect(await list()).toEqual([placed]);
  await expectSound();
  await go(60_500);
  expect(await list()).toEqual([]);
  const [fired] = await list('history');
  const [position] = await traders.positions(taker);
  expect(fired).toMatchObject({ status: 'fired', fired_price: '60500', order_id: position!.position_id });
  expect(position).toMatchObject({ holding_lots: 3 });
  await expectSound();
});

it('takes profit by parts and trails the rest; a page that is open sees it', async () => {
  const { position } = await traders.open(taker, { lots: 10 });
  const reduce = { side: 'sell', effect: 'reduce', position_id: position.position_id } as const;
  const socket = await TestSocket.connect(server.url, { token: taker.token });
  expect((await socket.subscribe('conditional_orders')).data).toEqual([]);
  await place({ ...reduce, kind: 'take_profit', lots: 4, trigger_price: '60300' });
  const rest = { ...reduce, lots: undefined, trigger_price: undefined, trail_percent: '1' };
  expect(await place(rest)).toMatchObject({ lots: null, trail_percent: '1', trail_trigger_price: '59400.0' });
  await go(60_400);
  expect(await list()).toMatchObject([{ trail_trigger_price: '59796.0', trigger_price: null }]);
  await go(59_700);
  expect(await traders.positions(taker)).toEqual([]);
  expect(await list('history')).toMatchObject([
    { status: 'fired', fired_price: '59700', lots: null, order_id: position.position_id },
    { status: 'fired', fired_price: '60400', lots: 4 },
  ]);
  const deltas = await socket.deltas('conditional_orders', all =>
    all.flat().some(({ lots, status }) => lots === null && status === 'fired'),
  );
  expect(deltas.flat().filter(({ status }) => status === 'fired')).toHaveLength(2);
  socket.close();
  await expectSound();
});

it('tells in words why its order was refused', async () => {
  await place({ lots: 9_000 });
  await go(60_500);
  const [ended] = await list('history');
  expect(ended).toMatchObject({ status: 'ended', end_reason: 'refused', order_id: null });
  expect(ended?.refusal?.message).toMatch(/[a-z]{4}/);
  await expectSound();
});

it('is cancelled, one or all of a contract', async () => {
  const { conditional_order_id: id } = await place();
  const { order } = await server.call(
    'POST lever/cancel_conditional_order',
    { conditional_order_id: id },
    auth(taker),
  );
  expect(order).toMatchObject({ status: 'ended', end_reason: 'cancelled_by_customer' });
  await place();
  await place({ trail_distance: '100', trigger_price: undefined });
  const all = await server.call('POST lever/cancel_conditional_orders', { market_id: BTC_USDT }, auth(taker));
  expect(all).toEqual({ cancelled: 2 });
  expect(await list()).toEqual([]);
  const again = { conditional_order_id: id };
  expect((await server.refused('POST lever/cancel_conditional_order', again, auth(taker))).code).toBe(
    'order_not_open',
  );
});

it('names the field that is wrong as the call has it', async () => {
  const refused = async (change: Partial<Conditional>) => {
    const { code, data } = await server.refused(
      'POST lever/conditional_order',
      { ...DEFAULTS, ...change },
      keyed(),
    );
    return [code, data.field];
  };
  expect(await refused({ trigger_price: '59000' })).toEqual(['trigger_would_fire', 'trigger_price']);
  expect(await refused({ trail_distance: '1', trail_percent: '1' })).toEqual([
    'invalid_order',
    'trail_percent',
  ]);
  expect(await refused({ lots: undefined })).toEqual(['invalid_lots', 'lots']);
  expect(await refused({ trigger_price: '60500.05' })).toEqual(['invalid_price', 'trigger_price']);
});
