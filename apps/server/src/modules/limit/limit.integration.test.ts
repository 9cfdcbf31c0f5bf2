import { formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PerpetualTraders } from '../../testing/perpetual-traders.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth, Traders } from '../../testing/traders.ts';
import { Players } from '../option/testing/players.ts';
import { listDemoTrust } from '../trust/listing.ts';

let server: TestServer;
let traders: PerpetualTraders;
let players: Players;
let maker: TestCustomer;
let taker: TestCustomer;
beforeAll(async () => {
  server = await TestServer.start();
  traders = new PerpetualTraders(server);
  players = await Players.of(server);
  await traders.begin();
  maker = await traders.join(1_000_000);
  taker = await traders.join();
  await players.equip(taker);
  await traders.quote(maker, '59990', '60010');
});
afterAll(() => server.close());

const own = () => server.call('GET limits/self', {}, auth(taker));
const set = (input: { daily_loss_limit?: string; cool_down_hours?: number }) =>
  server.call('POST limits/self', input, auth(taker));

describe('limits of one customer', () => {
  it('apply to options and contracts together', async () => {
    await set({ daily_loss_limit: '200' });
    const { position } = await traders.open(taker, { lots: 20, multiple: 20 });
    await traders.close(taker, position.position_id);
    // The loss: a spread of 20 on 0.02 BTC, and the taker fee twice.
    const { lost_today: lost } = await own();
    const contract = await traders.balance(taker);
    expect(contract.available).toBe(formatMinor(parseDecimal('10000', 6)! - parseDecimal(lost, 6)!, 6));
    await players.buy(taker, { amount: '150' });
    const { remaining, at_risk } = await own();
    expect(at_risk).toBe('150');
    const left = parseDecimal('50', 6)! - parseDecimal(lost, 6)!;
    expect(remaining).toBe(formatMinor(left, 6));
    // A margin of about 60.
    const before = await server.fingerprint();
    expect(await traders.refused(taker, { lots: 20, multiple: 20 })).toMatchObject({
      code: 'daily_loss_limit',
      status: 409,
      data: { remaining, currency: 'USDT' },
    });
    expect(await players.refused(taker, { amount: '50' })).toMatchObject({ code: 'daily_loss_limit' });
    expect(await server.fingerprint()).toBe(before);
  });

  it('a pause stops new options and positions, and lets open ones end', async () => {
    const { position } = await traders.open(taker, { lots: 1, multiple: 20 });
    const below = { type: 'limit', price: '59900', lots: 1, multiple: 20 } as const;
    const { position: waiting } = await traders.open(taker, below);
    const { cool_down_until_ms: untilMs } = await set({ cool_down_hours: 1 });
    expect(await traders.refused(taker, { lots: 1, multiple: 20 })).toMatchObject({
      code: 'cooling_down',
      data: { until_ms: untilMs },
    });
    expect(await players.refused(taker, { amount: '5' })).toMatchObject({ code: 'cooling_down' });
    const ended = await traders.positions(taker, 'history');
    expect(ended.find(({ position_id: id }) => id === waiting.position_id)).toMatchObject({
      status: 'cancelled',
      end_reason: 'own_limit',
    });
    await server.call(
      'POST lever/close',
      { position_id: position.position_id },
      { token: taker.token, key: freshKey() },
    );
    expect(await traders.positions(taker)).toEqual([]);
    server.clock.nowMs = untilMs ?? 0;
    await players.later(0);
    await players.buy(taker, { amount: '5' });
  });

  it('also stop coins and deposits: buying is refused, waiting buy orders are cancelled, selling goes on', async () => {
    const { exchange, bus } = server.engine;
    await listDemoTrust(server.database.pool, exchange, bus);
    const spot = new Traders(server);
    await spot.begin();
    const saver = await spot.join();
    const { order: waiting } = await spot.place(saver, { type: 'limit', price: '59000', quantity: '0.01' });
    const { order: selling } = await spot.place(saver, {
      side: 'sell',
      type: 'limit',
      price: '63000',
      quantity: '0.001',
    });
    const key = freshKey();
    await server.call(
      'POST wallet/change',
      { currency_id: 3, from: 'spot', to: 'trust', amount: '1000' },
      { token: saver.token, key },
    );

    const limits = await server.call('POST limits/self', { cool_down_hours: 1 }, auth(saver));
    expect(limits.stopped_until_ms).toBe(limits.cool_down_until_ms);
    expect(await spot.orders(saver, 'open')).toMatchObject([{ order_id: selling.order_id }]);
    expect(await spot.orders(saver, 'history')).toMatchObject([
      { order_id: waiting.order_id, status: 'cancelled', reason: 'own_limit', frozen: '0' },
    ]);
    const before = await server.fingerprint();
    const refusal = { code: 'cooling_down', status: 409, data: { until_ms: limits.stopped_until_ms } };
    expect(await spot.refused(saver, { type: 'limit', price: '59000', quantity: '0.01' })).toMatchObject(
      refusal,
    );
    const bid = { product_id: 1, amount: '1000', terms_version: 1, agreement: true };
    expect(
      await server.refused('POST lh/deposit', bid, { token: saver.token, key: freshKey() }),
    ).toMatchObject(refusal);
    expect(await server.fingerprint()).toBe(before);
    await spot.place(saver, { side: 'sell', type: 'limit', price: '62000', quantity: '0.001' });
  });
});
