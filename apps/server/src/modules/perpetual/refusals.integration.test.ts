import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyProjections } from '../../engine/projections/verify.ts';
import { PerpetualTraders, type NewPosition } from '../../testing/perpetual-traders.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth, BTC_USDT } from '../../testing/traders.ts';
import { changeSetting } from '../testing/setting.ts';

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

/** Also checks that the refused call has changed neither the exchange nor the customers. */
async function refusedWithoutTrace(order: Partial<NewPosition>) {
  const before = await server.fingerprint();
  const refusal = await traders.refused(taker, order);
  expect(await server.fingerprint()).toBe(before);
  return refusal;
}

describe('an order is refused, and leaves no trace, for', () => {
  it.each<[what: string, order: Partial<NewPosition>, code: string, field: string]>([
    ['no lots', { lots: 0 }, 'invalid_lots', 'lots'],
    ['negative lots', { lots: -3 }, 'invalid_lots', 'lots'],
    ['a fraction of a lot', { lots: 1.5 }, 'invalid_lots', 'lots'],
    ['a fraction of a lot as text', { lots: '0.5' }, 'invalid_lots', 'lots'],
    ['an exponent', { lots: '1e3' }, 'invalid_lots', 'lots'],
    ['lots that are no number', { lots: 'ten' }, 'invalid_lots', 'lots'],
    ['more lots than an order may have', { lots: 10_001 }, 'too_many_lots', 'lots'],
    ['more lots than numbers can hold', { lots: '9'.repeat(30) }, 'too_many_lots', 'lots'],
    ['a multiple above the largest', { multiple: 101 }, 'multiple_not_offered', 'multiple'],
    ['no multiple', { multiple: 0 }, 'multiple_not_offered', 'multiple'],
    ['half a multiple', { multiple: '2.5' }, 'multiple_not_offered', 'multiple'],
    ['a multiple too high for the size', { multiple: 100, lots: 900 }, 'multiple_too_high', 'multiple'],
    [
      'a take-profit below a long’s price',
      { take_profit_price: '59000' },
      'stop_wrong_side',
      'take_profit_price',
    ],
    ['a stop-loss above a long’s price', { stop_loss_price: '61000' }, 'stop_wrong_side', 'stop_loss_price'],
    [
      'a take-profit above a short’s price',
      { direction: 'short', take_profit_price: '61000' },
      'stop_wrong_side',
      'take_profit_price',
    ],
    [
      'a stop-loss below a short’s price',
      { direction: 'short', stop_loss_price: '59000' },
      'stop_wrong_side',
      'stop_loss_price',
    ],
    [
      'a stop-loss the liquidation comes before',
      { multiple: 50, stop_loss_price: '50000' },
      'stop_beyond_liquidation',
      'stop_loss_price',
    ],
    ['a limit without a price', { type: 'limit' }, 'price_required', 'price'],
    ['a price between two ticks', { type: 'limit', price: '59000.05' }, 'invalid_price', 'price'],
    ['a price beyond the band', { type: 'limit', price: '30000' }, 'price_out_of_band', 'price'],
    [
      'post-only that would take',
      { type: 'limit', price: '60010', post_only: true },
      'post_only_would_take',
      'price',
    ],
    ['a contract that is not offered', { market_id: 8 }, 'unknown_perpetual', 'market_id'],
  ])('%s', async (_what, order, code, field) => {
    const refusal = await refusedWithoutTrace(order);
    expect(refusal).toMatchObject({ code, data: { field } });
  });

  it('too little money in the contract account, and the answer names that account', async () => {
    const poor = await traders.join(5);
    const refusal = await traders.refused(poor, { lots: 10, multiple: 10 });
    expect(refusal).toMatchObject({
      code: 'insufficient_balance',
      data: { available: '5', currency: 'USDT' },
    });
  });

  it('an empty book, a stale index, a stopped contract', async () => {
    await server.call('POST lever/cancel_all', {}, auth(maker));
    expect((await refusedWithoutTrace({})).code).toBe('no_liquidity');
    server.clock.nowMs += 30_000;
    expect((await refusedWithoutTrace({ type: 'limit', price: '59000' })).code).toBe('index_stale');
    await traders.index(60_000);
    await server.submit({ type: 'setPerpetualStatus', marketId: BTC_USDT, status: 'cancelOnly' });
    const stopped = await refusedWithoutTrace({ type: 'limit', price: '59000' });
    expect(stopped).toMatchObject({ code: 'market_cancel_only', status: 409 });
    await server.submit({ type: 'setPerpetualStatus', marketId: BTC_USDT, status: 'halted' });
    expect((await refusedWithoutTrace({ type: 'limit', price: '59000' })).code).toBe('market_halted');
    await server.submit({ type: 'setPerpetualStatus', marketId: BTC_USDT, status: 'open' });
  });

  it('a product line that operators switched off: positions can still be closed', async () => {
    const { position } = await traders.open(taker, {});
    const products = server.services.settings.get('products');
    await changeSetting(server, 'products', { ...products, perpetual: false });
    expect((await traders.refused(taker, {})).code).toBe('product_off');
    expect((await traders.close(taker, position.position_id)).position.status).toBe('closed');
    await changeSetting(server, 'products', products);
  });

  it('says it in the customer’s language', async () => {
    const input = { market_id: BTC_USDT, direction: 'long', lots: 0, multiple: 10 } as const;
    const options = { token: taker.token, key: freshKey(), lang: 'zh' };
    const { body } = await server.try('POST lever/submit', input, options);
    expect(body.message).toBe('张数必须为正整数，且不少于 1 张。');
  });
});

describe('a change of a position is refused for', () => {
  it('zero, too much and no margin', async () => {
    const { position } = await traders.open(taker, {});
    const add = (amount: string) =>
      server.refused(
        'POST lever/add_margin',
        { position_id: position.position_id, amount },
        { token: taker.token, key: freshKey() },
      );
    expect((await add('0')).code).toBe('invalid_amount');
    expect((await add('0.0000001')).code).toBe('invalid_amount');
    expect((await add('100000')).code).toBe('margin_too_large');
    expect(await traders.positions(taker)).toMatchObject([{ margin: position.margin }]);
  });

  it('more lots than it has, and a price beyond its bankruptcy', async () => {
    const { position } = await traders.open(taker, { lots: 5 });
    const close = (more: object) =>
      server.refused(
        'POST lever/close',
        { position_id: position.position_id, ...more },
        { token: taker.token, key: freshKey() },
      );
    expect((await close({ lots: 6 })).code).toBe('too_many_lots');
    expect((await close({ lots: 0 })).code).toBe('invalid_lots');
    const refusal = await close({ price: '54008.9' });
    expect(refusal).toMatchObject({ code: 'price_beyond_bankruptcy', data: { bankruptcy: '54009.0' } });
  });

  it('offsetting two of the same side, or other people’s', async () => {
    const { position: one } = await traders.open(taker, {});
    const { position: two } = await traders.open(taker, {});
    const other = await traders.join();
    const offset = (customer: TestCustomer) =>
      server.refused(
        'POST lever/offset',
        { long_position_id: one.position_id, short_position_id: two.position_id },
        { token: customer.token, key: freshKey() },
      );
    expect((await offset(taker)).code).toBe('positions_not_opposite');
    expect((await offset(other)).code).toBe('unknown_position');
  });
});

describe('a stop and a close at the same moment', () => {
  it('close the position once, whichever is first', async () => {
    for (const stopFirst of [true, false]) {
      const { position } = await traders.open(taker, { lots: 5, stop_loss_price: '59500' });
      await server.call('POST lever/cancel_all', {}, auth(maker));
      await traders.quote(maker, '59400', '59600');
      const price = () => traders.index(59_300);
      const close = () =>
        server.try(
          'POST lever/close',
          { position_id: position.position_id },
          { token: taker.token, key: freshKey() },
        );
      const [, answer] = stopFirst
        ? await Promise.all([price(), close()])
        : (await Promise.all([close(), price()])).toReversed();
      const [ended] = await traders.positions(taker, 'history');
      expect(ended).toMatchObject({ position_id: position.position_id, status: 'closed', closed_lots: 5 });
      const fills = await server.call('GET lever/fills', { position_id: position.position_id }, auth(taker));
      expect(fills.items.filter(({ effect }) => effect !== 'open')).toHaveLength(1);
      if (ended?.close_reason === 'stop_loss')
        expect(answer).toMatchObject({ body: { code: 'position_not_open' } });
      await server.call('POST lever/cancel_all', {}, auth(maker));
      await traders.index(60_000);
      await traders.quote(maker, '59990', '60010');
    }
  });
});

it('leaves tables that agree with the exchange, and books that add up', async () => {
  server.engine.exchange.checkInvariants('all');
  expect(await verifyProjections(server.database.pool, server.engine.exchange)).toEqual([]);
});
