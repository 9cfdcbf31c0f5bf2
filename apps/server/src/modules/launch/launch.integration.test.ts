import { DAY_MS } from '@tallystick/core/durations';
import { allocate } from '@tallystick/core/launch/allocate';
import { commitmentIsProven, listRoot } from '@tallystick/core/launch/allocation-list';
import type { LaunchFigures } from '@tallystick/core/launch/figures';
import type { CallInput, WireAllocationList } from '@tallystick/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USDT } from '@tallystick/protocol/currency-ids';
import { fromWire } from '../../http/words.ts';
import { verifyProjections } from '../../engine/projections/verify.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { announce, lumaChange, passTo } from './testing/offer.ts';

const LUMA = 101;
const MARKET = 101;

let server: TestServer;

async function funded(usdt: number): Promise<TestCustomer> {
  const customer = await server.customer();
  await server.submit({
    type: 'credit',
    customerId: customer.id,
    account: 'spot',
    currencyId: USDT,
    amountMinor: BigInt(usdt) * 1_000_000n,
    from: 'faucet',
    reference: 'test:1',
  });
  return customer;
}

type Order = CallInput<'POST lh/send/order'>;
const order = (amount: string, change: Partial<Order> = {}): Order => ({
  offer_id: 1,
  currency_id: USDT,
  amount,
  agreement: true,
  ...change,
});
const commit = (customer: TestCustomer, amount: string, change: Partial<Order> = {}) =>
  server.call('POST lh/send/order', order(amount, change), { token: customer.token, key: freshKey() });
const refused = (customer: TestCustomer, input: Order) =>
  server.refused('POST lh/send/order', input, { token: customer.token, key: freshKey() });
const offerOf = async (customer?: TestCustomer, offerId = 1) =>
  (
    await server.call(
      'GET lh/send/product_info',
      { offer_id: offerId },
      customer === undefined ? {} : { token: customer.token },
    )
  ).items[0]!;

const available = (customer: TestCustomer, currencyId: number) =>
  server.engine.exchange.balance({ ownerId: customer.id, account: 'spot', currencyId }).availableMinor;

function figuresOf(list: WireAllocationList): LaunchFigures {
  return {
    offerId: list.offer_id,
    mode: fromWire(list.mode),
    issuePriceE8: list.issue_price_e8,
    supplyMinor: BigInt(list.supply_minor),
    capMinor: BigInt(list.cap_minor),
    decimals: list.decimals,
    quoteDecimals: list.quote_decimals,
    accepted: list.accepted.map(one => ({
      currencyId: one.currency_id,
      rateE8: one.rate_e8,
      decimals: one.decimals,
    })),
  };
}

function linesOf(list: WireAllocationList) {
  return list.orders.map(one => ({
    orderId: one.order_id,
    committed: one.committed.map(({ currency_id, amount_minor }) => ({
      currencyId: currency_id,
      amountMinor: BigInt(amount_minor),
    })),
  }));
}

describe('an offer of a new currency', () => {
  let whale: TestCustomer;
  let small: TestCustomer;
  let friend: TestCustomer;
  let late: TestCustomer;
  const terms = () => server.engine.exchange.launch.offer(1)!.terms;

  beforeAll(async () => {
    server = await TestServer.start();
    [whale, small, friend, late] = [
      await funded(1000),
      await funded(1000),
      await funded(1000),
      await funded(100),
    ];
    await server.database.pool.query('update customers set invited_by = $1 where id = $2', [
      whale.id,
      friend.id,
    ]);
    await announce(server, lumaChange(server.clock.nowMs));
  });
  afterAll(() => server.close());

  it('is shown before it starts, but takes no commitment yet', async () => {
    expect(await offerOf()).toMatchObject({
      state: 'upcoming',
      issue_price: '0.5',
      supply: '1000',
      target_value: '500',
      own: null,
      invited: null,
      last_price: null,
      allocated: null,
    });
    expect((await refused(whale, order('100'))).code).toBe('launch_not_started');
    const config = await server.call('GET lh/send/config', {});
    expect(config).toMatchObject({ open: true, counts: { upcoming: 1, subscribing: 0 } });
    expect(config.currencies.map(currency => currency.code)).toEqual(['BTC', 'USDT']);
  });

  it('names what is wrong with a commitment and freezes nothing', async () => {
    await passTo(server, terms().startMs);
    const before = await server.fingerprint();
    expect(await refused(whale, order('100', { agreement: false }))).toMatchObject({
      code: 'agreement_required',
      data: { field: 'agreement' },
    });
    expect((await refused(whale, order(''))).code).toBe('invalid_amount');
    expect((await refused(whale, order('0'))).code).toBe('invalid_amount');
    expect((await refused(whale, order('1.1234567'))).code).toBe('invalid_amount');
    expect(await refused(whale, order('9.99'))).toMatchObject({
      code: 'launch_below_minimum',
      data: { field: 'amount', minimum: '10', currency: 'USDT' },
    });
    expect((await refused(whale, order('1', { currency_id: 2 }))).code).toBe('launch_currency_not_accepted');
    expect((await refused(whale, order('1000.000001'))).code).toBe('insufficient_balance');
    expect(await refused(whale, order('100', { offer_id: 9 }))).toMatchObject({
      code: 'unknown_launch_offer',
      status: 404,
    });
    expect((await server.refused('POST lh/send/order', order('100'), { key: freshKey() })).code).toBe(
      'session_invalid',
    );
    expect(await server.fingerprint()).toBe(before);
  });

  it('shows the market’s rate beside its own, warns, and refuses a rate far from it', async () => {
    const bitcoin = async () => (await offerOf()).accepted.find(one => one.currency.code === 'BTC');
    const tick = (price: number) =>
      server.submit({
        type: 'recordIndexTick',
        marketId: 1,
        priceE8: price * 1e8,
        sources: [{ name: 'test', priceE8: price * 1e8, atMs: server.clock.nowMs }],
      });
    const inBitcoin = order('0.001', { currency_id: 1 });
    expect(await bitcoin()).toMatchObject({ rate: '60000', market_rate: null, standing: 'refused' });
    expect((await refused(whale, inBitcoin)).code).toBe('launch_rate_unknown');
    await tick(64_000);
    expect(await bitcoin()).toMatchObject({ deviation_percent: '-6.25', standing: 'warn' });
    await tick(105_000);
    expect(await bitcoin()).toMatchObject({
      market_rate: '105000',
      deviation_percent: '-42.85',
      standing: 'refused',
    });
    expect(await refused(whale, inBitcoin)).toMatchObject({
      code: 'launch_rate_off_market',
      data: { field: 'currency_id', rate: '60000', market: '105000', currency: 'USDT' },
    });
    await tick(60_000);
    expect(await bitcoin()).toMatchObject({ deviation_percent: '0.00', standing: 'fair' });
    expect((await refused(whale, inBitcoin)).code).toBe('insufficient_balance');
    expect((await offerOf()).accepted[0]).toMatchObject({ market_rate: null, standing: 'fair' });
  });

  it('adds up several commitments, each counted once however often it is sent', async () => {
    const key = freshKey();
    const once = await server.call('POST lh/send/order', order('600'), { token: whale.token, key });
    const again = await server.call('POST lh/send/order', order('600'), { token: whale.token, key });
    expect(again.order).toEqual(once.order);
    const { order: more } = await commit(whale, '300');
    expect(more).toMatchObject({ value: '900', state: 'under_review', allocated: null, refunded: [] });
    expect(more.commitments.map(one => one.amount)).toEqual(['600', '300']);
    const held = await server.call(
      'POST wallet/detail',
      { account: 'spot', currency_id: USDT },
      { token: whale.token },
    );
    expect(held).toMatchObject({
      balance: { available: '100', frozen: '900' },
      holds: [{ kind: 'launch', label: 'LUMA', amount: '900' }],
    });
    await commit(small, '100');
    await commit(friend, '200');
    expect(await offerOf(whale)).toMatchObject({
      state: 'subscribing',
      orders: 3,
      committed_value: '1200',
      committed_percent: '240.00',
      own: { value: '900' },
      invited: { customers: 1, value: '200' },
    });
    expect((await server.refused('GET lh/send/allocation_list', { offer_id: 1 })).code).toBe(
      'launch_not_closed',
    );
  });

  it('is allocated at the close, even when the server was down then', async () => {
    await server.stop();
    const away = server;
    away.clock.nowMs = terms().closeMs + 1;
    server = await TestServer.start({ after: away });
    await server.engine.wake();
    expect((await refused(late, order('50'))).code).toBe('launch_closed');
    expect(await offerOf(whale)).toMatchObject({
      state: 'closed',
      allocated: '1000',
      own: {
        state: 'passed',
        allocated: '400',
        spent: [{ code: 'USDT', amount: '200' }],
        refunded: [{ code: 'USDT', amount: '700' }],
        released: '0',
        locked: '400',
        expected_gross_return: null,
      },
    });
    expect(available(whale, USDT)).toBe(800_000_000n);
    expect((await offerOf(small)).own).toMatchObject({ allocated: '200' });
  });

  it('gives everybody the list to recompute it, and customers their own proof', async () => {
    const list = await server.call('GET lh/send/allocation_list', { offer_id: 1 }, { token: small.token });
    const [figures, lines] = [figuresOf(list), linesOf(list)];
    expect(listRoot(figures, lines)).toBe(list.root);
    expect(allocate(figures, lines).map(one => one.allocatedMinor.toString())).toEqual(
      list.orders.map(one => one.allocated_minor),
    );
    expect(JSON.stringify(list)).not.toContain('customer');
    const proof = await server.call('GET lh/send/commitment_proof', { offer_id: 1 }, { token: small.token });
    expect(proof).toMatchObject({ order_id: list.own_order_id, root: list.root });
    const own = lines.find(line => line.orderId === proof.order_id)!;
    expect(commitmentIsProven(1, own, proof, list.root)).toBe(true);
    const none = { token: late.token };
    expect((await server.refused('GET lh/send/commitment_proof', { offer_id: 1 }, none)).code).toBe(
      'not_found',
    );
    const open = await server.call('GET lh/send/allocation_list', { offer_id: 1 });
    expect(open.own_order_id).toBeNull();
  });

  it('gives the list in pages as well, with the reader’s own line', async () => {
    const ask = (input: CallInput<'GET lh/send/allocation_list'>) =>
      server.call('GET lh/send/allocation_list', input, { token: small.token });
    const whole = await ask({ offer_id: 1 });
    expect(whole).toMatchObject({ size: 3, next_cursor: null });
    const first = await ask({ offer_id: 1, limit: 2 });
    const second = await ask({ offer_id: 1, limit: 2, cursor: first.next_cursor! });
    expect([first.orders.length, second.orders.length, second.next_cursor]).toEqual([2, 1, null]);
    expect({ ...second, orders: [...first.orders, ...second.orders] }).toEqual(whole);
    for (const input of [
      { offer_id: 1, cursor: '1.2' },
      { offer_id: 1, limit: 2_001 },
      { offer_id: 1, limit: 0 },
    ]) {
      expect((await server.refused('GET lh/send/allocation_list', input)).code).toBe('invalid_input');
    }
  });

  it('launches on time: the market opens around the issue price, and the first part can be sold', async () => {
    await passTo(server, terms().launchMs);
    const { items } = await server.call('GET currency/quotation_new', {});
    const listed = items.find(item => item.market.id === MARKET)!;
    expect(listed).toMatchObject({
      market: { symbol: 'LUMA/USDT', status: 'open' },
      ticker: { last: null, index_price: null, stale: false },
    });
    const wallet = await server.call('POST wallet/list', { account: 'spot' }, { token: whale.token });
    expect(JSON.stringify(wallet)).toContain('LUMA');
    expect((await server.call('GET coin/convert', { from: LUMA, to: USDT, amount: '100' })).value).toBe('50');
    expect(available(whale, LUMA)).toBe(100_000_000n);

    const trade = (customer: TestCustomer, side: 'buy' | 'sell') =>
      server.call(
        'POST coin/trade',
        { market_id: MARKET, side, price: '0.54', quantity: '50' },
        { token: customer.token, key: freshKey() },
      );
    await trade(late, 'buy');
    const sold = await trade(whale, 'sell');
    expect(sold.order.status).toBe('completed');
    expect(await offerOf(whale)).toMatchObject({
      state: 'launched',
      last_price: '0.54',
      return_percent: '8.00',
      own: {
        released: '100',
        locked: '300',
        expected_gross_return: '16',
        accumulated_return: '4',
        total_return_percent: '8.00',
        completes_at_ms: terms().launchMs + 10 * DAY_MS,
      },
    });
  });

  it('is over with the last release, and the books balance', async () => {
    await passTo(server, terms().launchMs + 10 * DAY_MS);
    const { items } = await server.call(
      'GET lh/send/order_list',
      { state: 'passed' },
      { token: whale.token },
    );
    expect(items).toMatchObject([{ released: '400', locked: '0', next_release: null }]);
    const empty = await server.call(
      'GET lh/send/order_list',
      { state: 'under_review' },
      { token: whale.token },
    );
    expect(empty.items).toEqual([]);
    expect((await server.call('GET lh/send/get_recommend', {})).items.map(item => item.offer_id)).toEqual([
      1,
    ]);
    const list = await server.call('GET lh/send/allocation_list', { offer_id: 1 });
    expect(listRoot(figuresOf(list), linesOf(list))).toBe(list.root);
    expect(await verifyProjections(server.database.pool, server.engine.exchange)).toEqual([]);
    server.engine.exchange.checkInvariants('all');
  });

  it('notifies each customer of the result, once', async () => {
    await server.services.feed.catchUp();
    await server.services.feed.catchUp();
    const { items } = await server.call('POST news/list', {}, { token: whale.token, lang: 'en' });
    expect(items.map(item => item.title)).toEqual([
      'LUMA: 300 released to you',
      'LUMA: 100 released to you',
      'LUMA: you were allocated 400',
    ]);
    expect(items[2]?.summary).toBe(
      'The subscription of LUMA is closed. You were allocated 400 LUMA for 200 USDT.',
    );
    const { items: none } = await server.call('POST news/list', {}, { token: late.token });
    expect(none).toEqual([]);
  });

  it('lists the coin under the offer’s name everywhere', async () => {
    const { items } = await server.call('GET currency/user_currency_list', {});
    const coin = items.find(({ currency }) => currency.code === 'LUMA')?.currency;
    expect(coin).toMatchObject({ name: 'Luma' });
  });

  it('shows its payment and release in the customer’s ledger', async () => {
    const { items } = await server.call(
      'POST wallet/legal_log',
      { account: 'spot', limit: 50 },
      { token: small.token },
    );
    const launch = items.filter(entry => entry.reason.startsWith('launch'));
    expect(launch.map(entry => [entry.reason, entry.currency, entry.amount])).toEqual([
      ['launch_release', 'LUMA', '150'],
      ['launch_release', 'LUMA', '50'],
      ['launch_payment', 'USDT', '-100'],
    ]);
  });
});

describe('a first-come offer', () => {
  beforeAll(async () => {
    server = await TestServer.start();
  });
  afterAll(() => server.close());

  it('requested by many at once is sold out exactly, and refuses the rest without freezing anything', async () => {
    const terms = await announce(server, lumaChange(server.clock.nowMs, { mode: 'first_come', cap: '40' }));
    const customers = [];
    for (let i = 0; i < 40; i++) customers.push(await funded(20));
    await passTo(server, terms.start_ms);
    const answers = await Promise.all(
      customers.map(({ token }) => server.try('POST lh/send/order', order('20'), { token, key: freshKey() })),
    );
    const accepted = answers.filter(({ body }) => body.type === 'ok');
    expect(accepted).toHaveLength(25);
    const codes = new Set(answers.flatMap(({ body }) => (body.type === 'ok' ? [] : [body.code])));
    expect([...codes]).toEqual(['launch_sold_out']);
    expect(await offerOf()).toMatchObject({ state: 'sold_out', left: '0', allocated: '1000' });
    const frozen = customers.filter(({ id }) => {
      const key = { ownerId: id, account: 'spot', currencyId: USDT } as const;
      return server.engine.exchange.balance(key).frozenMinor !== 0n;
    });
    expect(frozen).toEqual([]);
    expect(await verifyProjections(server.database.pool, server.engine.exchange)).toEqual([]);
  });

  it('names the cap and what is left', async () => {
    const terms = await announce(
      server,
      lumaChange(server.clock.nowMs, {
        offer_id: 2,
        currency_id: 102,
        market_id: 102,
        code: 'AURA',
        mode: 'first_come',
        supply: '100',
        cap: '80',
      }),
    );
    await passTo(server, terms.start_ms);
    const [one, two] = [await funded(100), await funded(100)];
    expect(await refused(one, order('40.5', { offer_id: 2 }))).toMatchObject({
      code: 'launch_over_cap',
      data: { maximum: '80', currency: 'AURA' },
    });
    await commit(one, '30', { offer_id: 2 });
    expect(await refused(two, order('30', { offer_id: 2 }))).toMatchObject({
      code: 'launch_not_enough_left',
      data: { maximum: '40', currency: 'AURA' },
    });
  });
});
