import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { PerpetualTraders } from '../testing/perpetual-traders.ts';
import { TestSocket, type TestSocketOptions } from '../testing/socket-client.ts';
import { freshKey, TestServer, type TestCustomer } from '../testing/test-server.ts';
import { auth, BTC_USDT } from '../testing/traders.ts';

let server: TestServer;
let traders: PerpetualTraders;
let stopWatch: () => Promise<void>;
beforeAll(async () => {
  server = await TestServer.start({ sockets: true });
  traders = new PerpetualTraders(server);
  await server.services.feed.start();
  stopWatch = server.services.perpetual.watch.start();
});
afterAll(async () => {
  await stopWatch();
  await server.close();
});

let maker: TestCustomer;
let taker: TestCustomer;
beforeEach(async () => {
  await traders.begin();
  maker = await traders.join(1_000_000);
  taker = await traders.join();
  await traders.quote(maker, '59990', '60010', 100);
});

const open: TestSocket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});

async function connect(options: TestSocketOptions = {}): Promise<TestSocket> {
  const socket = await TestSocket.connect(server.url, options);
  open.push(socket);
  return socket;
}

it('a contract’s book, trades and ticker are public and separate from the spot market’s', async () => {
  const socket = await connect();
  const { data: depth } = await socket.subscribe('perpetual_depth:1');
  expect(depth).toMatchObject({ bids: [['59990.0', '0.1']], asks: [['60010.0', '0.1']] });
  const { data: spot } = await socket.subscribe('depth:1');
  expect(spot).toMatchObject({ bids: [], asks: [] });
  const { data: tickers } = await socket.subscribe('perpetual_tickers');
  expect(tickers.find(({ market_id }) => market_id === BTC_USDT)).toMatchObject({ mark: '60000' });
  await socket.subscribe('perpetual_trades:1');

  await traders.open(taker, { lots: 30 });
  const [asks] = await socket.deltas('perpetual_depth:1', deltas => deltas.length > 0);
  expect(asks).toEqual({ bids: [], asks: [['60010.0', '0.07']] });
  const [trades] = await socket.deltas('perpetual_trades:1', deltas => deltas.length > 0);
  expect(trades).toMatchObject([{ price: '60010.0', quantity: '0.03', side: 'buy' }]);
  await traders.index(60_003);
  const all = await socket.deltas('perpetual_tickers', deltas =>
    deltas.flat().some(({ index }) => index === '60003'),
  );
  expect(all.flat().at(-1)).toMatchObject({ market_id: BTC_USDT, open_interest_lots: 30, last: '60010.0' });
  expect(await socket.refused('perpetual_depth:8')).toBe('unknown_market');
});

it('a customer gets their own positions and fills only', async () => {
  const socket = await connect({ token: taker.token });
  const other = await connect({ token: maker.token });
  const visitor = await connect();
  expect(await visitor.refused('positions')).toBe('session_invalid');
  expect((await socket.subscribe('positions')).data).toEqual([]);
  const { data: makers } = await other.subscribe('positions');
  expect(makers.map(({ status }) => status)).toEqual(['pending', 'pending']);

  const { position, fills } = await traders.open(taker, { lots: 30 });
  const [delta] = await socket.deltas('positions', deltas => deltas.length > 0);
  expect(delta).toEqual({ positions: [position], fills });
  const [makersDelta] = await other.deltas('positions', deltas => deltas.length > 0);
  expect(makersDelta?.positions).toMatchObject([{ direction: 'short', holding_lots: 30, waiting_lots: 70 }]);
  expect(makersDelta?.fills).toMatchObject([{ role: 'maker', fee: '0.36006' }]);

  await traders.close(taker, position.position_id);
  const deltas = await socket.deltas('positions', all =>
    all.some(({ positions }) => positions[0]?.status === 'closed'),
  );
  expect(deltas.at(-1)?.fills).toMatchObject([{ effect: 'close' }]);
  expect((await (await connect({ token: taker.token })).subscribe('positions')).data).toEqual([]);
});

it('orders of net mode are reported until they are over, several that close one position as well', async () => {
  await server.call('POST lever/mode', { market_id: BTC_USDT, mode: 'net' }, auth(taker));
  const socket = await connect({ token: taker.token });
  expect(await (await connect()).refused('perpetual_orders')).toBe('session_invalid');
  expect((await socket.subscribe('perpetual_orders')).data).toEqual([]);
  const order = { market_id: BTC_USDT, multiple: 10 };
  const place = async (input: object) =>
    server.call('POST lever/order', { ...order, ...input } as never, { token: taker.token, key: freshKey() });
  await place({ side: 'buy', lots: 10 });
  const ladder = { side: 'sell', type: 'limit', reduce_only: true, lots: 5 };
  const prices = ['60500', '60600'];
  for (const price of prices) await place({ ...ladder, price });
  const deltas = await socket.deltas('perpetual_orders', all => all.flat().length >= 3);
  expect(deltas.flat()).toMatchObject([
    { status: 'filled', filled_lots: 10 },
    ...prices.map(price => ({ status: 'open', waiting_lots: 5, price: `${price}.0` })),
  ]);
  const later = await connect({ token: taker.token });
  expect((await later.subscribe('perpetual_orders')).data).toEqual(deltas.flat().slice(1));
  await server.call('POST lever/close_all', {}, { token: taker.token, key: freshKey() });
  const ended = await socket.deltas('perpetual_orders', all =>
    all.flat().some(({ end_reason: reason }) => reason !== null && reason !== 'filled'),
  );
  expect(new Set(ended.flat().map(({ order_id: id }) => id)).size).toBeGreaterThanOrEqual(3);
  await server.call('POST lever/mode', { market_id: BTC_USDT, mode: 'each' }, auth(taker));
});

it('a triggered stop is reported at once, and to pages opened later', async () => {
  const { position } = await traders.open(taker, { lots: 10, stop_loss_price: '59500' });
  const socket = await connect({ token: taker.token });
  expect((await socket.subscribe('perpetual_alerts')).data).toEqual([]);
  await server.call('POST lever/cancel_all', {}, auth(maker));
  await traders.quote(maker, '59400', '59600', 100);
  await traders.index(59_400);
  const [alerts] = await socket.deltas('perpetual_alerts', all => all.length > 0);
  expect(alerts).toMatchObject([
    { kind: 'stop_loss', position_id: position.position_id, direction: 'long', mark_price: '59400' },
  ]);
  const later = await connect({ token: taker.token });
  expect((await later.subscribe('perpetual_alerts')).data).toEqual(alerts);
  const balances = await later.subscribe('balances');
  expect(balances.data).toMatchObject([{ account: 'contract', frozen: '0' }]);
  await server.call('POST lever/close_all', {}, { token: taker.token, key: freshKey() });
});

it('funding updates margins on an open page and is reported', async () => {
  await traders.open(taker, { lots: 30 });
  await server.call('POST lever/cancel_all', {}, auth(maker));
  await traders.quote(maker, '60290', '60310', 400);
  const socket = await connect({ token: taker.token });
  const { data: before } = await socket.subscribe('positions');
  await socket.subscribe('perpetual_alerts');
  const next = server.engine.exchange.perpetual.funding(BTC_USDT)?.nextFundingAtMs ?? 0;
  for (const atMs of [next - 60_000, next]) {
    server.clock.nowMs = atMs - 1_000;
    await traders.index(60_000);
    server.clock.nowMs = atMs;
    await server.engine.wake();
  }
  const deltas = await socket.deltas('positions', all => all.length > 0);
  const [funded] = deltas.at(-1)?.positions ?? [];
  expect(funded?.funding).toMatch(/^-\d+\.\d+$/);
  expect(funded?.margin).not.toBe(before[0]?.margin);
  const alerts = await socket.deltas('perpetual_alerts', all => all.length > 0);
  expect(alerts.flat()).toMatchObject([{ kind: 'funding', amount: funded?.funding, position_id: null }]);
});
