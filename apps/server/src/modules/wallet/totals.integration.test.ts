import { DAY_MS } from '@tallystick/core/durations';
import { formatMinor } from '@tallystick/core/money/decimal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { USDT } from '@tallystick/protocol/currency-ids';
import { TestDesk } from '../../testing/test-desk.ts';
import { PerpetualTraders } from '../../testing/perpetual-traders.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth } from '../../testing/traders.ts';
import { announce, lumaChange, passTo } from '../launch/testing/offer.ts';
import { Players } from '../option/testing/players.ts';
import { listDemoTrust } from '../trust/listing.ts';

let server: TestServer;
let players: Players;
let perpetual: PerpetualTraders;
let customer: TestCustomer;

beforeAll(async () => {
  server = await TestServer.start();
  players = await Players.of(server);
  perpetual = new PerpetualTraders(server);
  await perpetual.begin();
  await listDemoTrust(server.database.pool, server.engine.exchange, server.engine.bus);
  customer = await players.join();
  await perpetual.welcome(customer, 1_000);
  for (const account of ['spot', 'trust'] as const) {
    await server.submit({
      type: 'credit',
      customerId: customer.id,
      account,
      currencyId: USDT,
      amountMinor: 5_000_000_000n,
      from: 'faucet',
      reference: `test:${account}`,
    });
  }
});
afterAll(() => server.close());

const wallet = () => server.call('POST wallet/list', {}, auth(customer));
const holdsOf = async (account: 'spot' | 'option', currencyId: number) =>
  (await server.call('POST wallet/detail', { account, currency_id: currencyId }, auth(customer))).holds;
const balance = async (account: string, code: string) =>
  (await wallet()).accounts
    .find(view => view.account === account)
    ?.balances.find(({ currency }) => currency.code === code);

/** Everything the customer was credited. The total equals it until something is lost or won. */
const ALL = '12000';

describe('the total', () => {
  it('is everything given at the beginning', async () => {
    expect((await wallet()).total_usdt).toBe(ALL);
  });

  it('includes the stake of a running option, and names the option that holds it', async () => {
    const { option_id: id } = await players.buy(customer, { amount: '100' });
    expect(await wallet()).toMatchObject({ total_usdt: ALL });
    expect(await balance('option', 'USDT')).toMatchObject({
      total: '1000',
      available: '900',
      frozen: '0',
      escrow: '100',
      value_usdt: '1000',
    });
    expect(await holdsOf('option', USDT)).toMatchObject([
      { kind: 'option', reference: `option:${id}`, label: 'BTC/USDT', amount: '100' },
    ]);
    expect(await players.held(customer)).toBe('900');
  });

  it('does not include practice', async () => {
    await server.submit({
      type: 'resetPractice',
      customerId: customer.id,
      currencyId: USDT,
      amountMinor: 1_000_000_000n,
    });
    await players.buy(customer, { practice: true });
    expect(await wallet()).toMatchObject({ total_usdt: ALL });
  });

  it('includes what new coins cost until their launch, then the coins until the last release', async () => {
    const change = await announce(server, lumaChange(server.clock.nowMs));
    await passTo(server, change.start_ms);
    await server.call(
      'POST lh/send/order',
      { offer_id: 1, currency_id: USDT, amount: '200', agreement: true },
      { token: customer.token, key: freshKey() },
    );
    // The option has ended without a price and returned its stake.
    expect(await wallet()).toMatchObject({ total_usdt: ALL });
    expect(await holdsOf('spot', USDT)).toMatchObject([{ kind: 'launch', amount: '200' }]);
    await passTo(server, change.close_ms);
    expect(await balance('spot', 'USDT')).toMatchObject({ total: '5000', available: '4800', escrow: '200' });
    expect(await holdsOf('spot', USDT)).toMatchObject([{ kind: 'locked', label: 'LUMA', amount: '200' }]);
    await passTo(server, change.launch_ms);
    // A quarter of 400 LUMA is released; each is worth 0.5 USDT until the first trade.
    expect(await balance('spot', 'USDT')).toMatchObject({ total: '4800', escrow: '0' });
    expect(await balance('spot', 'LUMA')).toMatchObject({
      total: '400',
      available: '100',
      escrow: '300',
      value_usdt: '200',
    });
    expect(await holdsOf('spot', 101)).toMatchObject([{ kind: 'locked', amount: '300' }]);
    await passTo(server, change.launch_ms + 10 * DAY_MS);
    expect(await balance('spot', 'LUMA')).toMatchObject({ total: '400', available: '400', escrow: '0' });
  });

  it('includes orders, margin and trust deposits', async () => {
    await players.later(1_000);
    await server.submit({
      type: 'placePerpetualOrder',
      customerId: customer.id,
      marketId: 1,
      side: 'long',
      orderType: 'limit',
      lots: 10,
      multiple: 10,
      priceTicks: 590_000,
      worstPriceTicks: null,
      postOnly: false,
      takeProfitTicks: null,
      stopLossTicks: null,
      clientOrderId: null,
    });
    const product = server.engine.exchange.trust.products().find(one => one.currencyId === USDT);
    const { productId, version, minMinor } = product!;
    const before = await wallet();
    await server.submit({
      type: 'buyTrust',
      customerId: customer.id,
      productId,
      termsVersion: version,
      amountMinor: minMinor,
      autoRenew: false,
    });
    expect(await wallet()).toMatchObject({ total_usdt: before.total_usdt, unrealised_usdt: '0' });
    expect((await balance('contract', 'USDT'))?.frozen).not.toBe('0');
    expect((await balance('trust', 'USDT'))?.frozen).toBe(formatMinor(minMinor, 6));
  });
});

describe('solvency', () => {
  it('lists all customer money in its column, makers separately, and still sums to zero', async () => {
    await players.later(1_000);
    await players.buy(customer, { amount: '100' });
    await server.submit({ type: 'openCustomer', customerId: 1 });
    await server.submit({
      type: 'credit',
      customerId: 1,
      account: 'spot',
      currencyId: USDT,
      amountMinor: 77_000_000n,
      from: 'faucet',
      reference: 'test:maker',
    });
    const desk = await TestDesk.open(server, 'accountant', 'sums');
    const { items } = await desk.call('GET desk/solvency', {});
    expect(items.map(({ sum }) => sum)).toEqual(items.map(() => '0'));
    const usdt = items.find(({ currency }) => currency === 'USDT')!;
    expect(usdt.customer_accounts).toContainEqual({ account: 'running_options', total: '100' });
    expect(usdt).toMatchObject({ makers: '77', customers_with_balance: 1 });
    const own = (await wallet()).accounts
      .flatMap(view => view.balances)
      .filter(one => one.currency.code === 'USDT');
    const cents = (text: string): bigint =>
      BigInt(text.split('.')[0]!) * 1_000_000n + BigInt((text.split('.')[1] ?? '').padEnd(6, '0'));
    expect(cents(usdt.customers)).toBe(own.reduce((sum, { total }) => sum + cents(total), 0n));
    // The promised payout beyond the stake still belongs to the house.
    const promised = usdt.platform_accounts.find(one => one.account === 'option_escrow')!;
    expect(Number(promised.total)).toBeGreaterThan(0);
    expect(Number(promised.total)).toBeLessThan(100);
  });
});
