import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '@tallystick/core/durations';
import { verifyProjections } from '../../engine/projections/verify.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { sumsToZero } from '../testing/ledger.ts';
import { listDemoTrust } from './listing.ts';

let server: TestServer;
let ann: TestCustomer;

/** It is Wednesday noon, 15 July 2026. */
beforeEach(async () => {
  server = await TestServer.start();
  const { exchange, bus } = server.engine;
  await listDemoTrust(server.database.pool, exchange, bus);
  ann = await investor('2000');
});
afterEach(async () => {
  const faults = await verifyProjections(server.database.pool, server.engine.exchange);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  await sumsToZero(server);
  await server.close();
});

/** A customer with this much USDT in the trust account. */
async function investor(amount: string): Promise<TestCustomer> {
  const customer = await server.customer('funded');
  await server.call(
    'POST wallet/change',
    { currency_id: 3, from: 'spot', to: 'trust', amount },
    { token: customer.token, key: freshKey() },
  );
  return customer;
}

const bid = (change: object = {}) => ({
  product_id: 1,
  amount: '1000',
  terms_version: 1,
  agreement: true,
  ...change,
});

async function buy(customer = ann, change: object = {}) {
  const { order } = await server.call('POST lh/deposit', bid(change), {
    token: customer.token,
    key: freshKey(),
  });
  return order;
}

const refusedBuy = (change: object, customer = ann) =>
  server.refused('POST lh/deposit', bid(change), { token: customer.token, key: freshKey() });

/** Advances the clock and wakes the core as the sequencer's timer does. */
async function passTo(text: string): Promise<void> {
  server.clock.nowMs = Date.parse(text);
  await server.engine.wake();
  await server.services.feed.catchUp();
}

const ordersOf = (state?: 'hosting' | 'completed' | 'redeemed', customer = ann) =>
  server.call('GET lh/deposit/order', state === undefined ? {} : { state }, { token: customer.token });

const reportOf = async (customer = ann) =>
  (await server.call('GET lh/deposit/report', {}, { token: customer.token })).items;

async function trustOf(customer: TestCustomer) {
  const input = { account: 'trust', currency_id: 3 } as const;
  const { balance } = await server.call('POST wallet/detail', input, { token: customer.token });
  return `${balance.available} + ${balance.frozen}`;
}

describe('products', () => {
  it('GET lh/deposit/config: terms, what is left, and the reserve behind them', async () => {
    const { products, reserves, enabled } = await server.call('GET lh/deposit/config', {});
    expect(enabled).toBe(true);
    expect(products.map(one => `${one.cycle_days} ${one.currency.code} ${one.daily_yield_percent}`)).toEqual([
      '15 USDT 0.4',
      '30 USDT 0.5',
      '7 USDT 0.1',
      '30 BTC 0.05',
      '15 ETH 0.1',
    ]);
    expect(products[0]).toMatchObject({
      total_yield_percent: '6',
      penalty_percent: '0.6',
      minimum: '100',
      left: '500000',
      hosted: '0',
      own_left: null,
      state: 'open',
      first_payment_at_ms: Date.parse('2026-07-17T00:00:00Z'),
      completes_at_ms: Date.parse('2026-07-31T00:00:00Z'),
    });
    await buy();
    const after = await server.call('GET lh/deposit/config', {}, { token: ann.token });
    expect(after.products[0]).toMatchObject({ hosted: '1000', left: '499000', own_left: '19000' });
    const usdt = (list: typeof reserves) => list.find(({ currency }) => currency.code === 'USDT');
    expect([usdt(reserves), usdt(after.reserves)]).toMatchObject([
      { treasury: '250000', escrow: '0' },
      { treasury: '249940', escrow: '60' },
    ]);
  });

  it('GET lh/deposit/product_info: what redeeming returns after each day', async () => {
    const { exits, promised } = await server.call('GET lh/deposit/product_info', {
      product_id: 1,
      amount: '1000',
    });
    expect(promised).toBe('60');
    expect(exits).toHaveLength(16);
    expect(exits[0]).toMatchObject({ interest: '0', penalty: '90', returned: '910', total: '910' });
    expect(exits[14]).toMatchObject({ interest: '56', penalty: '6', returned: '994', total: '1050' });
    expect(exits[15]).toMatchObject({ interest: '60', penalty: '0', returned: '1000', total: '1060' });
    expect(await server.refused('GET lh/deposit/product_info', { product_id: 99 })).toMatchObject({
      code: 'unknown_trust_product',
      status: 404,
    });
  });

  it('the interest that the treasury cannot promise limits what is left and sold', async () => {
    await server.submit({
      type: 'fundHouse',
      from: 'treasury',
      to: 'insurance',
      currencyId: 3,
      amountMinor: 249_970_000_000n,
      reference: 'test:1',
    });
    const { products } = await server.call('GET lh/deposit/config', {});
    expect(products[0]).toMatchObject({ left: '500', state: 'open' });
    expect((await refusedBuy({ amount: '600' })).code).toBe('treasury_short');
    await buy(ann, { amount: '500' });
    expect((await server.call('GET lh/deposit/config', {})).products[0]?.state).toBe('sold_out');
    // Interest already promised is still paid.
    await passTo('2026-07-31T00:00:00Z');
    expect(await trustOf(ann)).toBe('2030 + 0');
  });
});

describe('an order', () => {
  it('pays every day into the trust account, and returns the principal at the end', async () => {
    const order = await buy();
    expect(order).toMatchObject({
      order_id: 1,
      amount: '1000',
      promised: '60',
      earned: '0',
      remaining_days: 15,
      next_payment: '4',
      next_payment_at_ms: Date.parse('2026-07-17T00:00:00Z'),
      completes_at_ms: Date.parse('2026-07-31T00:00:00Z'),
      state: 'hosting',
      exit: { penalty: '90', returned: '910' },
    });
    expect(await trustOf(ann)).toBe('1000 + 1000');
    const detail = { account: 'trust', currency_id: 3 } as const;
    const { holds } = await server.call('POST wallet/detail', detail, { token: ann.token });
    expect(holds).toMatchObject([{ kind: 'trust', reference: 'trust:1', label: '15', amount: '1000' }]);
    await passTo('2026-07-17T00:00:00Z');
    expect(await trustOf(ann)).toBe('1004 + 1000');
    expect(await reportOf()).toMatchObject([
      { invested: '1000', yesterday: '4', accumulated: '4', expected: '56' },
    ]);
    await passTo('2026-07-31T00:00:00Z');
    expect(await trustOf(ann)).toBe('2060 + 0');
    expect(await reportOf()).toMatchObject([
      { invested: '0', yesterday: '4', accumulated: '60', expected: '0' },
    ]);
    expect((await ordersOf('completed')).items).toMatchObject([
      { earned: '60', next_payment: null, exit: null },
    ]);
    expect((await ordersOf('hosting')).items).toEqual([]);
    const { items } = await server.call(
      'POST wallet/legal_log',
      { reason: 'trust_interest' },
      { token: ann.token },
    );
    expect(items.map(({ amount, account }) => `${amount} ${account}`)).toContain('4 trust');
  });

  it('pays each missed day once after three days of downtime', async () => {
    await buy();
    await server.stop();
    server.clock.nowMs += 3 * DAY_MS + DAY_MS;
    const after = await TestServer.start({ after: server });
    server = after;
    await passTo(new Date(server.clock.nowMs).toISOString());
    expect(await trustOf(ann)).toBe('1012 + 1000');
    await passTo(new Date(server.clock.nowMs + 1_000).toISOString());
    expect(await trustOf(ann)).toBe('1012 + 1000');
    const { items } = await server.call('POST news/list', {}, { token: ann.token });
    expect(items.map(({ title }) => title).filter(title => title.startsWith('Interest'))).toHaveLength(3);
  });

  it('is announced: each day once, and its end', async () => {
    await buy(ann, { product_id: 3, amount: '100', auto_renew: true });
    await buy(ann, { product_id: 3, amount: '100' });
    await passTo('2026-07-23T00:00:00Z');
    await server.services.feed.catchUp();
    const { items } = await server.call('POST news/list', { limit: 50 }, { token: ann.token });
    const titles = items.map(({ title }) => title);
    expect(titles.filter(title => title === 'Interest received: 0.2 USDT')).toHaveLength(7);
    expect(titles).toContain('Deposit renewed: 100 USDT');
    expect(titles).toContain('Deposit completed: 100 USDT returned');
    expect((await ordersOf('hosting')).items).toMatchObject([
      { order_id: 3, renewal_of: 1, auto_renew: true },
    ]);
  });

  it('sent twice with one key is one order; another amount under the key is refused', async () => {
    const options = { token: ann.token, key: freshKey() };
    const first = await server.call('POST lh/deposit', bid(), options);
    expect(await server.call('POST lh/deposit', bid(), options)).toEqual(first);
    expect((await server.refused('POST lh/deposit', bid({ amount: '500' }), options)).code).toBe(
      'idempotency_key_reused',
    );
    expect((await ordersOf()).items).toHaveLength(1);
  });

  it('pages through, newest first', async () => {
    for (let i = 0; i < 5; i++) await buy(ann, { product_id: 3, amount: '10' });
    const first = await server.call('GET lh/deposit/order', { limit: 2 }, { token: ann.token });
    expect(first.items.map(({ order_id: id }) => id)).toEqual([5, 4]);
    const next = await server.call(
      'GET lh/deposit/order',
      { limit: 100, cursor: first.next_cursor ?? '' },
      { token: ann.token },
    );
    expect(next.items.map(({ order_id: id }) => id)).toEqual([3, 2, 1]);
  });
});

describe('early redemption', () => {
  it('of an order whose payment is still queued pays that first, and answers with the final state', async () => {
    // A midnight pays a hundred orders at once; commands come between the others.
    const orders = Array.from({ length: 150 }, () => buy(ann, { product_id: 3, amount: '10' }));
    const last = Math.max(...(await Promise.all(orders)).map(({ order_id: id }) => id));
    server.clock.nowMs = Date.parse('2026-07-17T00:00:00Z');
    const options = { token: ann.token, key: freshKey() };
    // 10 × 0.15 % × 6 days.
    const redeem = { order_id: last, penalty: '0.09' };
    const { order } = await server.call('POST lh/deposit/order/cancel', redeem, options);
    expect(order).toMatchObject({
      order_id: last,
      state: 'redeemed',
      penalty: '0.09',
      paid_days: 1,
      earned: '0.01',
      exit: null,
    });
    expect(await server.call('POST lh/deposit/order/cancel', redeem, options)).toEqual({ order });
    await server.engine.wake();
    expect(await trustOf(ann)).toBe('511.41 + 1490');
  });

  it('costs no more than the quote announced', async () => {
    const { order_id: orderId } = await buy();
    await passTo('2026-07-21T09:00:00Z');
    const quote = await server.call(
      'GET lh/deposit/order/quote',
      { order_id: orderId },
      { token: ann.token },
    );
    expect(quote).toMatchObject({
      exit: { paid_days: 5, remaining_days: 10, interest: '20', penalty: '60', returned: '940' },
      unearned: '40',
      valid_until_ms: Date.parse('2026-07-22T00:00:00Z'),
    });
    const refused = await server.refused(
      'POST lh/deposit/order/cancel',
      { order_id: orderId, penalty: '59.99' },
      { token: ann.token, key: freshKey() },
    );
    expect(refused).toMatchObject({ code: 'trust_penalty_changed', data: { penalty: '60' } });
    const options = { token: ann.token, key: freshKey() };
    const redeem = { order_id: orderId, penalty: quote.exit.penalty };
    const { order } = await server.call('POST lh/deposit/order/cancel', redeem, options);
    expect(order).toMatchObject({ state: 'redeemed', penalty: '60', earned: '20', exit: null });
    // Repeated with its key, it gives the first answer.
    expect(await server.call('POST lh/deposit/order/cancel', redeem, options)).toEqual({ order });
    expect(await trustOf(ann)).toBe('1960 + 0');
    await passTo('2026-07-31T00:00:00Z');
    expect(await trustOf(ann)).toBe('1960 + 0');
    expect(
      (await server.refused('GET lh/deposit/order/quote', { order_id: orderId }, { token: ann.token })).code,
    ).toBe('trust_order_ended');
  });

  it('of another customer’s order answers as if there were none', async () => {
    const { order_id: orderId } = await buy();
    const bob = await server.customer();
    for (const id of [orderId, 77]) {
      const options = { token: bob.token, key: freshKey() };
      const redeem = { order_id: id, penalty: '90' };
      expect((await server.refused('POST lh/deposit/order/cancel', redeem, options)).code).toBe(
        'unknown_trust_order',
      );
      const quoted = await server.refused(
        'GET lh/deposit/order/quote',
        { order_id: id },
        { token: bob.token },
      );
      expect(quoted.code).toBe('unknown_trust_order');
      const renewal = { order_id: id, auto_renew: true };
      const switched = await server.refused('POST lh/deposit/order/renewal', renewal, { token: bob.token });
      expect(switched.code).toBe('unknown_trust_order');
    }
  });
});

describe('refusals', () => {
  it.each([
    ['the agreement is not accepted', { agreement: false }, 'agreement_required', 'agreement'],
    ['no amount', { amount: undefined }, 'missing_field', 'amount'],
    ['an empty amount', { amount: '' }, 'invalid_amount', 'amount'],
    ['an amount of nothing', { amount: '0' }, 'invalid_amount', 'amount'],
    ['more decimals than the currency has', { amount: '100.0000001' }, 'invalid_amount', 'amount'],
    ['less than the minimum', { amount: '99.999999' }, 'trust_below_minimum', 'amount'],
    ['more than the maximum', { amount: '10000.000001' }, 'trust_above_maximum', 'amount'],
    ['more than there is', { amount: '5000' }, 'insufficient_balance', 'amount'],
    ['other terms than shown', { terms_version: 2 }, 'trust_terms_changed', 'terms_version'],
    ['no such product', { product_id: 99 }, 'unknown_trust_product', 'product_id'],
  ])('%s: nothing is bought', async (_, change, code, field) => {
    const before = await server.fingerprint();
    const refused = await refusedBuy(change);
    expect(refused).toMatchObject({ code, data: { field } });
    expect(await server.fingerprint()).toBe(before);
  });

  it('name the minimum in the customer’s language', async () => {
    const { body } = await server.try('POST lh/deposit', bid({ amount: '1' }), {
      token: ann.token,
      key: freshKey(),
      lang: 'zh',
    });
    expect(body.message).toBe('金额不能低于最低限额 100 USDT。');
  });

  it('a product line that is off sells and renews nothing, but still pays', async () => {
    await buy(ann, { auto_renew: true });
    const { settings } = server.services;
    const value = { ...settings.get('products'), trust: false };
    const maker = await TestDesk.open(server, 'accountant', 'maker');
    const checker = await TestDesk.open(server, 'administrator', 'checker');
    const { id } = await maker.call('POST desk/propose', {
      kind: 'setting',
      change: { name: 'products', value },
      note: 'off',
    });
    await checker.call('POST desk/proposal_decide', { id, decision: 'confirm' });
    expect((await refusedBuy({})).code).toBe('product_off');
    expect((await server.call('GET lh/deposit/config', {})).products[0]?.state).toBe('closed');
    await passTo('2026-07-17T00:00:00Z');
    expect(await trustOf(ann)).toBe('1004 + 1000');
    await passTo('2026-07-31T00:00:00Z');
    expect(await trustOf(ann)).toBe('2060 + 0');
  });
});

describe('renewal and calendar', () => {
  it('POST lh/deposit/order/renewal: on and off; repeating is no error', async () => {
    const { order_id: orderId } = await buy();
    for (const wish of [true, true, false]) {
      const { order } = await server.call(
        'POST lh/deposit/order/renewal',
        { order_id: orderId, auto_renew: wish },
        { token: ann.token },
      );
      expect(order.auto_renew).toBe(wish);
    }
  });

  it('GET lh/deposit/calendar: each coming payment, exact to the unit', async () => {
    await buy();
    await buy(ann, { product_id: 3, amount: '100' });
    const { items } = await server.call('GET lh/deposit/calendar', { days: 7 }, { token: ann.token });
    expect(
      items.map(day => [new Date(day.at_ms).toISOString().slice(0, 10), day.interest, day.principal]),
    ).toEqual([
      ['2026-07-17', '4.1', '0'],
      ['2026-07-18', '4.1', '0'],
      ['2026-07-19', '4.1', '0'],
      ['2026-07-20', '4.1', '0'],
      ['2026-07-21', '4.1', '0'],
      ['2026-07-22', '4.1', '0'],
    ]);
    const all = await server.call('GET lh/deposit/calendar', {}, { token: ann.token });
    expect(all.items.find(day => day.principal === '100')?.interest).toBe('4.1');
    expect(all.items.at(-1)).toMatchObject({ interest: '4', principal: '1000' });
  });
});

describe('a thousand orders at once', () => {
  it('never get more than the capacity', async () => {
    await server.submit({
      type: 'configureTrustProduct',
      productId: 9,
      enabled: true,
      terms: {
        currencyId: 3,
        cycleDays: 15,
        dailyYieldPpm: 4_000,
        penaltyPpm: 6_000,
        minimum: '1',
        maximum: '1',
        capacity: '300.5',
        customerLimit: '1000',
        opensAtMs: 0,
      },
    });
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, () =>
        server.try('POST lh/deposit', bid({ product_id: 9, amount: '1' }), {
          token: ann.token,
          key: freshKey(),
        }),
      ),
    );
    const codes = answers.map(({ body }) => (body.type === 'ok' ? 'sold' : body.code));
    expect(codes.filter(code => code === 'sold')).toHaveLength(300);
    expect(codes.filter(code => code === 'trust_sold_out')).toHaveLength(700);
    expect(server.engine.exchange.trust.product(9)?.hostedMinor).toBe(300_000_000n);
  });
});
