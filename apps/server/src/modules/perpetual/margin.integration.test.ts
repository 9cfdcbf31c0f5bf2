import { parseDecimal } from '@tallystick/core/money/decimal';
import { proofFile, verify } from '@tallystick/verify/verify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyProjections } from '../../engine/projections/verify.ts';
import { PerpetualTraders } from '../../testing/perpetual-traders.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth, BTC_USDT } from '../../testing/traders.ts';

let server: TestServer;
let traders: PerpetualTraders;
beforeAll(async () => {
  server = await TestServer.start({ sockets: true });
  traders = new PerpetualTraders(server);
  // Record alerts from now on.
  await server.services.feed.catchUp();
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

const keyed = () => ({ token: taker.token, key: freshKey() });

describe('leverage', () => {
  it('is any whole number; chosen for a contract, it is that of orders that name none', async () => {
    const { position } = await traders.open(taker, { multiple: 7 });
    expect(position).toMatchObject({ multiple: 7, margin: '85.714285' });
    const { choice } = await server.call(
      'POST lever/set_leverage',
      { market_id: BTC_USDT, multiple: 23 },
      auth(taker),
    );
    expect(choice).toEqual({ multiple: 23, top_up_limit: '0' });
    const shown = await server.call('POST lever/deal', { market_id: BTC_USDT }, auth(taker));
    expect(shown.choice).toEqual(choice);
    expect(await server.call('GET lever/choice', { market_id: BTC_USDT }, auth(taker))).toEqual({ choice });
    const other = await server.call(
      'POST lever/submit',
      { market_id: BTC_USDT, direction: 'long', type: 'market', lots: 10 },
      keyed(),
    );
    expect(other.position.multiple).toBe(23);
  });

  it('of an open position is changed, and its margin and liquidation price follow', async () => {
    const { position } = await traders.open(taker, {});
    const change = (multiple: number) =>
      server.call('POST lever/change_leverage', { position_id: position.position_id, multiple }, auth(taker));
    const higher = await change(20);
    expect(higher.position).toMatchObject({ multiple: 20, margin: '30', removed_margin: '30' });
    expect(Number(higher.position.liquidation_price)).toBeGreaterThan(Number(position.liquidation_price));
    const lower = await change(5);
    expect(lower.position).toMatchObject({ multiple: 5, margin: '120', added_margin: '90' });
    expect(lower.balance).toMatchObject({ frozen: '120' });
    const [held] = await traders.positions(taker);
    expect(held).toMatchObject({ multiple: 5, margin: '120' });
    const refused = await server.refused(
      'POST lever/change_leverage',
      { position_id: position.position_id, multiple: 101 },
      auth(taker),
    );
    expect(refused.code).toBe('multiple_not_offered');
    expect(refused.data).toMatchObject({ maximum: 100 });
  });
});

it('margin is taken out once per key, down to the initial requirement', async () => {
  const { position } = await traders.open(taker, {});
  const id = { position_id: position.position_id };
  await server.call('POST lever/add_margin', { ...id, amount: '50' }, keyed());
  const options = keyed();
  const remove = () => server.call('POST lever/remove_margin', { ...id, amount: '49' }, options);
  const { position: less, balance } = await remove();
  await remove();
  expect(less).toMatchObject({ margin: '61', added_margin: '50', removed_margin: '49' });
  expect(balance).toMatchObject({ frozen: '61' });
  const refused = await server.refused('POST lever/remove_margin', { ...id, amount: '1.01' }, keyed());
  expect(refused.code).toBe('margin_below_initial');
  expect(refused.data).toMatchObject({ maximum: '1', currency: 'USDT' });
});

it('a top-up keeps a position, tells its owner, and can be verified from its record', async () => {
  const set = await server.call(
    'POST lever/top_up_default',
    { market_id: BTC_USDT, limit: '100' },
    auth(taker),
  );
  expect(set.choice).toEqual({ multiple: null, top_up_limit: '100' });
  const { position } = await traders.open(taker, {});
  expect(position).toMatchObject({ top_up_limit: '100', top_up_used: '0' });
  await traders.index(54_200);
  await server.services.feed.catchUp();
  // Loss 58, value 542 ÷ 10: 112.2 are required, 60 were there.
  const [held] = await traders.positions(taker);
  expect(held).toMatchObject({ margin: '112.2', added_margin: '52.2', top_up_used: '52.2' });

  const { items } = await server.call(
    'GET lever/top_ups',
    { position_id: position.position_id },
    auth(taker),
  );
  expect(items).toMatchObject([
    { step: 1, amount: '52.2', limit: '100', used: '0', margin: '60', mark_price: '54200' },
  ]);
  expect((await server.call('GET lever/top_ups', {}, auth(maker))).items).toEqual([]);
  const { contract } = await server.call('POST lever/deal', { market_id: BTC_USDT });
  const report = verify(proofFile('topup', { contract, log: null, record: items[0]! }));
  expect(report.verdict).toBe('right');
  expect(report.checks.filter(({ state }) => state === 'failed')).toEqual([]);

  const { items: news } = await server.call('POST news/list', {}, auth(taker));
  expect(news[0]?.title).toBe('BTC/USDT: margin added automatically');
  expect(server.services.perpetual.alerts.recent(taker.id)).toMatchObject([
    { kind: 'topped_up', amount: '52.2', position_id: position.position_id },
  ]);

  const off = await server.call(
    'POST lever/top_up',
    { position_id: position.position_id, limit: '0' },
    auth(taker),
  );
  expect(off.position).toMatchObject({ top_up_limit: '0', top_up_used: '52.2' });
  await traders.index(48_000);
  expect(await traders.positions(taker)).toEqual([]);
  const [ended] = await traders.positions(taker, 'history');
  expect(ended).toMatchObject({ close_reason: 'liquidation', top_up_used: '52.2' });
  expect(parseDecimal(ended!.margin, 6)).toBe(0n);
  const { pool } = server.database;
  expect(await verifyProjections(pool, server.engine.exchange)).toEqual([]);
});
