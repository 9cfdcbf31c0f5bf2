import { proofFile, verify } from '@tallystick/verify/verify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyProjections } from '../../engine/projections/verify.ts';
import { PerpetualTraders } from '../../testing/perpetual-traders.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth, BTC_USDT, ETH_USDT } from '../../testing/traders.ts';

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
  await traders.quote(maker, '59990', '60000', 100);
});

const choose = (type: 'cross' | 'isolated') =>
  server.call('POST lever/margin_type', { market_id: BTC_USDT, margin_type: type }, auth(taker));
const accountOf = async () =>
  (await server.call('GET lever/cross_account', { market_id: BTC_USDT }, auth(taker))).account;

describe('a customer with cross margin', () => {
  it('has positions without margin of their own, and an account that carries them', async () => {
    expect(await accountOf()).toBeNull();
    expect(await choose('cross')).toEqual({ market_id: BTC_USDT, margin_type: 'cross' });
    const { position } = await traders.open(taker, {});
    expect(position).toMatchObject({ margin_type: 'cross', margin: '0', liquidation_price: null });
    const account = await accountOf();
    expect(account).toMatchObject({ currency: 'USDT', positions: [{ position_id: position.position_id }] });
    expect(Number(account!.required)).toBeGreaterThan(0);
    const read = await server.call('GET lever/margin_type', { market_id: BTC_USDT }, auth(taker));
    expect(read.margin_type).toBe('cross');
    const refused = await server.refused(
      'POST lever/margin_type',
      { market_id: BTC_USDT, margin_type: 'isolated' },
      auth(taker),
    );
    expect(refused.code).toBe('margin_type_in_use');
  });

  it('cannot move away what carries positions, nor add margin to one', async () => {
    await choose('cross');
    const { position } = await traders.open(taker, {});
    const { available } = (await accountOf())!;
    const options = { token: taker.token, key: freshKey() };
    const move = { currency_id: 3, from: 'contract', to: 'spot', amount: available } as const;
    expect((await server.refused('POST wallet/change', move, options)).code).toBe('cross_margin_needed');
    const add = { position_id: position.position_id, amount: '1' };
    const refused = await server.refused('POST lever/add_margin', add, {
      token: taker.token,
      key: freshKey(),
    });
    expect(refused.code).toBe('cross_margin');
  });

  it('is liquidated by its account, which anyone can recompute', async () => {
    await choose('cross');
    const { position } = await traders.open(taker, {});
    const { free } = (await accountOf())!;
    const move = { currency_id: 3, from: 'contract', to: 'spot', amount: free } as const;
    await server.call('POST wallet/change', move, { token: taker.token, key: freshKey() });
    await traders.index(54_200);
    expect(await traders.positions(taker)).toEqual([]);
    const { items } = await server.call('GET lever/liquidations', {}, auth(taker));
    expect(items).toMatchObject([
      { position_id: position.position_id, account: { positions: [{ position_id: position.position_id }] } },
    ]);
    const { contract } = await server.call('POST lever/deal', { market_id: BTC_USDT });
    const record = items[0]!;
    const report = verify(proofFile('liquidation', { contract, log: null, record }));
    expect(report.checks.filter(({ state }) => state === 'failed')).toEqual([]);
    const account = { ...record.account!, available: '1' };
    const forged = verify(proofFile('liquidation', { contract, log: null, record: { ...record, account } }));
    expect(forged.checks.filter(({ state }) => state === 'failed').map(({ name }) => name)).toEqual([
      'reached',
    ]);
    const { pool } = server.database;
    expect(await verifyProjections(pool, server.engine.exchange)).toEqual([]);
  });

  it('with two contracts is liquidated in steps, the largest loss first', async () => {
    await choose('cross');
    const eth = { market_id: ETH_USDT, type: 'limit', multiple: 10, lots: 1_000 } as const;
    await server.tick(ETH_USDT, 3_000e8);
    await server.call('POST lever/margin_type', { market_id: ETH_USDT, margin_type: 'cross' }, auth(taker));
    await traders.open(maker, { ...eth, direction: 'short', price: '3000' });
    await traders.open(taker, { lots: 100, multiple: 50 });
    await traders.open(taker, { market_id: ETH_USDT, lots: 1_000, multiple: 50 });
    const { free } = (await accountOf())!;
    const move = { currency_id: 3, from: 'contract', to: 'spot', amount: free } as const;
    await server.call('POST wallet/change', move, { token: taker.token, key: freshKey() });
    // Nobody buys: the first step leaves nothing for the second.
    await server.submit({ type: 'cancelAllPerpetualOrders', customerId: maker.id, marketId: null });
    await server.tick(ETH_USDT, 2_990e8);
    await traders.index(54_200);
    expect(await traders.positions(taker)).toEqual([]);
    const { items } = await server.call('GET lever/liquidations', {}, auth(taker));
    expect(items.map(one => one.market_id)).toEqual([ETH_USDT, BTC_USDT]);
    expect(items.map(one => one.account?.positions.length)).toEqual([1, 2]);
    for (const record of items) {
      const { contract } = await server.call('POST lever/deal', { market_id: record.market_id });
      const report = verify(proofFile('liquidation', { contract, log: null, record }));
      expect(report.checks.filter(({ state }) => state === 'failed')).toEqual([]);
    }
  });
});
