import type { CallInput, CallOutput } from '@tallystick/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BTC, USDT } from '@tallystick/protocol/currency-ids';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { auth, Traders } from '../../testing/traders.ts';

let server: TestServer;
let traders: Traders;
let customer: TestCustomer;
beforeAll(async () => {
  server = await TestServer.start();
  traders = new Traders(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await traders.begin();
  customer = await traders.join();
});

type Transfer = CallInput<'POST wallet/change'>;

function transfer(wish: Partial<Transfer>, key = freshKey(), who = customer) {
  const input: Transfer = { from: 'spot', to: 'option', currency_id: USDT, amount: '1', ...wish };
  return server.call('POST wallet/change', input, { token: who.token, key });
}

function refusedTransfer(wish: Partial<Transfer>) {
  const input: Transfer = { from: 'spot', to: 'option', currency_id: USDT, amount: '1', ...wish };
  return server.refused('POST wallet/change', input, { token: customer.token, key: freshKey() });
}

type Account = Transfer['from'];
async function balance(account: Account, currencyId: number) {
  const input = { account, currency_id: currencyId };
  return (await server.call('POST wallet/detail', input, auth(customer))).balance;
}

type Ledger = CallOutput<'POST wallet/legal_log'>;
function ledger(filter: CallInput<'POST wallet/legal_log'> = {}, who = customer): Promise<Ledger> {
  return server.call('POST wallet/legal_log', filter, auth(who));
}

describe('the wallet', () => {
  it('has four accounts with every currency, valued at market prices, truncated', async () => {
    const wallet = await server.call('POST wallet/list', {}, auth(customer));
    expect(wallet.accounts.map(({ account }) => account)).toEqual(['spot', 'option', 'contract', 'trust']);
    for (const { balances } of wallet.accounts) {
      expect(balances.map(({ currency }) => currency.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    }
    // 10000 USDT, 0.1 BTC at 60000 and 2 ETH at 3000.
    expect(wallet.total_usdt).toBe('22000');
    expect(wallet.total_btc).toBe('0.36666666');
    const [spot, option] = wallet.accounts;
    expect(spot).toMatchObject({ total_usdt: '22000', total_btc: '0.36666666' });
    expect(option).toMatchObject({ total_usdt: '0', total_btc: '0' });
    expect(spot?.balances.find(({ currency }) => currency.code === 'BTC')).toMatchObject({
      total: '0.1',
      available: '0.1',
      frozen: '0',
      value_usdt: '6000',
      value_btc: '0.1',
    });
  });

  it('shows one account alone', async () => {
    const { accounts, total_usdt: total } = await server.call(
      'POST wallet/list',
      { account: 'trust' },
      auth(customer),
    );
    expect(accounts.map(({ account }) => account)).toEqual(['trust']);
    expect(total).toBe('0');
  });

  it('gives no worth without a connecting price', async () => {
    const { balances } = (await server.call('POST wallet/list', {}, auth(customer))).accounts[0] ?? {
      balances: [],
    };
    expect(balances.find(({ currency }) => currency.code === 'ADA')).toMatchObject({
      value_usdt: null,
      value_btc: null,
    });
  });

  it('names every order that holds something; together they equal the frozen balance', async () => {
    const { order: one } = await traders.place(customer, { price: '59000', quantity: '0.01' });
    const { order: two } = await traders.place(customer, { price: '58000', quantity: '0.01' });
    await traders.place(customer, { side: 'sell', price: '61000', quantity: '0.02' });
    const ofUsdt = await server.call(
      'POST wallet/detail',
      { account: 'spot', currency_id: USDT },
      auth(customer),
    );
    expect(ofUsdt.balance).toMatchObject({ total: '10000', available: '8830', frozen: '1170' });
    expect(ofUsdt.holds).toEqual([
      {
        kind: 'order',
        reference: `order:${one.order_id}`,
        label: 'BTC/USDT',
        amount: '590',
        at_ms: one.placed_at_ms,
      },
      {
        kind: 'order',
        reference: `order:${two.order_id}`,
        label: 'BTC/USDT',
        amount: '580',
        at_ms: two.placed_at_ms,
      },
    ]);
    const ofBtc = await server.call(
      'POST wallet/detail',
      { account: 'spot', currency_id: BTC },
      auth(customer),
    );
    expect(ofBtc.holds.map(hold => hold.amount)).toEqual([ofBtc.balance.frozen]);
    const elsewhere = await server.call(
      'POST wallet/detail',
      { account: 'option', currency_id: USDT },
      auth(customer),
    );
    expect(elsewhere.holds).toEqual([]);
  });

  it('shows each customer only their own', async () => {
    const other = await server.customer();
    const wallet = await server.call('POST wallet/list', {}, auth(other));
    expect(wallet.total_usdt).toBe('0');
    expect((await ledger({}, other)).items).toEqual([]);
  });

  it('lists currencies with the spot balance, and without it to visitors', async () => {
    const mine = await server.call('GET currency/user_currency_list', {}, auth(customer));
    const open = await server.call('GET currency/user_currency_list', {});
    expect(mine.items.find(({ currency }) => currency.id === USDT)).toMatchObject({
      available: '10000',
      frozen: '0',
    });
    expect(mine.items.find(({ currency }) => currency.id === 8)).toMatchObject({
      available: '0',
      frozen: '0',
    });
    expect(open.items.map(({ available }) => available)).toEqual(Array.from({ length: 8 }, () => null));
    expect(open.items.map(({ currency }) => currency)).toEqual(mine.items.map(({ currency }) => currency));
  });
});

describe('a transfer', () => {
  it('moves everything at once, in one posting of two legs', async () => {
    const { transfer: moved, balances } = await transfer({ to: 'contract', amount: '2500.500001' });
    expect(moved).toMatchObject({ from: 'spot', to: 'contract', currency: 'USDT', amount: '2500.500001' });
    expect(balances.map(({ account, available }) => [account, available])).toEqual([
      ['spot', '7499.499999'],
      ['contract', '2500.500001'],
    ]);
    const legs = (await ledger({ reason: 'transfer' })).items;
    expect(
      legs.map(({ account, amount, balance_after: after }) => [account, amount, after]).toSorted(),
    ).toEqual([
      ['contract', '2500.500001', '2500.500001'],
      ['spot', '-2500.500001', '7499.499999'],
    ]);
    expect(new Set(legs.map(({ entry_id: id }) => id.split('.')[0]))).toEqual(
      new Set([String(moved.transfer_id)]),
    );
  });

  it('of a trade names pair, price, fee and the order, and can be looked up by its number', async () => {
    const seller = await traders.join();
    const { order, fills } = await traders.place(customer, { price: '60000', quantity: '0.001' });
    expect(fills).toEqual([]);
    await traders.place(seller, { side: 'sell', price: '60000', quantity: '0.001' });
    const [entry] = (await ledger({ reason: 'trade', currency_id: BTC })).items;
    expect(entry?.deal).toMatchObject({
      product: 'spot',
      symbol: 'BTC/USDT',
      side: 'buy',
      price: '60000.0',
      quantity: '0.001',
      fee_currency: 'BTC',
      order_id: order.order_id,
    });
    const found = await server.call('GET coin/detail', { order_id: order.order_id }, auth(customer));
    expect(found.order).toMatchObject({ status: 'completed', fee: entry?.deal?.fee });
    const foreign = await server.refused('GET coin/detail', { order_id: order.order_id }, auth(seller));
    expect(foreign).toMatchObject({ code: 'unknown_order', status: 404 });
  });

  it('works between any two accounts, and back', async () => {
    const way = ['spot', 'option', 'contract', 'trust', 'spot'] as const;
    for (let i = 1; i < way.length; i++) {
      await transfer({ from: way[i - 1] ?? 'spot', to: way[i] ?? 'spot', currency_id: BTC, amount: '0.1' });
    }
    expect(await balance('spot', BTC)).toMatchObject({ total: '0.1', available: '0.1' });
    const { items } = await server.call('GET wallet/hzhistory', { currency_id: BTC }, auth(customer));
    expect(items.map(({ from, to }) => `${from}>${to}`)).toEqual([
      'trust>spot',
      'contract>trust',
      'option>contract',
      'spot>option',
    ]);
  });

  it.each([
    ['more than there is', { amount: '10000.000001' }, 'insufficient_balance', 409],
    ['nothing', { amount: '0' }, 'invalid_amount', 400],
    ['finer than the currency', { amount: '1.0000001' }, 'invalid_amount', 400],
    ['to where it is', { to: 'spot' }, 'same_account', 409],
    ['a currency that is none', { currency_id: 9999 }, 'unknown_currency', 404],
    ['to an account that is none', { to: 'savings' as 'trust' }, 'invalid_input', 400],
    ['beyond all measure', { amount: '99999999999999999999' }, 'insufficient_balance', 409],
  ] as const)('%s: refused, and nothing moves', async (_, wish, code, status) => {
    const before = await server.fingerprint();
    expect(await refusedTransfer(wish)).toMatchObject({ code, status });
    expect(await server.fingerprint()).toBe(before);
  });

  it('cannot take what an order holds', async () => {
    await traders.place(customer, { price: '60000', quantity: '0.15' });
    expect(await refusedTransfer({ amount: '1000.000001' })).toMatchObject({
      code: 'insufficient_balance',
      data: { currency: 'USDT' },
    });
    await transfer({ amount: '1000' });
    expect(await balance('spot', USDT)).toMatchObject({ total: '9000', available: '0', frozen: '9000' });
  });

  it('repeated is one transfer with the first result, even after the balance changed', async () => {
    const key = freshKey();
    const first = await transfer({ amount: '100' }, key);
    await transfer({ amount: '50' });
    const before = await server.fingerprint();
    const again = await transfer({ amount: '100.00' }, key);
    expect(again).toEqual(first);
    expect(again.balances[1]?.available).toBe('100');
    expect(await server.fingerprint()).toBe(before);
    const other = { from: 'spot', to: 'option', currency_id: USDT, amount: '101' } as const;
    const refusal = await server.refused('POST wallet/change', other, { token: customer.token, key });
    expect(refusal).toMatchObject({ code: 'idempotency_key_reused', status: 409 });
  });

  it('sent many times at once never spend anything twice', async () => {
    const input = { from: 'spot', to: 'trust', currency_id: USDT, amount: '3000' } as const;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        server.try('POST wallet/change', input, { token: customer.token, key: freshKey() }),
      ),
    );
    expect(answers.filter(({ body }) => body.type === 'ok')).toHaveLength(3);
    expect(await balance('trust', USDT)).toMatchObject({ total: '9000' });
    expect(await balance('spot', USDT)).toMatchObject({ total: '1000' });
  });

  it('is listed page by page, only to its owner', async () => {
    for (const amount of ['1', '2', '3']) await transfer({ amount });
    const page = await server.call('GET wallet/hzhistory', { limit: 2 }, auth(customer));
    expect(page.items.map(({ amount }) => amount)).toEqual(['3', '2']);
    const rest = await server.call(
      'GET wallet/hzhistory',
      { limit: 2, cursor: page.next_cursor ?? '' },
      auth(customer),
    );
    expect(rest).toMatchObject({ items: [{ amount: '1' }], next_cursor: null });
    const other = await server.customer();
    expect((await server.call('GET wallet/hzhistory', {}, auth(other))).items).toEqual([]);
  });
});

describe('the ledger', () => {
  it('has an entry for every change, and its running balances match the accounts', async () => {
    const maker = await traders.join();
    await traders.place(maker, { side: 'sell', price: '60000', quantity: '0.01' });
    const { fills } = await traders.place(customer, { price: '60000', quantity: '0.01' });
    await transfer({ amount: '100' });
    const { items, next_cursor: next } = await ledger({ account: 'spot', currency_id: USDT });
    expect(next).toBeNull();
    expect(items.map(({ reason, amount, balance_after: after }) => [reason, amount, after])).toEqual([
      ['transfer', '-100', '9300'],
      ['trade', '-600', '9400'],
      ['faucet', '10000', '10000'],
    ]);
    expect(items[1]?.reference).toBe(`trade:${fills[0]?.trade_id}`);
    expect((await balance('spot', USDT)).total).toBe(items[0]?.balance_after);
    const received = await ledger({ account: 'spot', currency_id: BTC, reason: 'trade' });
    expect(received.items.map(({ amount }) => amount)).toEqual(['0.00999']);
  });

  it('pages through entries of one posting as well, without gaps or repetitions', async () => {
    for (const amount of ['1', '2', '3']) await transfer({ amount });
    const all = (await ledger({ limit: 100 })).items.map(({ entry_id: id }) => id);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await ledger({ limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      seen.push(...page.items.map(({ entry_id: id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual(all);
    expect(new Set(seen).size).toBe(9);
  });

  it('filters by reason and time', async () => {
    const atMs = server.clock.nowMs;
    server.clock.nowMs += 60_000;
    await transfer({ amount: '5' });
    expect((await ledger({ from_ms: atMs + 1 })).items.map(({ reason }) => reason)).toEqual([
      'transfer',
      'transfer',
    ]);
    expect((await ledger({ to_ms: atMs + 1, currency_id: USDT })).items.map(({ reason }) => reason)).toEqual([
      'faucet',
    ]);
    expect((await ledger({ reason: 'faucet' })).items).toHaveLength(3);
    expect((await ledger({ reason: 'deposit' })).items).toEqual([]);
  });

  it.each(['1', '1.2', '1.9.3', '1.0.99999999999', 'x.y.z'])('refuses %s as a cursor', async cursor => {
    const refusal = await server.refused('POST wallet/legal_log', { cursor }, auth(customer));
    expect(refusal).toMatchObject({ code: 'invalid_input', data: { field: 'cursor' } });
  });
});
