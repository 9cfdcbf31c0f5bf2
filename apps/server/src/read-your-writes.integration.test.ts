import { afterAll, beforeAll, expect, it } from 'vitest';
import { USDT } from '@tallystick/protocol/currency-ids';
import { HeldLease } from './engine/testing/held-lease.ts';
import { PerpetualTraders } from './testing/perpetual-traders.ts';
import { TestSocket } from './testing/socket-client.ts';
import { TestServer, type TestCustomer } from './testing/test-server.ts';
import { auth, Traders } from './testing/traders.ts';

let server: TestServer;
let spot: Traders;
let contracts: PerpetualTraders;
let maker: TestCustomer;
let customer: TestCustomer;
beforeAll(async () => {
  server = await TestServer.start({ sockets: true });
  spot = new Traders(server);
  contracts = new PerpetualTraders(server);
  await contracts.begin();
  maker = await contracts.join(1_000_000);
  customer = await server.customer('funded');
  await contracts.welcome(customer);
  await contracts.quote(maker, '59990', '60010');
});
afterAll(() => server.close());

/** Answers of several products' services, market data and the exchange. */
async function shown() {
  const { daily_loss_limit } = await server.call('GET limits/self', {}, auth(customer));
  const positions = await contracts.positions(customer);
  const { engine } = server;
  return {
    limit: daily_loss_limit,
    orders: (await spot.orders(customer, 'open')).length,
    spot: await spot.spot(customer, USDT),
    contract: await contracts.balance(customer),
    positions: positions.length,
    bids: engine.marketData.depth(1)?.bids.length,
    openInterest: engine.marketData.perpetual.ticker(1)?.openInterestLots,
    known: engine.exchange.openOrders(customer.id).length,
  };
}

it('nobody is shown what is not on disk, and whoever gets an answer can read it', async () => {
  const socket = await TestSocket.connect(server.url, { token: customer.token });
  const before = await shown();
  await socket.subscribe('depth:1');
  await socket.subscribe('orders');
  await socket.subscribe('balances');
  const lease = await HeldLease.take(server.database.pool);
  let answers: Promise<unknown>[] = [];
  try {
    answers = [
      server.call('POST limits/self', { daily_loss_limit: '500' }, auth(customer)),
      spot.place(customer, { type: 'limit', price: '59000', quantity: '0.01' }),
      contracts.open(customer, { lots: 20 }),
    ];
    await expect.poll(() => lease.isWaitedFor()).toBe(true);
    // Commands after the waiting batch are already applied in memory, but must not be visible either.
    expect(await shown()).toEqual(before);
    expect(await shown()).toEqual(before);
    expect(socket.received).toEqual([]);
  } finally {
    await lease.letGo();
  }
  const read = await Promise.all(
    answers.map(async (answer, index) => {
      await answer;
      const now = await shown();
      return [now.limit === '500', now.orders === 1 && now.bids === 1, now.positions === 1][index];
    }),
  );
  expect(read).toEqual([true, true, true]);
  const after = await shown();
  expect(after).toMatchObject({ limit: '500', orders: 1, known: 1, bids: 1, positions: 1, openInterest: 20 });
  await socket.deltas('orders', deltas => deltas.length > 0);
  const balances = await socket.deltas('balances', deltas => deltas.length > 0);
  expect(balances.flat().some(({ available }) => available === after.spot[0])).toBe(true);
  socket.close();
});
