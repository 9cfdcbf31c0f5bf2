import { formatMinor } from '@tallystick/core/money/decimal';
import { ADA, BNB, DOGE, SOL, USDT, XRP } from '@tallystick/protocol/currency-ids';
import type { CallInput } from '@tallystick/protocol';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { custodyOf } from '../../chains/custody.ts';
import { samplePicture, uploadPicture } from '../../testing/sample-pictures.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { proofCode } from '../security/testing/proof-code.ts';
import { spotBalance, sumsToZero } from '../testing/ledger.ts';
import { changeSetting } from '../testing/setting.ts';
import {
  decideWithdrawal,
  FUND_PASSWORD,
  mayWithdraw,
  saveAddress,
  tryToWithdraw,
  withdraw,
} from '../testing/withdrawing.ts';

/** Listed on Ethereum by operators, as launched currencies are. */
const LUMA = 101;
/** Real addresses of unknown owners, and transactions in each chain's form. */
const HEX = 'ab'.repeat(32);
const COINS = [
  [BNB, 'BEP20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', `0x${HEX}`],
  [
    SOL,
    'SOL',
    '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
    '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
  ],
  [XRP, 'XRP', 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf', HEX.toUpperCase()],
  [DOGE, 'DOGE', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L', HEX],
  [ADA, 'ADA', 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8', HEX],
  [LUMA, 'ERC20', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', `0x${'cd'.repeat(32)}`],
] as const;
const TAG = '1337';

/** Enough beyond every minimum, and approved by one person. */
function amountsOf(currencyId: number): [paidIn: string, takenOut: string, left: string] {
  return currencyId === BNB || currencyId === SOL ? ['5', '2', '3'] : ['100', '60', '40'];
}

let server: TestServer;
let desk: TestDesk;
let customer: TestCustomer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.submit({
    type: 'configureCurrency',
    currency: { id: LUMA, code: 'LUMA', name: 'Luma', decimals: 6 },
  });
  const limits = server.services.settings.get('withdrawal_limits');
  const { items: deposits } = server.services.settings.get('deposit_limits');
  const token = {
    currency_id: LUMA,
    network: 'ERC20',
    enabled: true,
    minimum: '10',
    two_person_limit: '1000',
  } as const;
  await changeSetting(server, 'tokens', {
    items: [{ currency_id: LUMA, network: 'ERC20', contract: '', chain_decimals: 18 }],
  });
  await changeSetting(server, 'deposit_limits', { items: [...deposits, { ...token, confirmations: 12 }] });
  await changeSetting(server, 'withdrawal_limits', {
    ...limits,
    items: [...limits.items, { ...token, fee: '2' }],
    per_day: 20,
  });
  desk = await TestDesk.open(server, 'accountant', 'ann');
  customer = await server.customer();
  await mayWithdraw(server, customer);
});
afterAll(() => server.close());
afterEach(() => sumsToZero(server));

const funding = () => server.call('GET wallet/funding', {});
const wayOf = async (id: number) => (await funding()).items.find(one => one.currency.id === id);
const addressOf = async (currencyId: number) =>
  (await server.call('POST wallet/get_in_address', { currency_id: currencyId }, { token: customer.token }))
    .address;

describe.each(COINS)('currency %i over %s', (currencyId, network, address, transaction) => {
  it('comes in by an announced transfer that an operator finds', async () => {
    const [amount] = amountsOf(currencyId);
    expect(await wayOf(currencyId)).toMatchObject({
      deposit: [network],
      withdrawal: [{ network, has_memo: network === 'XRP' }],
    });
    const shown = await addressOf(currencyId);
    expect(shown).toMatchObject({ network, memo: network === 'XRP' ? expect.any(String) : null });
    const { picture_id } = await uploadPicture(
      server,
      customer.token,
      'voucher',
      await samplePicture(currencyId),
    );
    const { deposit } = await server.call(
      'POST wallet/charge_req',
      { currency_id: currencyId, network, amount, picture_id, transaction_id: transaction },
      { token: customer.token, key: freshKey() },
    );
    expect(deposit).toMatchObject({
      address: shown!.address,
      memo: shown!.memo,
      transaction_id: transaction,
    });
    const decided = await desk.try('POST desk/queue_decide', {
      queue: 'deposit',
      id: deposit.deposit_id,
      action: 'approve',
      inputs: { transaction_id: transaction },
    });
    expect(decided.body.code).toBe(1);
    expect(await spotBalance(server, customer, currencyId)).toEqual([amount, '0']);
    const custody = { ownerId: 0, account: custodyOf(network), currencyId } as const;
    const decimals = server.engine.exchange.currency(currencyId)!.decimals;
    expect(formatMinor(server.engine.exchange.balance(custody).availableMinor, decimals)).toBe(`-${amount}`);
  });

  it('goes out to a saved address, paid by an operator', async () => {
    const [, amount, left] = amountsOf(currencyId);
    const memo = network === 'XRP' ? { memo: TAG } : {};
    const saved = await saveAddress(server, customer, { currency_id: currencyId, network, address, ...memo });
    expect(saved).toMatchObject({ address, memo: network === 'XRP' ? TAG : null });
    const to = { currency_id: currencyId, address_id: saved.address_id, amount };
    const asked = await withdraw(server, customer, to);
    expect(asked).toMatchObject({ network, address, memo: network === 'XRP' ? TAG : null });
    const id = asked.withdrawal_id;
    const { fields } = await desk.call('GET desk/queue_item', { queue: 'withdrawal', id });
    const memoShown = fields.find(one => one.key === 'memo');
    expect(memoShown?.value ?? null).toBe(network === 'XRP' ? TAG : null);
    expect(await decideWithdrawal(desk, id, 'approve')).toBe(1);
    expect(await decideWithdrawal(desk, id, 'send', 'no transaction')).toBe('transaction_id_invalid');
    expect(await decideWithdrawal(desk, id, 'send', transaction)).toBe(1);
    expect(await spotBalance(server, customer, currencyId)).toEqual([left, '0']);
  });
});

describe('a memo', () => {
  const ADDRESS = 'rN7n7otQDd6FczFgLdSqtcsAUxDkw6fzRH';
  const X_ADDRESS = 'XVLhHMPHU98es4dbozjVtdWzVrDjtV8AqEL4xcZj5whKbmc';
  const add = async (change: Partial<CallInput<'POST wallet/addaddress'>>) =>
    server.try(
      'POST wallet/addaddress',
      {
        currency_id: XRP,
        network: 'XRP',
        address: ADDRESS,
        password: FUND_PASSWORD,
        code: await proofCode(server, customer, 'address'),
        ...change,
      },
      { token: customer.token },
    );

  it.each([
    ['left out without a word', {}, 'memo_required'],
    ['letters', { memo: 'memo' }, 'memo_invalid'],
    ['more than 32 bits', { memo: '4294967296' }, 'memo_invalid'],
    ['below zero', { memo: '-1' }, 'memo_invalid'],
    ['given and said to be none', { memo: '1', no_memo: true }, 'memo_invalid'],
    ['another than in the address', { address: X_ADDRESS, memo: '1' }, 'memo_invalid'],
    ['in the address, and said to be none', { address: X_ADDRESS, no_memo: true }, 'memo_invalid'],
    [
      'on a network without memos',
      { currency_id: USDT, network: 'TRC20', memo: '1' },
      'address_wrong_network',
    ],
  ] as const)('%s is refused, and no code is used up', async (_, change, code) => {
    const { body } = await add(change);
    expect(body.code).toBe(code);
  });

  it('is refused where the network has none', async () => {
    const address = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
    const { body } = await add({ currency_id: USDT, network: 'TRC20', address, memo: '1' });
    expect(body).toMatchObject({ code: 'invalid_input', data: { field: 'memo' } });
  });

  it('makes another address of the same one; the same with the same memo is known', async () => {
    expect((await add({ memo: '1' })).body.code).toBe(1);
    expect((await add({ memo: '0002' })).body).toMatchObject({ code: 1, data: { address: { memo: '2' } } });
    expect((await add({ memo: ' 01 ' })).body.code).toBe('address_exists');
    expect((await add({ no_memo: true })).body).toMatchObject({ code: 1, data: { address: { memo: null } } });
    expect((await add({ address: X_ADDRESS })).body).toMatchObject({
      code: 1,
      data: { address: { address: 'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf', memo: '0' } },
    });
  });

  it('does not make a stranger of our own address', async () => {
    const { address } = (await addressOf(XRP))!;
    expect((await add({ address, memo: '7' })).body.code).toBe('address_is_deposit');
  });
});

describe('what a network cannot do', () => {
  it('is not paid: less than its chain carries after the fee', async () => {
    const limits = server.services.settings.get('withdrawal_limits');
    const items = limits.items.map(one =>
      one.currency_id === XRP ? { ...one, minimum: '0', fee: '0.25' } : one,
    );
    await changeSetting(server, 'withdrawal_limits', { ...limits, items });
    const { items: book } = await server.call(
      'POST wallet/get_address',
      { currency_id: XRP },
      { token: customer.token },
    );
    const to = { currency_id: XRP, address_id: book[0]!.address_id };
    const { body } = await tryToWithdraw(server, customer, { ...to, amount: '1.24' });
    expect(body).toMatchObject({ code: 'below_minimum' });
    await changeSetting(server, 'withdrawal_limits', limits);
  });

  it('cannot be set by operators either', async () => {
    const { withdrawal_limits: limits, tokens } = await desk.call('GET desk/settings', {});
    const admin = await TestDesk.open(server, 'administrator', 'eve');
    const propose = (name: 'withdrawal_limits' | 'tokens', value: object) =>
      admin.try('POST desk/propose', {
        kind: 'setting',
        change: { name, value },
        note: 'x',
      });
    const items = limits.items.map(one => (one.currency_id === XRP ? { ...one, minimum: '1.2' } : one));
    expect((await propose('withdrawal_limits', { ...limits, items })).body).toMatchObject({
      code: 'below_minimum',
      data: { minimum: '1.25', currency: 'XRP' },
    });
    const token = { currency_id: LUMA, network: 'XRP', contract: '', chain_decimals: 18 };
    const withToken = (change: object) => ({ items: [...tokens.items, { ...token, ...change }] });
    expect((await propose('tokens', withToken({}))).body.data).toMatchObject({ field: 'network' });
    const own = { currency_id: SOL, network: 'SOL' };
    expect((await propose('tokens', withToken(own))).body.data).toMatchObject({ field: 'network' });
    const coarse = { network: 'BEP20', chain_decimals: 5 };
    expect((await propose('tokens', withToken(coarse))).body.data).toMatchObject({ field: 'chain_decimals' });
    const wrong = { network: 'BEP20', contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' };
    expect((await propose('tokens', withToken(wrong))).body.code).toBe('address_invalid');
  });
});

it('a coin that cannot leave says so, and a token’s contract is told and refused as a destination', async () => {
  const limits = server.services.settings.get('withdrawal_limits');
  const items = limits.items.map(one => (one.currency_id === DOGE ? { ...one, enabled: false } : one));
  await changeSetting(server, 'withdrawal_limits', { ...limits, items });
  expect((await wayOf(DOGE))?.withdrawal).toEqual([]);
  expect((await wayOf(ADA))?.withdrawal).not.toEqual([]);
  await changeSetting(server, 'withdrawal_limits', limits);

  const contract = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
  await changeSetting(server, 'tokens', {
    items: [{ currency_id: LUMA, network: 'ERC20', contract, chain_decimals: 18 }],
  });
  const { networks } = await server.call(
    'POST wallet/get_in_address',
    { currency_id: LUMA },
    { token: customer.token },
  );
  expect(networks).toMatchObject([{ network: 'ERC20', contract, automatic: false }]);
  const info = await server.call('POST wallet/get_info', { currency_id: LUMA }, { token: customer.token });
  expect(info.networks).toMatchObject([{ network: 'ERC20', contract, has_memo: false }]);
  const code = await proofCode(server, customer, 'address');
  const input = {
    currency_id: LUMA,
    network: 'ERC20',
    address: contract,
    password: FUND_PASSWORD,
    code,
  } as const;
  const { body } = await server.try('POST wallet/addaddress', input, { token: customer.token });
  expect(body.code).toBe('address_is_contract');
});
