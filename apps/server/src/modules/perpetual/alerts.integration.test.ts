import { parseDecimal } from '@tallystick/core/money/decimal';
import { fundingRateE8 } from '@tallystick/core/perpetual/formulas';
import { LANGUAGES } from '@tallystick/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyProjections } from '../../engine/projections/verify.ts';
import { TestMailServer } from '../../testing/mail-server.ts';
import { PerpetualTraders } from '../../testing/perpetual-traders.ts';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth, BTC_USDT } from '../../testing/traders.ts';
import { createMailTransport } from '../outbox/transports.ts';

let mailServer: TestMailServer;
let server: TestServer;
let traders: PerpetualTraders;
beforeAll(async () => {
  mailServer = await TestMailServer.start();
  server = await TestServer.start({
    mail: await createMailTransport(mailServer.url, 'Tallystick <no-reply@tallystick.example>'),
  });
  traders = new PerpetualTraders(server);
});
afterAll(async () => {
  await server.close();
  await mailServer.stop();
});

let maker: TestCustomer;
let taker: TestCustomer;
beforeEach(async () => {
  await traders.begin();
  await notifications();
  maker = await traders.join(1_000_000);
  taker = await traders.join();
  await traders.quote(maker, '59990', '60010', 200);
  mailServer.mails.length = 0;
});

/** Waits until every alert is sent, including mails. */
async function notifications(): Promise<void> {
  // Prices are checked once a second.
  server.clock.nowMs += 1_000;
  await server.services.feed.catchUp();
  await server.services.perpetual.watch.look();
  await server.services.feed.catchUp();
  server.services.outbox.wake();
  await server.services.outbox.idle();
}

const everything = { near_liquidation: true, stop: true, liquidated: true, funding: true };

async function notices(customer: TestCustomer, lang = 'en') {
  const { items } = await server.call('POST news/list', {}, { token: customer.token, lang });
  return items.filter(({ kind }) => kind === 'message');
}

/** Mails without the registration codes of other customers. */
const mails = () => mailServer.mails.filter(({ subject }) => !subject.includes('code'));

const kinds = (customer: TestCustomer) =>
  server.services.perpetual.alerts.recent(customer.id).map(({ kind }) => kind);

describe('a stop that is carried out', () => {
  it('is announced as notice and event, with price and result; by mail only to those who chose it', async () => {
    const { position } = await traders.open(taker, { lots: 10, stop_loss_price: '59500' });
    const silent = await traders.join();
    await traders.open(silent, { lots: 10, stop_loss_price: '59500' });
    await server.call('POST lever/alerts', { stop: true }, auth(taker));
    await server.call('POST lever/cancel_all', {}, auth(maker));
    await traders.quote(maker, '59400', '59600', 100);
    await traders.index(59_400);
    await notifications();

    const [ended] = await traders.positions(taker, 'history');
    expect(ended).toMatchObject({ close_reason: 'stop_loss', close_price: '59400.0' });
    const [notice] = await notices(taker);
    expect(notice?.title).toBe('BTC/USDT: stop-loss carried out');
    expect(notice?.summary).toContain(`position ${position.position_id}`);
    expect(notice?.summary).toContain('59,400.0');
    expect(kinds(taker)).toEqual(['stop_loss']);
    expect(await notices(silent)).toHaveLength(1);
    expect(mails().map(({ to, subject }) => [to, subject])).toEqual([
      [taker.email, 'BTC/USDT: stop-loss carried out'],
    ]);
    expect(mails()[0]?.text).toContain(`${ended?.net_profit} USDT`);
    const { items } = await server.call('GET lever/triggers', {}, auth(taker));
    expect(items).toMatchObject([{ kind: 'stop_loss', trigger_price: '59500.0', mark_price: '59400' }]);

    await notifications();
    expect(await notices(taker)).toHaveLength(1);
    expect(mails()).toHaveLength(1);
  });

  it('is announced in every language', async () => {
    await traders.open(taker, { lots: 10, take_profit_price: '60500' });
    await server.call('POST lever/cancel_all', {}, auth(maker));
    await traders.quote(maker, '60600', '60700', 100);
    await traders.index(60_600);
    await notifications();
    const titles = new Set<string>();
    for (const lang of LANGUAGES) titles.add((await notices(taker, lang))[0]?.title ?? '');
    expect(titles.size).toBe(LANGUAGES.length);
  });
});

describe('a position close to liquidation', () => {
  it('is announced once, again only after it has recovered, and then when it ends', async () => {
    await server.call('POST lever/alerts', everything, auth(taker));
    const { position } = await traders.open(taker, { lots: 10, multiple: 100 });
    expect(Number(position.liquidation_price)).toBeGreaterThan(59_600);
    await notifications();
    expect(kinds(taker)).toEqual([]);
    await server.call('POST lever/cancel_all', {}, auth(maker));
    await traders.quote(maker, '59600', '59800', 100);

    await traders.index(59_800);
    await notifications();
    await traders.index(59_790);
    await notifications();
    expect(kinds(taker)).toEqual(['near_liquidation']);
    const [notice] = await notices(taker);
    expect(notice?.title).toBe('BTC/USDT: close to liquidation');
    expect(mails().map(({ subject }) => subject)).toEqual(['BTC/USDT: close to liquidation']);

    await traders.index(60_100);
    await notifications();
    await traders.index(59_800);
    await notifications();
    expect(kinds(taker)).toEqual(['near_liquidation', 'near_liquidation']);

    await traders.index(59_500);
    await notifications();
    expect(kinds(taker)).toEqual(['liquidated', 'near_liquidation', 'near_liquidation']);
    const { items } = await server.call('GET lever/liquidations', {}, auth(taker));
    expect(items).toMatchObject([
      {
        position_id: position.position_id,
        lots: 10,
        open_value: position.open_value,
        liquidation_price: position.liquidation_price,
        bankruptcy_price: position.bankruptcy_price,
        remaining_lots: 0,
      },
    ]);
    const mail = mails().at(-1);
    expect(mail?.subject).toBe('BTC/USDT: position liquidated');
    expect(mail?.text).toContain(`${items[0]?.returned} USDT`);
    const [ended] = await traders.positions(taker, 'history');
    expect(ended).toMatchObject({ status: 'closed', close_reason: 'liquidation', margin: '0' });
  });
});

describe('funding', () => {
  it('is announced once per customer with its sum, to payers and receivers', async () => {
    await server.call('POST lever/alerts', { funding: true }, auth(taker));
    await traders.open(taker, { lots: 40 });
    await traders.open(taker, { lots: 60 });
    // A book above the index: longs pay.
    await server.call('POST lever/cancel_all', {}, auth(maker));
    await traders.quote(maker, '60290', '60310', 400);
    const next = server.engine.exchange.perpetual.funding(BTC_USDT)?.nextFundingAtMs ?? 0;
    // A fresh index in each of the last minutes, because funding samples these minutes.
    for (let minutes = 5; minutes >= 0; minutes--) {
      server.clock.nowMs = next - minutes * 60_000 - 1_000;
      await traders.index(60_000);
      server.clock.nowMs += 1_000;
      await server.engine.wake();
    }
    await notifications();

    const { items: rates } = await server.call('GET lever/funding_history', { market_id: BTC_USDT });
    expect(Number(rates[0]?.rate_percent)).toBeGreaterThan(0);
    const { items: samples } = await server.call('GET lever/premiums', {
      market_id: BTC_USDT,
      to_ms: next,
      limit: rates[0]?.samples ?? 0,
    });
    // The mean of the interval's samples in 1e-8, truncated; plus the interest, at most 0.05 % away from it; capped.
    const e8 = (percent: string) => Number(parseDecimal(percent, 6, { signed: true }));
    const sum = samples.reduce((total, sample) => total + e8(sample.premium_percent), 0);
    expect(samples.length).toBe(rates[0]?.samples);
    expect(e8(rates[0]?.premium_percent ?? '')).toBe(Math.trunc(sum / samples.length));
    const capPpm = Number(parseDecimal(rates[0]?.cap_percent ?? '', 4));
    expect(e8(rates[0]?.rate_percent ?? '')).toBe(fundingRateE8(sum, samples.length, 100, capPpm));
    const { items: paid } = await server.call('GET lever/my_funding', { limit: 2 }, auth(taker));
    expect(paid).toHaveLength(2);
    expect(paid.every(({ amount }) => amount.startsWith('-'))).toBe(true);
    const total = paid.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '').slice(1)), 0n);
    expect(total).toBeGreaterThan(0n);
    const { items: received } = await server.call('GET lever/my_funding', { limit: 1 }, auth(maker));
    expect(received[0]?.amount.startsWith('-')).toBe(false);

    const [notice, ...others] = await notices(taker);
    expect(others).toEqual([]);
    expect(notice?.title).toMatch(/^Funding paid: \d+\.\d+ USDT$/);
    expect(notice?.summary).toContain('(2)');
    expect((await notices(maker))[0]?.title).toMatch(/^Funding received: /);
    expect(mails().map(({ to }) => to)).toEqual([taker.email]);
    expect(kinds(taker)).toEqual(['funding']);
    const [position] = await traders.positions(taker);
    expect(position?.funding.startsWith('-')).toBe(true);
  });
});

it('mail choices are kept, field by field', async () => {
  expect(await server.call('GET lever/alerts', {}, auth(taker))).toEqual({
    mail: { near_liquidation: false, stop: false, liquidated: false, funding: false },
  });
  await server.call('POST lever/alerts', { liquidated: true }, auth(taker));
  await server.call('POST lever/alerts', { funding: true }, auth(taker));
  expect(await server.call('POST lever/alerts', { liquidated: false }, auth(taker))).toEqual({
    mail: { near_liquidation: false, stop: false, liquidated: false, funding: true },
  });
});

it('leaves tables that agree with the exchange, and books that add up', async () => {
  server.engine.exchange.checkInvariants('all');
  expect(await verifyProjections(server.database.pool, server.engine.exchange)).toEqual([]);
});

it('alerts that a stopped server had not sent are sent by the next one', async () => {
  await traders.open(taker, { lots: 10, take_profit_price: '60500' });
  await server.call('POST lever/cancel_all', {}, auth(maker));
  await traders.quote(maker, '60600', '60700', 100);
  await traders.index(60_600);
  expect(await notices(taker)).toEqual([]);
  await server.stop();
  server = await TestServer.start({ after: server });
  await server.services.feed.catchUp();
  await server.services.perpetual.watch.look();
  await server.services.feed.catchUp();
  expect((await notices(taker)).map(({ title }) => title)).toEqual(['BTC/USDT: take-profit carried out']);
});
