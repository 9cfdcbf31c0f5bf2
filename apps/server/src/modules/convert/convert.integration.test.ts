import type { CallOutput } from '@tallystick/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BTC, ETH, USDT } from '@tallystick/protocol/currency-ids';
import { seedDemoDust } from '../../demo/dust.ts';
import { verifyProjections } from '../../engine/projections/verify.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth, BTC_USDT, ETH_USDT, Traders } from '../../testing/traders.ts';

let server: TestServer;
let traders: Traders;
let maker: TestCustomer;
let customer: TestCustomer;

beforeAll(async () => {
  server = await TestServer.start();
  traders = new Traders(server);
  const { exchange, bus } = server.engine;
  await seedDemoDust(server.database.pool, exchange, bus);
});
afterAll(() => server.close());
/** BTC 59,990 / 60,010, ETH 2,999 / 3,001; taker fee 0.1 %. */
beforeEach(async () => {
  await traders.begin();
  maker = await traders.join();
  customer = await traders.join();
  await traders.place(maker, { side: 'sell', price: '60010', quantity: '0.05' });
  await traders.place(maker, { side: 'buy', price: '59990', quantity: '0.05' });
  await traders.place(maker, { market_id: ETH_USDT, side: 'sell', price: '3001', quantity: '1' });
  await traders.place(maker, { market_id: ETH_USDT, side: 'buy', price: '2999', quantity: '1' });
});

type Quote = CallOutput<'POST convert/quote'>;

function quote(from: number, to: number, amount: string): Promise<Quote> {
  return server.call('POST convert/quote', { from_id: from, to_id: to, amount }, auth(customer));
}

async function accept({ quote: text }: Pick<Quote, 'quote'>, key = freshKey(), who = customer) {
  return (await server.call('POST convert/accept', { quote: text }, { ...auth(who), key })).conversion;
}

function refused({ quote: text }: Pick<Quote, 'quote'>, key = freshKey(), who = customer) {
  return server.refused('POST convert/accept', { quote: text }, { ...auth(who), key });
}

async function moveBids(price: string): Promise<void> {
  await server.call('POST coin/cancel_all', {}, auth(maker));
  await traders.place(maker, { side: 'buy', price, quantity: '0.05' });
}

describe('a quote', () => {
  it('says what the books give, what it costs and what is guaranteed', async () => {
    expect(await quote(BTC, USDT, '0.010009')).toMatchObject({
      expires_at_ms: server.clock.nowMs + 8_000,
      holds_ms: 8_000,
      pay: { currency: 'BTC', amount: '0.01' },
      // 599.9 less 0.1 %; at least 99.8 % of that is guaranteed.
      receive: { currency: 'USDT', amount: '599.3001' },
      least: { currency: 'USDT', amount: '598.101499' },
      rate: '59930.01',
      inverse: '0.000016686131',
      spread_percent: '0.0166',
      fee_percent: '0.1',
      fees: [{ currency: 'USDT', amount: '0.5999' }],
      rest: null,
      legs: [
        { market_id: BTC_USDT, symbol: 'BTC/USDT', side: 'sell', quantity: '0.01', average_price: '59990.0' },
      ],
    });
  });

  it('goes through two markets for a pair without its own', async () => {
    const through = await quote(BTC, ETH, '0.01');
    expect(through.legs.map(leg => `${leg.side} ${leg.quantity} ${leg.symbol}`)).toEqual([
      'sell 0.01 BTC/USDT',
      'buy 0.1997 ETH/USDT',
    ]);
    expect(through).toMatchObject({
      fee_percent: '0.2',
      fees: [
        { currency: 'USDT', amount: '0.5999' },
        { currency: 'ETH', amount: '0.0001997' },
      ],
    });
    expect(Number(through.rest?.amount)).toBeLessThan(0.31);
  });

  it.each([
    ['same_currency', BTC, BTC, '1'],
    ['unknown_currency', BTC, 77, '1'],
    ['below_min_notional', BTC, USDT, '0.00001'],
    ['convert_exceeds_depth', BTC, USDT, '5'],
    ['invalid_amount', BTC, USDT, '0.0000000001'],
  ])('is refused with %s', async (code, from, to, amount) => {
    const input = { from_id: from, to_id: to, amount };
    expect((await server.refused('POST convert/quote', input, auth(customer))).code).toBe(code);
  });
});

describe('accepting', () => {
  it('trades by ordinary orders, which name the conversion', async () => {
    const before = await Promise.all([BTC, ETH, USDT].map(id => traders.spot(customer, id)));
    const quoted = await quote(BTC, ETH, '0.01');
    const conversion = await accept(quoted);
    expect(conversion).toMatchObject({
      kind: 'market',
      paid: [quoted.pay],
      received: quoted.receive,
      least: quoted.least,
      rest: quoted.rest,
    });
    const after = await Promise.all([BTC, ETH, USDT].map(id => traders.spot(customer, id)));
    expect(after.map(([, frozen]) => frozen)).toEqual(['0', '0', '0']);
    expect(Number(after[1]?.[0]) - Number(before[1]?.[0])).toBeCloseTo(Number(quoted.receive.amount), 8);
    const orders = await traders.orders(customer, 'history');
    expect(orders.map(order => [order.order_id, order.conversion_id, order.status])).toEqual(
      conversion.order_ids.toReversed().map(id => [id, conversion.conversion_id, 'completed']),
    );
    const { items } = await server.call('GET convert/list', {}, auth(customer));
    expect(items).toEqual([conversion]);
  });

  it('through two markets shows both orders, both fills and every entry in the records and the statement', async () => {
    const conversion = await accept(await quote(BTC, ETH, '0.01'));
    const orders = await traders.orders(customer, 'history');
    expect(orders.map(one => `${one.side} ${one.filled_quantity} ${one.status}`)).toEqual([
      'buy 0.1997 completed',
      'sell 0.01 completed',
    ]);
    const fillsOf = async (id: number) =>
      (await server.call('GET coin/fills', { order_id: id }, auth(customer))).items;
    const fills = await Promise.all(conversion.order_ids.map(fillsOf));
    expect(fills).toMatchObject([
      [{ price: '59990.0', quantity: '0.01' }],
      [{ price: '3001.00', quantity: '0.1997' }],
    ]);
    const log = await server.call(
      'POST wallet/legal_log',
      { account: 'spot', reason: 'trade' },
      auth(customer),
    );
    expect(log.items.map(({ currency, amount }) => `${amount} ${currency}`)).toEqual(
      expect.arrayContaining(['-0.01 BTC', '599.3001 USDT', '-599.2997 USDT', '0.1995003 ETH']),
    );
    expect(log.items).toHaveLength(4);
    const period = new Date(server.clock.nowMs).toISOString().slice(0, 7);
    const { body } = await server.app.inject({
      method: 'GET',
      url: '/api/statement/file',
      query: { period, contents: 'trades', format: 'csv' },
      headers: { authorization: customer.token },
    });
    const rows = body.trim().split('\r\n').slice(1);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain('BTC/USDT');
    expect(rows[1]).toContain('ETH/USDT');
    for (const [index, id] of conversion.order_ids.entries()) expect(rows[index]).toContain(String(id));
  });

  it('does nothing at all when the second of two books has moved away', async () => {
    const quoted = await quote(BTC, ETH, '0.01');
    await server.call('POST coin/cancel_all', { market_id: ETH_USDT }, auth(maker));
    await traders.place(maker, { market_id: ETH_USDT, side: 'sell', price: '3050', quantity: '1' });
    const holdings = () => Promise.all([BTC, ETH, USDT].map(id => traders.spot(customer, id)));
    const log = () => server.call('POST wallet/legal_log', { account: 'spot' }, auth(customer));
    const before = [await holdings(), await log()];
    expect(await refused(quoted)).toMatchObject({
      code: 'quote_outdated',
      data: { least: quoted.least.amount, currency: 'ETH' },
    });
    // The asks are empty.
    await server.call('POST coin/cancel_all', { market_id: ETH_USDT }, auth(maker));
    expect((await refused(quoted)).code).toBe('no_liquidity');
    expect([await holdings(), await log()]).toEqual(before);
    expect(await traders.orders(customer, 'history')).toEqual([]);
    expect((await server.call('GET convert/list', {}, auth(customer))).items).toEqual([]);
  });

  it('the same key gets the same answer, even long after the quote; another input under it is an error', async () => {
    const key = freshKey();
    const quoted = await quote(BTC, USDT, '0.01');
    const first = await accept(quoted, key);
    server.clock.nowMs += 600_000;
    expect(await accept(quoted, key)).toEqual(first);
    const other = await quote(BTC, USDT, '0.01');
    expect((await refused(other, key)).code).toBe('idempotency_key_reused');
    const { items } = await server.call('GET convert/list', {}, auth(customer));
    expect(items).toHaveLength(1);
  });

  it('is refused once the quote has expired, also under its key later', async () => {
    const quoted = await quote(BTC, USDT, '0.01');
    server.clock.nowMs += 8_001;
    const key = freshKey();
    expect((await refused(quoted, key)).code).toBe('quote_expired');
    expect((await refused(quoted, key)).code).toBe('quote_expired');
    expect(await traders.orders(customer, 'history')).toEqual([]);
  });

  it('keeps a better price, and refuses one below the guarantee', async () => {
    const quoted = await quote(BTC, USDT, '0.01');
    await moveBids('60005');
    expect((await accept(quoted)).received.amount).toBe('599.44995');
    const worse = await quote(BTC, USDT, '0.01');
    await moveBids('59800');
    const before = await traders.spot(customer, BTC);
    expect(await refused(worse)).toMatchObject({
      code: 'quote_outdated',
      data: { least: '598.25105', received: '597.402', currency: 'USDT' },
    });
    expect(await traders.spot(customer, BTC)).toEqual(before);
  });

  it('a quote works for its owner only and cannot be forged', async () => {
    const quoted = await quote(BTC, USDT, '0.01');
    expect((await refused(quoted, freshKey(), maker)).code).toBe('quote_invalid');
    const [body = '', signature = ''] = quoted.quote.split('.');
    const changed = Buffer.from(body, 'base64url').toString().replace('"least":"', '"least":"1');
    const forged = `${Buffer.from(changed).toString('base64url')}.${signature}`;
    expect((await refused({ quote: forged })).code).toBe('quote_invalid');
    expect((await refused({ quote: 'nobody-has-signed-this' })).code).toBe('quote_invalid');
  });
});

describe('small balances', () => {
  const dustQuote = (ids?: string) =>
    server.call('POST convert/dust_quote', ids === undefined ? {} : { currency_ids: ids }, auth(customer));
  const sell = async (text: string, key = freshKey()) =>
    (await server.call('POST convert/dust', { quote: text }, { ...auth(customer), key })).conversion;

  /** Leaves 0.00005 BTC and 0.001 ETH, each worth 3 USDT. */
  beforeEach(async () => {
    const { bus } = server.engine;
    await bus.submit({
      type: 'fundHouse',
      from: 'faucet',
      to: 'treasury',
      currencyId: USDT,
      amountMinor: 100_000_000n,
      reference: 'test:dust',
    });
    for (const [currencyId, rest] of [
      [BTC, 5_000n],
      [ETH, 100_000n],
    ] as const) {
      const { availableMinor } = server.engine.exchange.balance({
        ownerId: customer.id,
        account: 'spot',
        currencyId,
      });
      await bus.submit(
        availableMinor > rest
          ? {
              type: 'transfer',
              customerId: customer.id,
              currencyId,
              from: 'spot',
              to: 'trust',
              amountMinor: availableMinor - rest,
            }
          : {
              type: 'credit',
              customerId: customer.id,
              account: 'spot',
              currencyId,
              amountMinor: rest - availableMinor,
              from: 'faucet',
              reference: 'faucet:dust',
            },
      );
    }
  });

  it('are listed with the proceeds of each, and sold in one step', async () => {
    const quoted = await dustQuote();
    expect(quoted).toMatchObject({
      spread_percent: '1',
      most: { currency: 'USDT', amount: '5' },
      left: { currency: 'USDT', amount: '50' },
      items: [
        { currency_id: BTC, currency: 'BTC', amount: '0.00005', price: '60000', value: '3', receive: '2.97' },
        { currency_id: ETH, currency: 'ETH', amount: '0.001', price: '3000', value: '3', receive: '2.97' },
      ],
      chosen: { receive: { amount: '5.94' }, least: { amount: '5.8806' }, currency_ids: [BTC, ETH] },
    });
    const key = freshKey();
    const conversion = await sell(quoted.chosen?.quote ?? '', key);
    expect(conversion).toMatchObject({
      kind: 'dust',
      paid: [
        { currency: 'BTC', amount: '0.00005' },
        { currency: 'ETH', amount: '0.001' },
      ],
      received: { currency: 'USDT', amount: '5.94' },
      spread_percent: '1',
      order_ids: [],
    });
    expect(await sell(quoted.chosen?.quote ?? '', key)).toEqual(conversion);
    expect((await traders.spot(customer, BTC))[0]).toBe('0');
    const { items } = await server.call('GET convert/list', {}, auth(customer));
    expect(items).toEqual([conversion]);
    const { items: entries } = await server.call(
      'POST wallet/legal_log',
      { reason: 'dust_conversion' },
      auth(customer),
    );
    expect(entries.map(entry => `${entry.amount} ${entry.currency}`).toSorted()).toEqual([
      '-0.00005 BTC',
      '-0.001 ETH',
      '5.94 USDT',
    ]);
    expect((await dustQuote()).chosen).toBeNull();
  });

  it('only the chosen ones are sold, and none once the index has moved beyond the guarantee', async () => {
    const quoted = await dustQuote(String(ETH));
    expect(quoted.chosen).toMatchObject({ currency_ids: [ETH], receive: { amount: '2.97' } });
    server.clock.nowMs += 1_000;
    await server.tick(ETH_USDT, 2_960e8);
    const options = { ...auth(customer), key: freshKey() };
    expect(
      await server.refused('POST convert/dust', { quote: quoted.chosen?.quote ?? '' }, options),
    ).toMatchObject({ code: 'quote_outdated' });
    expect((await traders.spot(customer, ETH))[0]).toBe('0.001');
    const market = await quote(BTC, USDT, '0.0001').catch(() => null);
    expect(market?.quote).not.toBe(quoted.chosen?.quote);
  });
});

it('tables, ledger and exchange agree in the end', async () => {
  const { pool } = server.database;
  expect(await verifyProjections(pool, server.engine.exchange)).toEqual([]);
  await pool.query('update conversions set received_minor = received_minor + 1');
  await pool.query('update dust_conversions set received_minor = received_minor + 1');
  const problems = (await verifyProjections(pool, server.engine.exchange)).join(';');
  expect(problems).toContain('the trades of a conversion disagree');
  expect(problems).toContain('what the house bought of small balances disagree');
});
