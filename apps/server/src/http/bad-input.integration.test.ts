import { calls, ERROR_CODES, httpStatus, type CallName, type ErrorCode } from '@tallystick/protocol';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { announce, lumaChange } from '../modules/launch/testing/offer.ts';
import { Players } from '../modules/option/testing/players.ts';
import { mayWithdraw, saveAddress, withdrawing } from '../modules/testing/withdrawing.ts';
import { PerpetualTraders } from '../testing/perpetual-traders.ts';
import { listDemoTrust } from '../modules/trust/listing.ts';
import { samplePicture, uploadPicture } from '../testing/sample-pictures.ts';
import {
  CALL_NAMES,
  freshKey,
  requestOf,
  TestServer,
  type Answer,
  type TestCustomer,
} from '../testing/test-server.ts';

const FORTY_DIGITS = '9'.repeat(40);
const CODE_FIELDS = { email: 'bad@example.com', code: '000000', purpose: 'register' };
const PHONE = { area_code: '+84', phone: '912345678' };
const PASSWORDS = { password: 'long enough', re_password: 'long enough' };

/** What each call takes when nothing is wrong with it (but codes and passwords, which nobody can guess). */
const VALID: Readonly<Record<CallName, Readonly<Record<string, string | number | boolean>>>> = {
  'GET app/config': {},
  'POST set/lang': { lang: 'en' },
  'POST get/lang': {},
  'POST area_code': {},
  'POST sms_send': { ...PHONE, purpose: 'register' },
  'POST sms_mail': { email: 'bad@example.com', purpose: 'register' },
  'POST user/check_mobile': { ...PHONE, code: '000000', purpose: 'register' },
  'POST user/check_email': CODE_FIELDS,
  'POST user/register': {
    kind: 'email',
    account: 'bad@example.com',
    code: '000000',
    ...PASSWORDS,
    agreement: true,
  },
  'POST user/login': { kind: 'email', account: 'bad@example.com', password: 'wrong' },
  'POST user/forget': { kind: 'email', account: 'bad@example.com', code: '000000', ...PASSWORDS },
  'POST user/logout': {},
  'GET user/center': {},
  'GET user/center2': {},
  'POST user/revoke_session': { session_id: 999_999 },
  'GET user/security': {},
  'POST set/sms_other_mail': { purpose: 'withdraw', via: 'email' },
  'POST user/contact_code': { kind: 'phone', account: '912345678', area_code: '+84' },
  'POST user/contact': {
    kind: 'phone',
    account: '912345678',
    area_code: '+84',
    new_code: '000000',
    code: '000000',
    two_factor_code: '000000',
  },
  'POST user/has_password': {},
  'POST user/e_pwd': {
    password: '258147',
    re_password: '258147',
    old_password: '147258',
    two_factor_code: '000000',
  },
  'POST user/valid_paypass': { password: '147258' },
  'POST safe/update_password': { old_password: 'wrong', ...PASSWORDS, two_factor_code: '000000' },
  'POST user/two_factor_setup': { password: 'wrong' },
  'POST user/two_factor_confirm': { two_factor_code: '000000' },
  'POST user/two_factor_disable': { password: 'wrong', two_factor_code: '000000' },
  'POST user/recovery_codes': { password: 'wrong', two_factor_code: '000000' },
  'POST user/login_second': { ticket: 'none', two_factor_code: '000000' },
  'POST user/passkey_options': { password: 'wrong' },
  'POST user/passkey_add': { credential: '{}', name: 'Phone' },
  'POST user/passkey_rename': { passkey_id: 999_999, name: 'Phone' },
  'POST user/passkey_remove': { passkey_id: 999_999, password: 'wrong' },
  'POST user/passkey_login_options': { ticket: 'none' },
  'POST user/passkey_login': { credential: '{}', ticket: 'none' },
  'GET user/login_history': { cursor: '5', limit: 5 },
  'POST user/anti_phishing': { phrase: 'blue heron', password: 'wrong' },
  'POST user/freeze': { password: 'wrong', cancel_orders: true },
  'POST user/unfreeze': { code: '000000', two_factor_code: '000000' },
  'GET currency/quotation_new': {},
  'GET currency/new_timeshar': { market_id: 1, interval: '1m', to_ms: 1_700_000_000_000, limit: 5 },
  'GET currency/deal': { market_id: 1 },
  'GET currency/user_currency_list': {},
  'GET coin/convert': { from: 1, to: 3, amount: '1' },
  'POST coin/trade': {
    market_id: 1,
    side: 'buy',
    type: 'limit',
    time_in_force: 'GTC',
    post_only: false,
    price: '60000',
    quantity: '0.001',
  },
  'PUT coin/trade': { order_id: 999_999 },
  'POST coin/cancel_all': { market_id: 1 },
  'GET coin/list': {
    view: 'open',
    market_id: 1,
    side: 'buy',
    status: 'waiting',
    from_ms: 1,
    to_ms: 2,
    cursor: '5',
    limit: 5,
  },
  'GET coin/fills': { order_id: 5, market_id: 1, cursor: '5.0', limit: 5 },
  'GET microtrade/lists': {
    view: 'running',
    practice: false,
    market_id: 1,
    direction: 'rise',
    outcome: 'won',
    from_ms: 1,
    to_ms: 2,
    cursor: '5',
    limit: 5,
  },
  'GET microtrade/detail': { option_id: 999_999 },
  'GET microtrade/seconds': { market_id: 1 },
  'GET microtrade/markets': {},
  'GET microtrade/payable_currencies': { market_id: 1 },
  'POST microtrade/submit': {
    market_id: 1,
    direction: 'rise',
    seconds: 60,
    currency_id: 3,
    amount: '10',
    terms_version: 1,
    practice: false,
  },
  'GET microtrade/practice': {},
  'POST microtrade/practice': { currency_id: 3 },
  'GET limits/self': {},
  'POST limits/self': { daily_loss_limit: '100', cool_down_hours: 24 },
  'GET microtrade/proof': { option_id: 999_999 },
  'GET price_log/checkpoint': { size: 1 },
  'GET price_log/checkpoints': { cursor: '5', limit: 5 },
  'GET price_log/keys': {},
  'GET price_log/ticks': { from: 1, limit: 10 },
  'GET price_log/inclusion': { number: 1, size: 1 },
  'GET price_log/consistency': { from: 1, to: 1 },
  'GET price_log/archives': { cursor: '5', limit: 5 },
  'GET price_log/archive': { first: 1 },
  'POST lever/deal': { market_id: 1 },
  'POST lever/submit': {
    market_id: 1,
    direction: 'long',
    type: 'limit',
    lots: 1,
    multiple: 10,
    price: '60000',
    post_only: false,
    take_profit_price: '70000',
    stop_loss_price: '58000',
  },
  'POST lever/my_trade': {
    view: 'history',
    market_id: 1,
    direction: 'long',
    status: 'closed',
    close_reason: 'liquidation',
    from_ms: 1,
    to_ms: 2,
    cursor: '5',
    limit: 5,
  },
  'POST lever/close': { position_id: 999_999, lots: 1, price: '61000' },
  'POST lever/close_all': { market_id: 1 },
  'POST lever/reverse': { position_id: 999_999, worst_price: '50000' },
  'POST lever/offset': { long_position_id: 999_998, short_position_id: 999_999, lots: 1 },
  'POST lever/setstop': { position_id: 999_999, take_profit_price: '70000', stop_loss_price: '' },
  'POST lever/add_margin': { position_id: 999_999, amount: '1' },
  'POST lever/cancel': { order_id: 999_999 },
  'POST lever/cancel_all': { market_id: 1 },
  'GET lever/contracts': {},
  'GET lever/funding_history': { market_id: 1, from_ms: 1, to_ms: 2, cursor: '5', limit: 5 },
  'GET lever/premiums': { market_id: 1, from_ms: 1, to_ms: 2, cursor: '5', limit: 5 },
  'GET lever/insurance_history': { cursor: '5', limit: 5 },
  'GET lever/fills': { position_id: 5, market_id: 1, from_ms: 1, to_ms: 2, cursor: '5.0', limit: 5 },
  'GET lever/my_funding': { position_id: 5, market_id: 1, from_ms: 1, to_ms: 2, cursor: '5.5', limit: 5 },
  'GET lever/liquidations': { position_id: 5, market_id: 1, from_ms: 1, to_ms: 2, cursor: '5', limit: 5 },
  'GET lever/triggers': { position_id: 5, market_id: 1, from_ms: 1, to_ms: 2, cursor: '5', limit: 5 },
  'GET lever/deleveragings': { position_id: 5, market_id: 1, from_ms: 1, to_ms: 2, cursor: '5', limit: 5 },
  'GET lever/offsets': { position_id: 5, market_id: 1, from_ms: 1, to_ms: 2, cursor: '5', limit: 5 },
  'GET lever/alerts': {},
  'POST lever/alerts': { near_liquidation: true, stop: true, liquidated: true, funding: false },
  'POST wallet/list': { account: 'spot' },
  'POST wallet/detail': { account: 'spot', currency_id: 3 },
  'POST wallet/legal_log': {
    account: 'spot',
    currency_id: 3,
    reason: 'faucet',
    from_ms: 1,
    to_ms: 2,
    cursor: '5.0.3',
    limit: 5,
  },
  'GET lh/deposit/report': {},
  'GET lh/deposit/config': {},
  'GET lh/deposit/product_info': { product_id: 1, amount: '1000' },
  'POST lh/deposit': {
    product_id: 1,
    amount: '1000',
    terms_version: 1,
    auto_renew: false,
    agreement: true,
  },
  'GET lh/deposit/order': { state: 'hosting', cursor: '5', limit: 5 },
  'GET lh/deposit/order/quote': { order_id: 1 },
  'POST lh/deposit/order/cancel': { order_id: 1, penalty: '1' },
  'POST lh/deposit/order/renewal': { order_id: 1, auto_renew: true },
  'GET lh/deposit/calendar': { days: 7 },
  'GET lh/send/config': {},
  'GET lh/send/product_info': { offer_id: 1 },
  'GET lh/send/get_recommend': {},
  'POST lh/send/order': { offer_id: 1, currency_id: 3, amount: '100', agreement: true },
  'GET lh/send/order_list': { state: 'passed', cursor: '5', limit: 5 },
  'GET lh/send/allocation_list': { offer_id: 1, cursor: '5', limit: 2000 },
  'GET lh/send/commitment_proof': { offer_id: 1 },
  'POST wallet/change': { from: 'spot', to: 'option', currency_id: 3, amount: '1' },
  'GET wallet/hzhistory': { currency_id: 3, cursor: '5', limit: 5 },
  'GET wallet/faucet': {},
  'POST wallet/faucet': {},
  'POST news/list': { cursor: '5.5', limit: 5 },
  'POST news/detail': { id: 999_999 },
  'POST news/read': {},
  // Without its file; modules/pictures has the files that are refused.
  'POST upload': { kind: 'voucher' },
  'GET picture': { picture_id: 999_999 },
  'POST picture/remove': { picture_id: 999_999 },
  'GET user/identity': {},
  'POST user/real_name': {
    country: 'VN',
    full_name: 'Nguyen Van A',
    id_number: '079203001234',
    contact_address: '12 Le Loi, District 1',
    region: 'Ho Chi Minh City',
    latitude: '10.776889',
    longitude: '106.700806',
  },
  'POST user/real_name2': { front: 999_997, back: 999_998, holding: 999_999 },
  'GET contract/info': {},
  'POST contract/add': {
    version: '2026-07-01',
    sha256: '0'.repeat(64),
    picture_id: 999_999,
    agreement: true,
  },
  'POST wallet/get_in_address': { currency_id: 3, network: 'TRC20' },
  'POST wallet/charge_req': {
    currency_id: 3,
    network: 'TRC20',
    amount: '100',
    picture_id: 999_999,
    transaction_id: 'a'.repeat(64),
  },
  'GET charge_mention/log2': {
    deposit_id: 999_999,
    currency_id: 3,
    channel: 'voucher',
    state: 'processing',
    cursor: '5',
    limit: 5,
  },
  'POST wallet/get_info': { currency_id: 3 },
  'POST wallet/get_address': { currency_id: 3, network: 'TRC20' },
  'POST wallet/addaddress': {
    currency_id: 3,
    network: 'TRC20',
    address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    label: 'Cold wallet',
    password: '258147',
    code: '000000',
    two_factor_code: '000000',
  },
  'POST wallet/deladdress': { address_id: 999_999 },
  'POST wallet/out': {
    currency_id: 3,
    address_id: 999_999,
    amount: '100',
    fee: '1',
    remark: 'Savings',
    password: '258147',
    code: '000000',
    two_factor_code: '000000',
  },
  'POST wallet/out/cancel': { withdrawal_id: 999_999 },
  'GET charge_mention/log3': {
    withdrawal_id: 999_999,
    currency_id: 3,
    channel: 'chain',
    state: 'processing',
    cursor: '5',
    limit: 5,
  },
  'POST user/cash_info': {},
  'POST user/cash_save': {
    holder: 'Nguyen Van A',
    card_number: '9704 3600 0000 1234',
    bank_name: 'Vietcombank',
    branch: 'District 1',
    bank_address: '198 Tran Quang Khai',
    swift: 'BFTVVNVX',
    account_number: 'DE89370400440532013000',
    payee_address: '12 Le Loi',
    postal_code: '700000',
    password: '258147',
    code: '000000',
    two_factor_code: '000000',
  },
};

/** Fields that are not in the valid input because they exclude another, with what they exclude. */
const INSTEAD: Partial<Record<CallName, Readonly<Record<string, readonly string[]>>>> = {
  'POST coin/trade': { budget: ['price', 'quantity'], trigger_price: [], client_order_id: [] },
  'POST lever/submit': { worst_price: ['price'], client_order_id: [] },
  'POST lever/close': { worst_price: ['price'] },
  'POST user/register': { area_code: [], invitation_code: [] },
  'POST user/login': { area_code: [] },
  'POST user/forget': { area_code: [] },
  'POST user/revoke_session': { all: ['session_id'] },
  'POST user/e_pwd': { code: ['old_password'] },
  'POST wallet/charge_req': { rate: ['network'] },
  'GET price_log/ticks': { from_ms: ['from'] },
  'POST wallet/out': { rate: ['address_id'] },
};

const BAD_VALUES = [
  ['a negative number', '-1'],
  ['zero', '0'],
  ['NaN', 'NaN'],
  ['infinity', 'Infinity'],
  ['an exponent', '1e5'],
  ['forty digits', FORTY_DIGITS],
  ['a fraction too fine', '1.0000000000000000001'],
  ['hexadecimal', '0x10'],
  ['a comma', '1,5'],
  ['nothing', ''],
  ['a blank', ' '],
  ['a NUL', 'a\u0000b'],
  ['half a surrogate pair', 'a\ud800b'],
  ['SQL', "1' or '1'='1"],
] as const;

/** Values of other types, which only JSON can carry. */
const BAD_TYPES = [
  ['null', null],
  ['an object', {}],
  ['an array', ['1']],
  ['a negative number', -1],
  ['a fraction', 0.5],
  ['a number beyond all', 1e300],
] as const;

/** Values of the lists that are no mistake in that field, and change nothing. */
const HARMLESS: readonly string[] = [
  'GET charge_mention/log2 cursor 0',
  'GET charge_mention/log3 cursor 0',
  'GET coin/convert amount 0',
  'GET coin/list cursor 0',
  'GET coin/list from_ms 0',
  'GET coin/list to_ms 0',
  'GET currency/new_timeshar to_ms 0',
  'GET lever/deleveragings cursor 0',
  'GET lever/deleveragings from_ms 0',
  'GET lever/deleveragings to_ms 0',
  'GET lever/fills from_ms 0',
  'GET lever/fills to_ms 0',
  'GET lever/funding_history cursor 0',
  'GET lever/funding_history from_ms 0',
  'GET lever/funding_history to_ms 0',
  'GET lever/insurance_history cursor 0',
  'GET lever/liquidations cursor 0',
  'GET lever/liquidations from_ms 0',
  'GET lever/liquidations to_ms 0',
  'GET lever/my_funding from_ms 0',
  'GET lever/my_funding to_ms 0',
  'GET lever/offsets cursor 0',
  'GET lever/offsets from_ms 0',
  'GET lever/offsets to_ms 0',
  'GET lever/premiums cursor 0',
  'GET lever/premiums from_ms 0',
  'GET lever/premiums to_ms 0',
  'GET lever/triggers cursor 0',
  'GET lever/triggers from_ms 0',
  'GET lever/triggers to_ms 0',
  'GET lh/deposit/order cursor 0',
  'GET lh/send/order_list cursor 0',
  'GET microtrade/lists cursor 0',
  'GET microtrade/lists from_ms 0',
  'GET microtrade/lists practice 0',
  'GET microtrade/lists to_ms 0',
  'GET price_log/archives cursor 0',
  'GET price_log/checkpoints cursor 0',
  'GET price_log/ticks from_ms 0',
  'GET user/login_history cursor 0',
  'GET wallet/hzhistory cursor 0',
  'POST lever/my_trade cursor 0',
  'POST lever/my_trade from_ms 0',
  'POST lever/my_trade to_ms 0',
  'POST wallet/legal_log from_ms 0',
  'POST wallet/legal_log to_ms 0',
];
/** Values that are as good as any other, in calls that move money: these go through. */
const PROPER: readonly string[] = [
  'POST lever/alerts near_liquidation 0',
  'POST lever/alerts stop 0',
  'POST lever/alerts liquidated 0',
  'POST lever/alerts funding 0',
  'POST limits/self daily_loss_limit 0',
  'POST limits/self cool_down_hours 0',
  'POST coin/trade post_only 0',
  'POST coin/trade client_order_id Infinity',
  `POST coin/trade client_order_id ${FORTY_DIGITS}`,
];

/** Valid input of calls that need something of the customer's own: a picture, an address, a code just sent. */
async function ownInput(name: CallName, who: TestCustomer): Promise<Readonly<Record<string, unknown>>> {
  if (name === 'POST wallet/charge_req') {
    const picture = await uploadPicture(server, who.token, 'voucher', await samplePicture(who.id));
    return { ...VALID[name], picture_id: picture.picture_id };
  }
  if (name === 'POST microtrade/submit') {
    const players = await Players.of(server);
    await players.later(0);
    await players.equip(who);
  }
  if (name.startsWith('POST lh/deposit')) return { ...VALID[name], ...(await ownDeposit(name, who)) };
  if (name === 'POST wallet/out') {
    await mayWithdraw(server, who);
    const { address_id } = await saveAddress(server, who);
    return { ...VALID[name], ...(await withdrawing(server, who)), address_id };
  }
  if (name.startsWith('POST lever/')) return { ...VALID[name], ...(await ownPositions(name, who)) };
  return VALID[name];
}

/** Money in the trust account, and a deposit where the call is about one. */
async function ownDeposit(name: CallName, who: TestCustomer): Promise<Readonly<Record<string, unknown>>> {
  await listDemoTrust(server.database.pool, server.engine.exchange, server.engine.bus);
  const options = { token: who.token, key: freshKey() };
  await server.call(
    'POST wallet/change',
    { currency_id: 3, from: 'spot', to: 'trust', amount: '2000' },
    options,
  );
  if (name === 'POST lh/deposit') return {};
  const bid = { product_id: 1, amount: '100', terms_version: 1, agreement: true };
  const { order } = await server.call('POST lh/deposit', bid, { token: who.token, key: freshKey() });
  return { order_id: order.order_id, penalty: '9' };
}

/** A long and a short position of five lots, and what the call names of them. */
async function ownPositions(name: CallName, who: TestCustomer): Promise<Readonly<Record<string, unknown>>> {
  await contracts.begin();
  const maker = await contracts.join(1_000_000);
  await contracts.quote(maker, '59990', '60010', 100);
  await contracts.welcome(who);
  const { position: long } = await contracts.open(who, { lots: 5 });
  const { position: short } = await contracts.open(who, { lots: 5, direction: 'short' });
  if (name === 'POST lever/offset') {
    return { long_position_id: long.position_id, short_position_id: short.position_id };
  }
  return 'position_id' in VALID[name] ? { position_id: long.position_id } : {};
}

/** What else a call with the same key may ask for, where that is neither an amount nor a quantity. */
const OTHERWISE: Partial<Record<CallName, object>> = {
  'POST lever/submit': { lots: 2 },
  'POST lever/close': { lots: 2 },
  'POST lever/close_all': { market_id: 2 },
  'POST lever/reverse': { worst_price: '49999' },
  'POST lever/offset': { lots: 2 },
  'POST lh/deposit': { amount: '200' },
  'POST lh/deposit/order/cancel': { penalty: '10' },
};

let server: TestServer;
let contracts: PerpetualTraders;
let customer: TestCustomer;
let stranger: TestCustomer;
let before: string;

beforeAll(async () => {
  server = await TestServer.start();
  contracts = new PerpetualTraders(server);
  await contracts.begin();
  await announce(server, lumaChange(server.clock.nowMs, { start_ms: server.clock.nowMs }));
  customer = await server.customer('funded');
  stranger = await server.customer('funded');
  // Verified already: else some of these values would do as somebody's name or address.
  await server.database.pool.query(`update customers set verification = 'verified' where id = $1`, [
    customer.id,
  ]);
});
afterAll(() => server.close());
beforeEach(async () => {
  before = await server.fingerprint();
});

function sendBad(name: CallName, input: object, json = false): Promise<Answer> {
  return server.send(requestOf(name, input, { token: customer.token, key: freshKey(), json }));
}

/** An envelope with a stable code, the status that goes with it and words; and nothing has changed. */
async function expectRefusal(answer: Answer): Promise<ErrorCode> {
  const { body, status } = answer;
  expect(body).toEqual({
    type: body.code === 'session_invalid' ? '999' : 'error',
    code: expect.toBeOneOf(ERROR_CODES),
    message: expect.stringMatching(/\S/),
    data: expect.any(Object),
  });
  const code = body.code as ErrorCode;
  expect(code).not.toBe('internal_error');
  expect(status).toBe(httpStatus(code));
  expect(await server.fingerprint()).toBe(before);
  return code;
}

function fieldsOf(name: CallName): [field: string, schema: z.ZodType][] {
  return Object.entries((calls[name].input as unknown as z.ZodObject<Record<string, z.ZodType>>).shape);
}

function inputWith(name: CallName, field: string, value: unknown): object {
  const input: Record<string, unknown> = { ...VALID[name] };
  for (const excluded of INSTEAD[name]?.[field] ?? []) delete input[excluded];
  if (name === 'POST coin/trade' && field === 'budget') input['type'] = 'market';
  if (name === 'POST coin/trade' && field === 'trigger_price') input['type'] = 'stop_limit';
  if (name === 'POST lever/submit' && field === 'worst_price') input['type'] = 'market';
  return { ...input, [field]: value };
}

const withFields = CALL_NAMES.filter(name => fieldsOf(name).length > 0);
const withBodies = CALL_NAMES.filter(name => !name.startsWith('GET '));
const moving = CALL_NAMES.filter(name => 'idempotent' in calls[name]);

describe('this table', () => {
  it('has every call and field of the protocol', () => {
    const covered = CALL_NAMES.map(name => [
      name,
      [...Object.keys(VALID[name]), ...Object.keys(INSTEAD[name] ?? {})].toSorted(),
    ]);
    const all = CALL_NAMES.map(name => [
      name,
      fieldsOf(name)
        .map(([field]) => field)
        .toSorted(),
    ]);
    expect(covered).toEqual(all);
  });
});

describe.each(withFields)('%s', name => {
  it.each(BAD_VALUES)('refuses %s in each field', async (_, value) => {
    for (const [field] of fieldsOf(name)) {
      const answer = await sendBad(name, inputWith(name, field, value));
      const which = `${name} ${field} ${value}`;
      if (PROPER.includes(which) || HARMLESS.includes(which)) expect(answer.body.type).toBe('ok');
      else await expectRefusal(answer);
      if (PROPER.includes(which)) before = await server.fingerprint();
      else expect(await server.fingerprint()).toBe(before);
    }
  });

  it('refuses other types in each field', async () => {
    if (name.startsWith('GET ')) return;
    for (const [field] of fieldsOf(name)) {
      for (const [, value] of BAD_TYPES) {
        await expectRefusal(await sendBad(name, inputWith(name, field, value), true));
      }
    }
  });

  it('names each required field that is missing', async () => {
    for (const [field, schema] of fieldsOf(name)) {
      if (schema.safeParse(undefined).success) continue;
      const answer = await sendBad(name, { ...VALID[name], [field]: undefined });
      expect(await expectRefusal(answer)).toBe('missing_field');
      expect(answer.body.data).toMatchObject({ field });
    }
  });

  it('refuses a field given twice', async () => {
    for (const [field, value] of Object.entries(VALID[name])) {
      const request = requestOf(name, VALID[name], { token: customer.token, key: freshKey() });
      if (typeof request.payload === 'string') request.payload += `&${field}=${String(value)}`;
      else request.query = { ...(request.query as object), [field]: [String(value), String(value)] };
      await expectRefusal(await server.send(request));
    }
  });
});

describe.each(withBodies)('%s', name => {
  const spoil = (change: Partial<InjectOptions>, headers: Record<string, string> = {}): Promise<Answer> => {
    const request = requestOf(name, VALID[name], { token: customer.token, key: freshKey(), headers });
    return server.send({ ...request, ...change });
  };

  it('refuses content it cannot read', async () => {
    for (const type of ['text/plain', 'text/xml', 'application/octet-stream', 'application/jsonx']) {
      expect(await expectRefusal(await spoil({ payload: 'a=1' }, { 'content-type': type }))).toBe(
        'unsupported_content_type',
      );
    }
  });

  it('refuses JSON that is none, or no object', async () => {
    const json = { 'content-type': 'application/json' };
    for (const payload of ['', '{', '{"a":}', '{"a":1}x', 'NaN', '{"__proto__":{"a":1}}']) {
      expect(await expectRefusal(await spoil({ payload }, json))).toBe('invalid_json');
    }
    if (fieldsOf(name).length === 0) return;
    for (const payload of ['[]', '"text"', '17', 'true']) {
      await expectRefusal(await spoil({ payload }, json));
    }
  });

  it('refuses a body beyond all measure', async () => {
    const large = 'x'.repeat(70_000);
    expect(await expectRefusal(await spoil({ payload: `a=${large}` }))).toBe('body_too_large');
    const json = { 'content-type': 'application/json' };
    expect(await expectRefusal(await spoil({ payload: JSON.stringify({ a: large }) }, json))).toBe(
      'body_too_large',
    );
  });

  it('refuses files', async () => {
    const payload =
      '--b\r\ncontent-disposition: form-data; name="f"; filename="x.png"\r\n\r\nxxxx\r\n--b--\r\n';
    await expectRefusal(await spoil({ payload }, { 'content-type': 'multipart/form-data; boundary=b' }));
  });
});

describe.each(CALL_NAMES)('%s', name => {
  it('does not exist with another method', async () => {
    const request = requestOf(name, {}, { token: customer.token });
    for (const method of ['DELETE', 'PATCH'] as const) {
      const answer = await server.send({ ...request, method });
      expect(await expectRefusal(answer)).toBe('method_not_allowed');
      expect(answer.headers['allow']).toContain(name.split(' ')[0]);
    }
  });

  it('needs a session if it says so', async () => {
    for (const token of [undefined, '', 'Bearer', 'nonsense', `${customer.token}x`, FORTY_DIGITS.repeat(9)]) {
      const options = token === undefined ? {} : { token };
      const answer = await server.send(requestOf(name, VALID[name], { key: freshKey(), ...options }));
      if (calls[name].auth === 'session') expect(await expectRefusal(answer)).toBe('session_invalid');
      else expect(answer.body.code).not.toBe('session_invalid');
      before = await server.fingerprint();
    }
  });
});

describe.each(moving)('%s', name => {
  const send = (key: string | undefined, input: object = VALID[name]) =>
    server.send(requestOf(name, input, { token: customer.token, ...(key === undefined ? {} : { key }) }));

  it('needs a key, and a proper one', async () => {
    expect(await expectRefusal(await send(undefined))).toBe('idempotency_key_required');
    for (const key of ['short', 'x'.repeat(65), 'with spaces in it', "quote'quote"]) {
      expect(await expectRefusal(await send(key))).toBe('invalid_input');
    }
  });

  it('answers a repeated key with the first result, also at the same moment, and does nothing twice', async () => {
    const who = await server.customer('funded');
    // A first turn of the faucet is taken: the next comes after its interval.
    if (name === 'POST wallet/faucet') server.clock.nowMs += 86_400_000;
    const key = freshKey();
    const input = await ownInput(name, who);
    const repeat = () => server.send(requestOf(name, input, { token: who.token, key }));
    const [first, ...others] = await Promise.all([repeat(), repeat(), repeat()]);
    expect(first?.body.type).toBe('ok');
    for (const other of others) expect(other.body).toEqual(first?.body);
    before = await server.fingerprint();
    expect((await repeat()).body).toEqual(first?.body);
    expect(await server.fingerprint()).toBe(before);
  });

  it('refuses a used key with other input', async () => {
    if (fieldsOf(name).length === 0) return;
    const who = await server.customer('funded');
    const key = freshKey();
    const input = await ownInput(name, who);
    const sendAs = (other: object) => server.send(requestOf(name, other, { token: who.token, key }));
    expect((await sendAs(input)).body.type).toBe('ok');
    before = await server.fingerprint();
    const changed = OTHERWISE[name] ?? { ['quantity' in input ? 'quantity' : 'amount']: '0.002' };
    const other = { ...input, ...changed };
    expect(await expectRefusal(await sendAs(other))).toBe('idempotency_key_reused');
  });

  it('keeps customers’ keys apart', async () => {
    const key = freshKey();
    await send(key);
    const foreign = await server.send(requestOf(name, VALID[name], { token: stranger.token, key }));
    expect(foreign.body.code).not.toBe('idempotency_key_reused');
  });
});

describe('other customers', () => {
  it('are out of reach: orders, fills, sessions, messages', async () => {
    const placed = await server.call(
      'POST coin/trade',
      { market_id: 1, side: 'buy', price: '60000', quantity: '0.001' },
      { token: stranger.token, key: freshKey() },
    );
    const orderId = placed.order.order_id;
    const { rows } = await server.database.pool.query<{ id: string }>(
      `with n as (insert into notices (kind, customer_id, published_at_ms) values ('message', $1, 1) returning id)
       insert into notice_texts select id, 'en', 'Private', '', '{}' from n returning notice_id as id`,
      [stranger.id],
    );
    const noticeId = Number(rows[0]?.id);
    const { sessions } = await server.call('GET user/center2', {}, { token: stranger.token });
    before = await server.fingerprint();
    const mine = { token: customer.token };
    expect((await server.refused('PUT coin/trade', { order_id: orderId }, mine)).code).toBe('unknown_order');
    expect((await server.call('GET coin/fills', { order_id: orderId }, mine)).items).toEqual([]);
    const listed = await server.call('GET coin/list', {}, mine);
    expect(listed.items.map(order => order.order_id)).not.toContain(orderId);
    const session = { session_id: sessions[0]?.id ?? 0 };
    expect((await server.refused('POST user/revoke_session', session, mine)).code).toBe('not_found');
    expect((await server.refused('POST news/detail', { id: noticeId }, mine)).code).toBe('not_found');
    expect((await server.refused('POST news/detail', { id: noticeId })).code).toBe('not_found');
    expect((await server.call('POST news/detail', { id: noticeId }, { token: stranger.token })).title).toBe(
      'Private',
    );
    expect(await server.fingerprint()).toBe(before);
  });

  it('cannot be named: a customer’s id in the request is not read', async () => {
    const body = { market_id: 1, side: 'buy', price: '60000', quantity: '0.001' } as const;
    const request = requestOf(
      'POST coin/trade',
      { ...body, customer_id: stranger.id, customerId: stranger.id },
      { token: customer.token, key: freshKey() },
    );
    const { body: reply } = await server.send(request);
    expect(reply.type).toBe('ok');
    const listed = await server.call('GET coin/list', {}, { token: stranger.token });
    const orderId = (reply.data as { order: { order_id: number } }).order.order_id;
    expect(listed.items.map(order => order.order_id)).not.toContain(orderId);
  });
});

describe('markets and currencies that do not exist', () => {
  it.each([
    ['GET currency/deal', { market_id: 99 }, 'unknown_market'],
    ['GET currency/new_timeshar', { market_id: 99, interval: '1m' }, 'unknown_market'],
    ['POST coin/trade', { market_id: 99, side: 'buy', price: '1', quantity: '1' }, 'unknown_market'],
    ['POST coin/cancel_all', { market_id: 99 }, 'unknown_market'],
    ['GET coin/list', { market_id: 99 }, 'unknown_market'],
    ['GET coin/fills', { market_id: 99 }, 'unknown_market'],
    ['GET coin/convert', { from: 99, to: 3 }, 'unknown_currency'],
    ['GET coin/convert', { from: 3, to: 9999 }, 'unknown_currency'],
    ['POST wallet/detail', { account: 'spot', currency_id: 99 }, 'unknown_currency'],
    ['POST wallet/legal_log', { currency_id: 99 }, 'unknown_currency'],
    ['POST wallet/change', { from: 'spot', to: 'trust', currency_id: 9999, amount: '1' }, 'unknown_currency'],
    ['GET wallet/hzhistory', { currency_id: 99 }, 'unknown_currency'],
    ['POST wallet/get_in_address', { currency_id: 99 }, 'unknown_currency'],
    ['POST wallet/get_info', { currency_id: 99 }, 'unknown_currency'],
    ['POST wallet/get_address', { currency_id: 99 }, 'unknown_currency'],
    ['GET charge_mention/log2', { currency_id: 99 }, 'unknown_currency'],
    ['GET charge_mention/log3', { currency_id: 99 }, 'unknown_currency'],
  ] as const)('%s %o: %s', async (name, input, expected) => {
    expect(await expectRefusal(await sendBad(name, input))).toBe(expected);
  });
});

describe('paths that do not exist', () => {
  it.each(['/api/', '/api/coin', '/api/coin/trade/', '/api/../etc/passwd', '/api/%zz', '/nope'])(
    '%s',
    async url => {
      expect(await expectRefusal(await server.send({ method: 'GET', url }))).toBe('not_found');
    },
  );
});
