import { HOUR_MS } from '@tallystick/core/durations';
import { calls } from '@tallystick/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Transfer } from '../../chains/watcher/chain-watcher.ts';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { arrivedTransfer } from '../testing/arrived-transfer.ts';
import { FailingBus } from '../testing/failing-bus.ts';
import { spotBalance, sumsToZero } from '../testing/ledger.ts';
import { changeSetting } from '../testing/setting.ts';
import { mayWithdraw, saveAddress, tryToWithdraw } from '../testing/withdrawing.ts';
import { agree, believedDeposit, reversalOf } from '../correction/testing/mistakes.ts';

const WEEK_MS = 7 * 24 * HOUR_MS;

let server: TestServer;
let bus: FailingBus;
let shift = 0;
let transactions = 0;
let ann: TestDesk;
let bob: TestDesk;
let carol: TestDesk;
let dave: TestDesk;
let customer: TestCustomer;
let depositId: number;

async function begin(): Promise<void> {
  server = await TestServer.start({ bus: inner => (bus = new FailingBus(inner)) });
}

beforeAll(begin);
afterAll(() => server.close());
/** Each test has its own customer with a deposit of 100 USDT, and new operators. */
beforeEach(async () => {
  await openDesks();
  customer = await server.customer();
  depositId = await believedDeposit(server, bob, customer, '100');
});
afterEach(() => sumsToZero(server));

async function openDesks(): Promise<void> {
  shift++;
  [ann, bob, carol, dave] = (await Promise.all(
    ['ann', 'bob', 'carol', 'dave'].map(name => TestDesk.open(server, 'accountant', `${name}${shift}`)),
  )) as [TestDesk, TestDesk, TestDesk, TestDesk];
}

const announce = (amount = '100', id = depositId) =>
  agree([ann, bob], 'deposit_reversal', reversalOf(id, amount));
const balance = async () => (await spotBalance(server, customer))[0];
const shown = async () =>
  (await server.call('GET charge_mention/log2', { deposit_id: depositId }, { token: customer.token }))
    .items[0];
const object = (text = 'I sent it myself.') =>
  server.try('POST wallet/deposit_objection', { deposit_id: depositId, text }, { token: customer.token });
const titles = async () =>
  (await server.call('POST news/list', {}, { token: customer.token, lang: 'en' })).items.map(
    one => one.title,
  );
const reversalId = async () => (await ann.call('GET desk/reversals', {})).items[0]?.id ?? 0;
const custody = () =>
  server.engine.exchange.balance({ ownerId: 0, account: 'custodyTron', currencyId: 3 }).availableMinor;
const owed = () => server.engine.exchange.owedMinor(customer.id, 3);
const move = (amount: string) =>
  server.call(
    'POST wallet/change',
    { from: 'spot', to: 'trust', currency_id: 3, amount },
    { token: customer.token, key: freshKey() },
  );

/** Advances the clock and does what the timer does. */
async function after(ms: number): Promise<void> {
  server.clock.nowMs += ms;
  await server.services.money.finish();
}

async function review(people: readonly [TestDesk, TestDesk], uphold: boolean): Promise<string | number> {
  const change = { reversal_id: await reversalId(), uphold, text: 'Looked at again' };
  return agree(people, 'reversal_review', change);
}

describe('a deposit credited by mistake', () => {
  it('is announced with its reason, and taken back when the time for objections is over', async () => {
    const before = custody();
    expect(await announce()).toBe(1);
    expect(await shown()).toMatchObject({
      state: 'passed',
      reversal: {
        state: 'announced',
        amount: '100',
        reason: 'wrong_customer',
        text: 'It names another account.',
        due_at_ms: server.clock.nowMs + 72 * HOUR_MS,
        may_object: true,
      },
    });
    expect(await titles()).toContain('A deposit is to be taken back: 100 USDT');
    await after(72 * HOUR_MS - 1);
    expect(await balance()).toBe('100');
    await after(1);
    expect(await balance()).toBe('0');
    expect(custody() - before).toBe(100_000_000n);
    expect(await shown()).toMatchObject({
      state: 'reversed',
      reversal: { state: 'done', may_object: false },
    });
    const { items } = await server.call('POST wallet/legal_log', {}, { token: customer.token });
    expect(items[0]).toMatchObject({
      reason: 'deposit_reversal',
      amount: '-100',
      reference: `deposit:${depositId}:correction`,
    });
    await after(0);
    expect(await balance()).toBe('0');
  });

  it('can be taken in part, but never above its amount and never twice', async () => {
    expect(await announce('100.000001')).toBe('invalid_amount');
    expect(await announce('40')).toBe(1);
    expect(await announce('40')).toBe('deposit_not_reversible');
    await after(72 * HOUR_MS);
    expect(await balance()).toBe('60');
    expect(await shown()).toMatchObject({ state: 'passed', reversal: { state: 'done', amount: '40' } });
    await openDesks();
    expect(await announce('40')).toBe('deposit_not_reversible');
    const { rows } = await server.database.pool.query(
      'select * from deposit_reversals where deposit_id = $1',
      [depositId],
    );
    expect(rows).toHaveLength(1);
    const more = server.database.pool.query(
      'update deposit_reversals set amount_minor = deposit_minor + 1 where deposit_id = $1',
      [depositId],
    );
    await expect(more).rejects.toThrow('check constraint');
  });

  it('is announced once when two proposals are confirmed at the same moment', async () => {
    const propose = async () =>
      (
        await ann.call('POST desk/propose', {
          kind: 'deposit_reversal',
          change: reversalOf(depositId, '100'),
          note: 'Twice',
        })
      ).id;
    const ids = [await propose(), await propose()];
    const answers = await Promise.all(
      ids.map(id => bob.try('POST desk/proposal_decide', { id, decision: 'confirm' })),
    );
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual([1, 'proposal_outdated']);
    await after(72 * HOUR_MS);
    expect(await balance()).toBe('0');
  });

  it('leaves a debt for money already gone, which the next deposit pays', async () => {
    await announce();
    await move('70');
    await after(72 * HOUR_MS);
    expect([await balance(), owed()]).toEqual(['0', 70_000_000n]);
    await openDesks();
    await believedDeposit(server, carol, customer, '90');
    expect([await balance(), owed()]).toEqual(['20', 0n]);
  });

  it('takes two people, and a credited deposit', async () => {
    expect(await agree([ann, ann], 'deposit_reversal', reversalOf(depositId, '1'))).toBe('same_operator');
    expect(await announce('1', 999_999)).toBe('not_found');
    const { rows } = await server.database.pool.query<{ id: string }>(
      `insert into deposits (customer_id, channel, currency_id, amount_minor, approvals_needed, state, created_at_ms)
       values ($1, 'bank', 3, 5000000, 1, 'rejected', 0) returning id`,
      [customer.id],
    );
    expect(await announce('1', Number(rows[0]?.id))).toBe('deposit_not_reversible');
  });

  it('cannot be announced with less than a day for objections', async () => {
    const value = { ...server.services.settings.get('corrections'), objection_hours: 23 };
    const change = { name: 'corrections', value };
    expect(await agree([ann, bob], 'setting', change)).toBe('invalid_input');
    await changeSetting(server, 'corrections', { ...value, objection_hours: 24 });
    await announce();
    await changeSetting(server, 'corrections', { ...value, objection_hours: 72 });
    expect((await shown())?.reversal?.due_at_ms).toBe(server.clock.nowMs + 24 * HOUR_MS);
    const sooner = server.database.pool.query('update deposit_reversals set due_at_ms = announced_at_ms');
    await expect(sooner).rejects.toThrow('check constraint');
  });
});

describe('an objection', () => {
  it('stops it until two other people have reviewed it', async () => {
    await announce();
    expect((await object('')).body.code).toBe('remark_invalid');
    expect((await object()).body).toMatchObject({
      data: {
        deposit: { reversal: { state: 'objected', may_object: false, objection: 'I sent it myself.' } },
      },
    });
    expect((await object()).body.code).toBe('objection_closed');
    await after(100 * HOUR_MS);
    expect(await balance()).toBe('100');
    await openDesks();
    expect(await review([carol, dave], true)).toBe(1);
    expect(await titles()).toContain('Your objection was looked at: 100 USDT');
    await after(0);
    expect(await balance()).toBe('0');
    expect(await shown()).toMatchObject({ state: 'reversed', reversal: { state: 'done' } });
  });

  it('is not judged by the people who announced it, neither as proposer nor as second person', async () => {
    await announce();
    await object();
    expect(await review([ann, carol], true)).toBe('same_operator');
    expect(await review([bob, carol], true)).toBe('same_operator');
    expect(await review([carol, ann], false)).toBe('same_operator');
    expect(await review([carol, carol], true)).toBe('same_operator');
    const { items } = await ann.call('GET desk/reversals', {});
    expect([items[0]?.may_review, (await carol.call('GET desk/reversals', {})).items[0]?.may_review]).toEqual(
      [false, true],
    );
    const forced = server.database.pool.query(
      `update deposit_reversals set state = 'upheld' where state = 'objected'`,
    );
    await expect(forced).rejects.toThrow('check constraint');
    expect(await review([carol, dave], false)).toBe(1);
    await after(100 * HOUR_MS);
    expect(await balance()).toBe('100');
    expect(await shown()).toMatchObject({ state: 'passed', reversal: { state: 'dropped' } });
  });

  it('without a review ends the reversal after a week', async () => {
    await announce();
    await object();
    await after(WEEK_MS - 1);
    expect((await shown())?.reversal?.state).toBe('objected');
    await after(1);
    expect(await shown()).toMatchObject({ state: 'passed', reversal: { state: 'dropped' } });
    expect(await titles()).toContain('A deposit is not taken back: 100 USDT');
  });

  it('must be in time, and by the owner', async () => {
    await announce();
    const stranger = await server.customer();
    const input = { deposit_id: depositId, text: 'Mine' };
    const { body } = await server.try('POST wallet/deposit_objection', input, { token: stranger.token });
    expect(body.code).toBe('not_found');
    server.clock.nowMs += 72 * HOUR_MS;
    expect((await object()).body.code).toBe('objection_closed');
  });

  it('is not needed when operators find the announcement wrong: it can be dropped', async () => {
    await announce();
    expect(await review([ann, bob], false)).toBe(1);
    await after(100 * HOUR_MS);
    expect(await balance()).toBe('100');
    await openDesks();
    expect(await announce()).toBe(1);
  });
});

describe('a deposit that its chain reverses', () => {
  const arrive = async (): Promise<Transfer> => {
    const { address } = await server.chains.addresses.addressFor(customer.id, 'ERC20', 3);
    const named = (++transactions).toString(16).padStart(2, '0');
    const transfer = arrivedTransfer(customer, 70_000_000n, { named, address });
    await server.services.money.sink.onConfirmed(transfer);
    const { items } = await server.call('GET charge_mention/log2', {}, { token: customer.token });
    depositId = items[0]?.deposit_id ?? 0;
    return transfer;
  };

  it('loses only what is left after a part was taken back as a mistake', async () => {
    const transfer = await arrive();
    expect(await announce('30')).toBe(1);
    await after(72 * HOUR_MS);
    expect(await balance()).toBe('140');
    await server.services.money.sink.onReorganised(transfer);
    await server.services.money.sink.onReorganised(transfer);
    expect([await balance(), owed()]).toEqual(['100', 0n]);
    expect((await shown())?.state).toBe('reversed');
  });

  it('replaces an announced reversal: that is dropped, and nothing is taken twice', async () => {
    const transfer = await arrive();
    expect(await announce('70')).toBe(1);
    await server.services.money.sink.onReorganised(transfer);
    expect(await shown()).toMatchObject({ state: 'reversed', reversal: { state: 'dropped' } });
    await after(100 * HOUR_MS);
    expect([await balance(), owed()]).toEqual(['100', 0n]);
  });
});

describe('before it is taken', () => {
  it('this amount cannot be withdrawn, in whichever account it is, and nothing else is held', async () => {
    await mayWithdraw(server, customer);
    const { address_id } = await saveAddress(server, customer);
    await announce('60');
    const refused = await tryToWithdraw(server, customer, { address_id, amount: '40.000001' });
    expect(refused.body).toMatchObject({ code: 'amount_on_hold', data: { held: '60', available: '40' } });
    expect(calls['POST wallet/out'].errors).toContain('amount_on_hold');
    const info = { currency_id: 3 };
    const { available } = await server.call('POST wallet/get_info', info, { token: customer.token });
    expect(available).toBe('40');
    // Trading and transfers stay possible: if the money is lost, the customer owes it.
    await move('55');
    server.clock.nowMs += 61_000;
    expect((await tryToWithdraw(server, customer, { address_id, amount: '40' })).body.code).toBe(1);
    server.clock.nowMs += 61_000;
    const rest = await tryToWithdraw(server, customer, { address_id, amount: '20' });
    expect(['insufficient_balance', 'amount_on_hold']).toContain(rest.body.code);
    await review([ann, bob], false);
    expect((await server.call('POST wallet/get_info', info, { token: customer.token })).available).toBe('5');
  });
});

describe.each(['before', 'after'] as const)('a crash %s the exchange has it', moment => {
  it('neither loses nor doubles it', async () => {
    await announce('30');
    bus.failAt('reverseDeposit', moment);
    await after(72 * HOUR_MS);
    expect(bus.isDead).toBe(true);
    expect((await shown())?.reversal?.state).toBe('reversing');
    await server.stop();
    // As after a long time, when the exchange has forgotten its keys and only the ledger knows.
    await server.database.pool.query('delete from idempotency');
    server = await TestServer.start({ after: server, bus: inner => (bus = new FailingBus(inner)) });
    await Promise.all([server.services.money.finish(), server.services.money.finish()]);
    await server.services.money.finish();
    expect(await balance()).toBe('70');
    expect(await shown()).toMatchObject({ state: 'passed', reversal: { state: 'done' } });
    expect((await titles()).filter(title => title === 'A deposit was taken back: 30 USDT')).toHaveLength(1);
    // Each server numbers its customers from the start.
    await sumsToZero(server);
    await server.close();
    await begin();
  });
});
