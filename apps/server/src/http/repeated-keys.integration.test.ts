import { CORE_REFUSALS } from '@tallystick/core';
import { calls, type CallName } from '@tallystick/protocol';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Players } from '../modules/option/testing/players.ts';
import { mayWithdraw, saveAddress, withdrawing } from '../modules/testing/withdrawing.ts';
import { listDemoTrust } from '../modules/trust/listing.ts';
import type { PerpetualTraders } from '../testing/perpetual-traders.ts';
import { samplePicture, uploadPicture } from '../testing/sample-pictures.ts';
import { CALL_NAMES, requestOf, type Answer } from '../testing/test-requests.ts';
import { freshKey, TestServer, type TestCustomer } from '../testing/test-server.ts';
import { BTC_USDT } from '../testing/traders.ts';
import { startPopulatedServer } from './testing/populated-server.ts';
import { expectRefused } from './testing/expect-refused.ts';
import { VALID } from './testing/valid-input.ts';

/** Other values for the same key, for calls without an amount or quantity to change. */
const OTHERWISE: Partial<Record<CallName, object>> = {
  'POST coin/batch': { parts: '[{"do":"cancel","order_id":999998}]' },
  'POST lever/batch': { parts: '[{"do":"cancel","order_id":999998}]' },
  'POST lever/amend': { lots: 3 },
  'POST lever/replace': { lots: 3 },
  'POST lever/submit': { lots: 2 },
  'POST lever/order': { lots: 2 },
  'POST lever/conditional_order': { lots: 2 },
  'POST lever/close': { lots: 2 },
  'POST lever/close_all': { market_id: 2 },
  'POST lever/reverse': { worst_price: '49999' },
  'POST lever/offset': { lots: 2 },
  'POST lh/deposit': { amount: '200' },
  'POST lh/deposit/order/cancel': { penalty: '10' },
};

/** Otherwise valid calls that the exchange refuses for temporary reasons. */
const REFUSED: Partial<Record<CallName, object>> = {
  'POST coin/trade': { quantity: '10' },
  'POST coin/amend': { quantity: '10' },
  'POST wallet/change': { amount: '100000' },
  'POST wallet/out': { amount: '100000' },
  'POST microtrade/submit': { amount: '100000' },
  'POST lever/submit': { lots: 5_000, take_profit_price: undefined, stop_loss_price: undefined },
  'POST lever/order': { lots: 5_000 },
  'POST lever/conditional_order': { trigger_price: '50000' },
  'POST lever/close': { price: '70000' },
  'POST lever/reverse': { worst_price: '70000' },
  'POST lever/offset': { lots: 50 },
  'POST lever/add_margin': { amount: '5000' },
  'POST lever/remove_margin': { amount: '5000' },
  'POST lh/deposit': { amount: '9000' },
  'POST lh/deposit/order/cancel': { penalty: '0.000001' },
  'POST lh/send/order': { amount: '100000' },
};

const moving = CALL_NAMES.filter(name => 'idempotent' in calls[name]);

let server: TestServer;
let contracts: PerpetualTraders;
let customer: TestCustomer;
let stranger: TestCustomer;
let before: string;

/** All answers, to be asked for again after a restart. */
const told: { readonly request: ReturnType<typeof requestOf>; readonly body: Answer['body'] }[] = [];

beforeAll(async () => {
  ({ server, contracts, customer, stranger } = await startPopulatedServer());
});
afterAll(() => server.close());
beforeEach(async () => {
  before = await server.fingerprint();
});

const expectRefusal = (answer: Answer) => expectRefused(server, before, answer);

/** Valid input of calls that need the customer's own data: a picture, an address, a code just sent. */
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
  if (name === 'POST convert/accept') return { quote: await ownQuote(who) };
  if (name === 'POST convert/dust') return { quote: await ownDustQuote(who) };
  if (name === 'POST coin/amend') return { ...VALID[name], order_id: await ownOrder(who) };
  if (name === 'POST coin/replace') return { ...VALID[name], cancel_order_id: await ownOrder(who) };
  if (name.startsWith('POST lever/')) return { ...VALID[name], ...(await ownPositions(name, who)) };
  return VALID[name];
}

async function ownOrder({ token }: TestCustomer): Promise<number> {
  const bid = { market_id: 1, side: 'buy', price: '58000', quantity: '0.002' } as const;
  const { order } = await server.call('POST coin/trade', bid, { token, key: freshKey() });
  return order.order_id;
}

/** A new quote each time, for bitcoin that somebody wants to buy. */
async function ownQuote({ token }: TestCustomer): Promise<string> {
  server.clock.nowMs += 1;
  await contracts.index(60_000);
  const maker = await server.customer('funded');
  const bid = { market_id: 1, side: 'buy', price: '60000', quantity: '0.01' } as const;
  await server.call('POST coin/trade', bid, { token: maker.token, key: freshKey() });
  return (await server.call('POST convert/quote', { from_id: 1, to_id: 3, amount: '0.001' }, { token }))
    .quote;
}

/** A new quote each time, for a small bitcoin balance that the treasury buys. */
async function ownDustQuote(who: TestCustomer): Promise<string> {
  server.clock.nowMs += 1;
  await contracts.index(60_000);
  const key = { ownerId: who.id, account: 'spot', currencyId: 1 } as const;
  const { availableMinor } = server.engine.exchange.balance(key);
  const terms = {
    spreadPpm: 10_000,
    mostMinor: 5_000_000,
    customerDailyMinor: 9e7,
    dailyMinor: 9e9,
    staleMs: 1_000,
  };
  await server.submit({ type: 'configureDust', terms });
  await server.submit({
    type: 'fundHouse',
    from: 'faucet',
    to: 'treasury',
    currencyId: 3,
    amountMinor: 10_000_000n,
    reference: 'test',
  });
  const between = { type: 'transfer', customerId: who.id, currencyId: 1 } as const;
  await server.submit(
    availableMinor > 5_000n
      ? { ...between, from: 'spot', to: 'trust', amountMinor: availableMinor - 5_000n }
      : { ...between, from: 'trust', to: 'spot', amountMinor: 5_000n - availableMinor },
  );
  const { chosen } = await server.call('POST convert/dust_quote', {}, { token: who.token });
  return chosen?.quote ?? '';
}

/** Funds the trust account, and buys a deposit if the call needs one. */
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

/** A long and a short position of five lots, and the ids that the call needs. */
async function ownPositions(name: CallName, who: TestCustomer): Promise<Readonly<Record<string, unknown>>> {
  await contracts.begin();
  const maker = await contracts.join(1_000_000);
  await contracts.quote(maker, '59990', '60010', 100);
  await contracts.welcome(who);
  const mode = name === 'POST lever/order' ? 'hedge' : 'each';
  await server.submit({ type: 'setPositionMode', customerId: who.id, marketId: BTC_USDT, mode });
  const { position: long } = await contracts.open(who, { lots: 5 });
  const { position: short } = await contracts.open(who, { lots: 5, direction: 'short' });
  if (name === 'POST lever/offset') {
    return { long_position_id: long.position_id, short_position_id: short.position_id };
  }
  if (name === 'POST lever/remove_margin') {
    const more = { position_id: long.position_id, amount: '20' };
    await server.call('POST lever/add_margin', more, { token: who.token, key: freshKey() });
  }
  if (name === 'POST lever/amend' || name === 'POST lever/replace') {
    const waits = { type: 'limit', price: '58900', lots: 5 } as const;
    const { position } = await contracts.open(who, waits);
    const id = name === 'POST lever/amend' ? 'order_id' : 'cancel_order_id';
    return { [id]: position.position_id };
  }
  return 'position_id' in VALID[name] ? { position_id: long.position_id } : {};
}

/** Changes everything an answer may contain, such as balances, prices and states, and adds what did not exist. */
async function disturb(who: TestCustomer): Promise<void> {
  for (const account of ['spot', 'contract', 'option', 'trust'] as const) {
    await server.submit({
      type: 'credit',
      customerId: who.id,
      account,
      currencyId: 3,
      amountMinor: 1_000_000_000_000n,
      from: 'faucet',
      reference: 'test',
    });
  }
  server.clock.nowMs += 1_000;
  await contracts.index(60_040);
  await server.submit({ type: 'cancelAllOrders', customerId: who.id, marketId: null });
  await server.submit({ type: 'closeAllPositions', customerId: who.id, marketId: null });
  const { items } = await server.call('GET charge_mention/log3', {}, { token: who.token });
  for (const { withdrawal_id } of items) {
    await server.call('POST wallet/out/cancel', { withdrawal_id }, { token: who.token });
  }
  await server.database.pool.query(
    `update deposits set state = 'rejected', reason = 'unreadable', decided_at_ms = 1 where customer_id = $1`,
    [who.id],
  );
}

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
    // The faucet has been used once, and the next claim must wait a day.
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

  it('answers with the first result even after everything has changed', async () => {
    // A funded customer has already used the faucet.
    const who = await server.customer(name === 'POST wallet/faucet' ? 'empty' : 'funded');
    const request = requestOf(name, await ownInput(name, who), { token: who.token, key: freshKey() });
    const { body } = await server.send(request);
    expect(body.type).toBe('ok');
    told.push({ request, body });
    await disturb(who);
    before = await server.fingerprint();
    expect((await server.send(request)).body).toEqual(body);
    expect(await server.fingerprint()).toBe(before);
  });

  it.runIf(name in REFUSED)('answers with the first refusal, though it could be done by now', async () => {
    const who = await server.customer('funded');
    const input = { ...(await ownInput(name, who)), ...REFUSED[name] };
    const request = requestOf(name, input, { token: who.token, key: freshKey() });
    before = await server.fingerprint();
    const [first, second] = await Promise.all([server.send(request), server.send(request)]);
    expect(CORE_REFUSALS).toContain(await expectRefusal(first));
    expect(second.body).toEqual(first.body);
    told.push({ request, body: first.body });
    await disturb(who);
    before = await server.fingerprint();
    expect((await server.send(request)).body).toEqual(first.body);
    expect(await server.fingerprint()).toBe(before);
    // The message is in the caller's language.
    const inThai = await server.send({ ...request, headers: { ...request.headers, lang: 'th' } });
    expect(inThai.body).toMatchObject({ code: first.body.code, data: first.body.data });
    expect(inThai.body.message).not.toBe(first.body.message);
  });

  it('refuses a used key with other input', async () => {
    if (Object.keys(VALID[name]).length === 0) return;
    const who = await server.customer('funded');
    const key = freshKey();
    const input = await ownInput(name, who);
    const sendAs = (other: object) => server.send(requestOf(name, other, { token: who.token, key }));
    expect((await sendAs(input)).body.type).toBe('ok');
    before = await server.fingerprint();
    const changed = name.startsWith('POST convert/')
      ? await ownInput(name, who)
      : (OTHERWISE[name] ?? { ['quantity' in input ? 'quantity' : 'amount']: '0.002' });
    before = await server.fingerprint();
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

it('gives the same answers after a restart', async () => {
  expect(told).toHaveLength(moving.length + Object.keys(REFUSED).length);
  await server.stop();
  server = await TestServer.start({ after: server });
  for (const { request, body } of told) {
    expect((await server.send(request)).body).toEqual(body);
  }
});
