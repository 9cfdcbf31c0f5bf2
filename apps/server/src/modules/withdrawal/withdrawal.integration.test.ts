import { DAY_MS } from '@tallystick/core/durations';
import type { CallInput } from '@tallystick/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestDesk } from '../../testing/test-desk.ts';
import { freshKey, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { turnOnTwoFactor } from '../security/testing/authenticator-app.ts';
import { proofCode, setFundPassword } from '../security/testing/proof-code.ts';
import { spotBalance, sumsToZero } from '../testing/ledger.ts';
import { changeSetting } from '../testing/setting.ts';
import {
  decideWithdrawal,
  freshTransaction,
  saveAddress,
  tryToWithdraw,
  withdraw,
  withdrawer,
  withdrawing,
  type Withdrawing,
} from '../testing/withdrawing.ts';

let server: TestServer;
let desk: TestDesk;
let other: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
});
// A new operator for each test: the clock moves by days, and sessions expire.
let shift = 0;
beforeEach(async () => {
  desk = await TestDesk.open(server, 'accountant', `ann${++shift}`);
  other = await TestDesk.open(server, 'compliance', `bob${shift}`);
});
afterAll(() => server.close());
// The frozen balance equals the pending amounts, and every currency sums to zero.
afterEach(() => sumsToZero(server));

const ready = async (): Promise<[TestCustomer, { address_id: number }]> => {
  const customer = await withdrawer(server);
  const { address_id } = await saveAddress(server, customer);
  return [customer, { address_id }];
};

const log = (customer: TestCustomer, input: CallInput<'GET charge_mention/log3'> = {}) =>
  server.call('GET charge_mention/log3', input, { token: customer.token });
const stateOf = async (customer: TestCustomer, id: number) =>
  (await log(customer, { withdrawal_id: id })).items[0]?.state;
const money = (customer: TestCustomer) => spotBalance(server, customer);

describe('a withdrawal', () => {
  it('freezes its money, is approved and sent, and the customer is notified of each step', async () => {
    const [customer, to] = await ready();
    const asked = await withdraw(server, customer, { ...to, amount: '250.5', remark: 'Savings' });
    expect(asked).toMatchObject({
      state: 'processing',
      amount: '250.5',
      fee: '1',
      receive: '249.5',
      receive_currency: 'USDT',
      network: 'TRC20',
      address_label: 'Cold wallet',
      remark: 'Savings',
      can_cancel: true,
    });
    expect(await money(customer)).toEqual(['9749.5', '250.5']);
    const detail = { account: 'spot', currency_id: 3 } as const;
    const { holds } = await server.call('POST wallet/detail', detail, { token: customer.token });
    expect(holds).toMatchObject([
      { kind: 'withdrawal', reference: `withdrawal:${asked.withdrawal_id}`, amount: '250.5', label: 'TRC20' },
    ]);
    const id = asked.withdrawal_id;
    expect(await decideWithdrawal(desk, id, 'approve')).toBe(1);
    expect(await stateOf(customer, id)).toBe('approved');
    expect(await money(customer)).toEqual(['9749.5', '250.5']);
    const transaction = freshTransaction();
    expect(await decideWithdrawal(desk, id, 'send', transaction)).toBe(1);
    expect((await log(customer)).items).toMatchObject([
      { state: 'passed', transaction_id: transaction, can_cancel: false },
    ]);
    expect(await money(customer)).toEqual(['9749.5', '0']);
    const ledger = await server.call('POST wallet/legal_log', {}, { token: customer.token });
    expect(ledger.items[0]).toMatchObject({
      reason: 'withdrawal',
      amount: '-250.5',
      reference: `withdrawal:${id}`,
    });
    await server.services.outbox.idle();
    // Mails are sent in parallel, so their order is not fixed.
    const subjects = server.messages.filter(one => one.recipient === customer.email).map(one => one.subject);
    expect(subjects.filter(subject => subject.startsWith('Withdrawal')).toSorted()).toEqual([
      'Withdrawal approved: 250.5 USDT',
      'Withdrawal requested: 250.5 USDT',
      'Withdrawal sent: 250.5 USDT',
    ]);
    const notices = await server.call('POST news/list', {}, { token: customer.token, lang: 'jp' });
    expect(notices.items[0]?.title).toBe('出金が送金されました：250.5 USDT');
  });

  it('is rejected with a reason, even after an approval; the money comes back', async () => {
    const [customer, to] = await ready();
    const one = await withdraw(server, customer, to);
    const two = await withdraw(server, customer, to);
    expect(await money(customer)).toEqual(['9800', '200']);
    await decideWithdrawal(desk, two.withdrawal_id, 'approve');
    for (const { withdrawal_id: id } of [one, two]) {
      expect(await decideWithdrawal(other, id, 'reject')).toBe(1);
      expect((await log(customer, { withdrawal_id: id })).items).toMatchObject([
        { state: 'rejected', reason: 'The name does not match' },
      ]);
    }
    expect(await money(customer)).toEqual(['10000', '0']);
  });

  it('is cancelled by its owner while it is under review, and by nobody else', async () => {
    const [customer, to] = await ready();
    const stranger = await server.customer();
    const { withdrawal_id } = await withdraw(server, customer, to);
    const cancel = (token: string) => server.try('POST wallet/out/cancel', { withdrawal_id }, { token });
    expect((await cancel(stranger.token)).body.code).toBe('unknown_withdrawal');
    const answers = await Promise.all([cancel(customer.token), cancel(customer.token)]);
    expect(answers.map(({ body }) => body.code).toSorted()).toEqual([1, 'withdrawal_not_pending']);
    expect(await stateOf(customer, withdrawal_id)).toBe('cancelled');
    expect(await money(customer)).toEqual(['10000', '0']);
    const approved = await withdraw(server, customer, to);
    await decideWithdrawal(desk, approved.withdrawal_id, 'approve');
    const late = { withdrawal_id: approved.withdrawal_id };
    const refused = await server.refused('POST wallet/out/cancel', late, { token: customer.token });
    expect(refused.code).toBe('withdrawal_not_pending');
  });

  it('is either cancelled or approved when both happen at the same moment', async () => {
    const [customer, to] = await ready();
    const { withdrawal_id: id } = await withdraw(server, customer, to);
    const [cancelled, approved] = await Promise.all([
      server.try('POST wallet/out/cancel', { withdrawal_id: id }, { token: customer.token }),
      decideWithdrawal(desk, id, 'approve'),
    ]);
    expect([cancelled.body.code === 1, approved === 1].filter(Boolean)).toHaveLength(1);
    expect(await money(customer)).toEqual(approved === 1 ? ['9900', '100'] : ['10000', '0']);
  });

  it('is one however often it is sent, with a code that is used once', async () => {
    const [customer, to] = await ready();
    const input = await withdrawing(server, customer, to);
    const key = freshKey();
    const send = (change: Partial<Withdrawing> = {}) =>
      server.try('POST wallet/out', { ...input, ...change }, { token: customer.token, key });
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ body }) => body.type)).toEqual(['ok', 'ok', 'ok']);
    expect((await send({ code: '000000' })).body).toEqual(answers[0]?.body);
    expect((await log(customer)).items).toHaveLength(1);
    expect(await money(customer)).toEqual(['9900', '100']);
    expect((await send({ amount: '101' })).body.code).toBe('idempotency_key_reused');
    const again = await server.refused('POST wallet/out', input, { token: customer.token, key: freshKey() });
    expect(again.code).toBe('code_wrong');
  });
});

describe('what a withdrawal needs', () => {
  it.each([
    ['dust', { amount: '19.999999' }, 'below_minimum'],
    ['nothing', { amount: '0' }, 'invalid_amount'],
    ['more decimals than USDT has', { amount: '100.0000001' }, 'invalid_amount'],
    ['more than there is', { amount: '10000.000001' }, 'insufficient_balance'],
    ['more than there is in the world', { amount: '99999999999999999999' }, 'amount_too_large'],
    ['no address', { address_id: undefined }, 'address_required'],
    ['an address of another currency', { currency_id: 1, amount: '1' }, 'address_unknown'],
    ['a fee of the past', { fee: '0.5' }, 'fee_changed'],
    ['a wrong fund password', { password: '741852' }, 'fund_password_wrong'],
    ['a wrong code', { code: '000000' }, 'code_wrong'],
    ['a remark that poses as another', { remark: 'a\u202eb' }, 'remark_invalid'],
  ] as const)('is refused with %s', async (_, change, code) => {
    const [customer, to] = await ready();
    const { body } = await tryToWithdraw(server, customer, { ...to, ...(change as Partial<Withdrawing>) });
    expect(body.code).toBe(code);
    expect(await money(customer)).toEqual(['10000', '0']);
    expect((await log(customer)).items).toEqual([]);
  });

  it('is checked before the code: the code of a refused request can be used again', async () => {
    const [customer, to] = await ready();
    const input = await withdrawing(server, customer, { ...to, amount: '20000' });
    const send = (change: Partial<Withdrawing> = {}) =>
      server.try('POST wallet/out', { ...input, ...change }, { token: customer.token, key: freshKey() });
    expect((await send()).body).toMatchObject({
      code: 'insufficient_balance',
      data: { available: '10000', currency: 'USDT' },
    });
    expect((await send({ amount: '20' })).body.type).toBe('ok');
  });

  it('is an address from one’s own book', async () => {
    const [[, foreign], customer] = [await ready(), await withdrawer(server)];
    expect((await tryToWithdraw(server, customer, foreign)).body.code).toBe('address_unknown');
  });

  it('is a verified identity', async () => {
    const [customer, to] = await ready();
    await server.database.pool.query(`update customers set verification = 'under_review' where id = $1`, [
      customer.id,
    ]);
    expect((await tryToWithdraw(server, customer, to)).body.code).toBe('verification_required');
  });

  it('is a fund password', async () => {
    const [customer, to] = await ready();
    await server.database.pool.query('delete from fund_passwords where customer_id = $1', [customer.id]);
    expect((await tryToWithdraw(server, customer, to)).body.code).toBe('fund_password_missing');
  });

  it('is the second factor where it is on, and each code works once', async () => {
    const [customer, to] = await ready();
    const app = await turnOnTwoFactor(server, customer);
    expect((await tryToWithdraw(server, customer, to)).body.code).toBe('two_factor_required');
    const input = await withdrawing(server, customer, to);
    const two_factor_code = app.next();
    const send = (change: Partial<Withdrawing> = {}) =>
      server.try(
        'POST wallet/out',
        { ...input, two_factor_code, ...change },
        { token: customer.token, key: freshKey() },
      );
    expect((await send()).body.type).toBe('ok');
    const code = await proofCode(server, customer, 'withdraw');
    expect((await send({ code })).body.code).toBe('two_factor_wrong');
  });

  it('is a day’s wait after a fund password change, with the time it ends', async () => {
    const [customer, to] = await ready();
    await setFundPassword(server, customer, '369147');
    const changedAtMs = server.clock.nowMs;
    const { body } = await tryToWithdraw(server, customer, { ...to, password: '369147' });
    expect(body).toMatchObject({
      code: 'withdrawal_on_hold',
      message: expect.stringContaining(new Date(changedAtMs + DAY_MS).toISOString().slice(0, 10)),
      data: { reason: 'fund_password', until_ms: changedAtMs + DAY_MS },
    });
    const info = await server.call('POST wallet/get_info', { currency_id: 3 }, { token: customer.token });
    expect(info.hold).toEqual({ reason: 'fund_password', until_ms: changedAtMs + DAY_MS });
    server.clock.nowMs += DAY_MS;
    expect((await tryToWithdraw(server, customer, { ...to, password: '369147' })).body.type).toBe('ok');
  });

  it('is a wait for new addresses, as long as operators set', async () => {
    const [customer] = await ready();
    const limits = server.services.settings.get('withdrawal_limits');
    await changeSetting(server, 'withdrawal_limits', { ...limits, security_hold_hours: 2 });
    await setFundPassword(server, customer, '369147');
    const info = await server.call('POST wallet/get_info', { currency_id: 3 }, { token: customer.token });
    expect(info.hold?.until_ms).toBe(server.clock.nowMs + DAY_MS / 12);
    await changeSetting(server, 'withdrawal_limits', limits);
  });

  it('is an account that is not frozen', async () => {
    const [customer, to] = await ready();
    await server.submit({ type: 'setCustomerFrozen', customerId: customer.id, frozen: true });
    expect((await tryToWithdraw(server, customer, to)).body.code).toBe('customer_frozen');
  });
});

describe('three requests a day', () => {
  it('count even when sent at once, cancelled or not, until the day ends', async () => {
    const [customer, to] = await ready();
    const first = await withdraw(server, customer, to);
    await server.call(
      'POST wallet/out/cancel',
      { withdrawal_id: first.withdrawal_id },
      { token: customer.token },
    );
    await withdraw(server, customer, to);
    // One request uses the last code; the second one needs its own.
    const input = await withdrawing(server, customer, to);
    const answers = await Promise.all(
      [freshKey(), freshKey(), freshKey()].map(key =>
        server.try('POST wallet/out', input, { token: customer.token, key }),
      ),
    );
    expect(answers.filter(({ body }) => body.type === 'ok')).toHaveLength(1);
    const dayEndMs = (Math.floor(server.clock.nowMs / DAY_MS) + 1) * DAY_MS;
    expect((await tryToWithdraw(server, customer, to)).body).toMatchObject({
      code: 'withdrawals_per_day',
      data: { maximum: 3, until_ms: dayEndMs },
    });
    const info = await server.call('POST wallet/get_info', { currency_id: 3 }, { token: customer.token });
    expect(info.daily).toEqual({ applications_per_day: 3, applications_left: 0 });
    expect(await money(customer)).toEqual(['9800', '200']);
    server.clock.nowMs = dayEndMs;
    expect((await tryToWithdraw(server, customer, to)).body.type).toBe('ok');
  });

  it('stay three even if each has its own code and moment', async () => {
    const [customer, to] = await ready();
    const { per_day } = server.services.settings.get('withdrawal_limits');
    const results: string[] = [];
    for (let i = 0; i < per_day + 1; i++) {
      const { body } = await tryToWithdraw(server, customer, to);
      results.push(String(body.code));
    }
    expect(results).toEqual(['1', '1', '1', 'withdrawals_per_day']);
  });
});

describe('approval', () => {
  it('at or above the limit takes two people, never the same one twice', async () => {
    const [customer, to] = await ready();
    const { withdrawal_id: id } = await withdraw(server, customer, { ...to, amount: '5000' });
    expect(await decideWithdrawal(desk, id, 'approve')).toBe(1);
    expect(await stateOf(customer, id)).toBe('processing');
    expect(await decideWithdrawal(desk, id, 'approve')).toBe('same_operator');
    expect(await decideWithdrawal(desk, id, 'send', freshTransaction())).toBe('already_decided');
    expect(await decideWithdrawal(other, id, 'approve')).toBe(1);
    expect(await stateOf(customer, id)).toBe('approved');
    const detail = await desk.call('GET desk/queue_item', { queue: 'withdrawal', id });
    expect(detail.history.map(({ who, what }) => `${who} ${what}`)).toEqual([
      ' created',
      `ann${shift} approved`,
      `bob${shift} approved`,
    ]);
  });

  it('by two operators at once counts for both, or for one where one is enough', async () => {
    const [customer, to] = await ready();
    const large = await withdraw(server, customer, { ...to, amount: '5000' });
    const small = await withdraw(server, customer, to);
    const both = (id: number) =>
      Promise.all([decideWithdrawal(desk, id, 'approve'), decideWithdrawal(other, id, 'approve')]);
    expect(await both(large.withdrawal_id)).toEqual([1, 1]);
    expect((await both(small.withdrawal_id)).toSorted()).toEqual([1, 'already_decided']);
    expect(await stateOf(customer, large.withdrawal_id)).toBe('approved');
    const transactions = [freshTransaction(), freshTransaction()];
    const sent = await Promise.all([
      decideWithdrawal(desk, large.withdrawal_id, 'send', transactions[0]),
      decideWithdrawal(other, large.withdrawal_id, 'send', transactions[1]),
    ]);
    expect(sent.toSorted()).toEqual([1, 'already_decided']);
    expect(await money(customer)).toEqual(['4900', '100']);
  });

  it('and rejection at the same moment: only one of them counts', async () => {
    const [customer, to] = await ready();
    const { withdrawal_id: id } = await withdraw(server, customer, to);
    const results = await Promise.all([
      decideWithdrawal(desk, id, 'send', freshTransaction()),
      decideWithdrawal(desk, id, 'approve'),
      decideWithdrawal(other, id, 'reject'),
    ]);
    const state = await stateOf(customer, id);
    expect(['approved', 'rejected']).toContain(state);
    expect(results[0]).toBe('already_decided');
    expect(await money(customer)).toEqual(state === 'approved' ? ['9900', '100'] : ['10000', '0']);
  });

  it('waits while the customer is frozen; rejection does not', async () => {
    const [customer, to] = await ready();
    const { withdrawal_id: id } = await withdraw(server, customer, to);
    const approved = await withdraw(server, customer, to);
    await decideWithdrawal(desk, approved.withdrawal_id, 'approve');
    const freeze = (frozen: boolean) =>
      server.submit({ type: 'setCustomerFrozen', customerId: customer.id, frozen });
    await freeze(true);
    const { actions } = await desk.call('GET desk/queue_item', { queue: 'withdrawal', id });
    expect(actions.map(({ name, blocked }) => [name, blocked])).toEqual([
      ['approve', 'customer_frozen'],
      ['reject', null],
    ]);
    expect(await decideWithdrawal(desk, id, 'approve')).toBe('customer_frozen');
    const send = () => decideWithdrawal(desk, approved.withdrawal_id, 'send', freshTransaction());
    expect(await send()).toBe('customer_frozen');
    expect(await decideWithdrawal(desk, id, 'reject')).toBe(1);
    await freeze(false);
    expect(await send()).toBe(1);
    expect(await money(customer)).toEqual(['9900', '0']);
  });

  it('needs a role that allows it', async () => {
    const [customer, to] = await ready();
    const support = await TestDesk.open(server, 'support', `sue${shift}`);
    const { withdrawal_id: id } = await withdraw(server, customer, to);
    expect(await decideWithdrawal(support, id, 'approve')).toBe('operator_forbidden');
    expect((await support.call('GET desk/queue_item', { queue: 'withdrawal', id })).actions).toEqual([]);
  });
});

describe('sending', () => {
  it('needs a transaction id, and each transaction pays one withdrawal', async () => {
    const [customer, to] = await ready();
    const [one, two] = [await withdraw(server, customer, to), await withdraw(server, customer, to)];
    for (const { withdrawal_id: id } of [one, two]) await decideWithdrawal(desk, id, 'approve');
    const send = (withdrawal: typeof one, transaction?: string) =>
      decideWithdrawal(desk, withdrawal.withdrawal_id, 'send', transaction);
    expect(await send(one)).toBe('missing_field');
    expect(await send(one, 'sent it')).toBe('transaction_id_invalid');
    const transaction = freshTransaction();
    const answers = await Promise.all([send(one, transaction), send(two, transaction.toUpperCase())]);
    expect(answers.toSorted()).toEqual([1, 'transaction_used']);
    expect(await money(customer)).toEqual(['9800', '100']);
  });
});

describe('records', () => {
  it('are paged, filtered and only one’s own', async () => {
    const [customer, to] = await ready();
    const stranger = await server.customer();
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) ids.push((await withdraw(server, customer, to)).withdrawal_id);
    const first = await log(customer, { limit: 2 });
    expect(first.items.map(item => item.withdrawal_id)).toEqual([ids[2], ids[1]]);
    expect(
      (await log(customer, { limit: 2, cursor: first.next_cursor ?? '' })).items.map(
        item => item.withdrawal_id,
      ),
    ).toEqual([ids[0]]);
    expect((await log(customer, { state: 'passed' })).items).toEqual([]);
    expect((await log(customer, { currency_id: 9999 })).items).toEqual([]);
    expect((await log(stranger, { withdrawal_id: ids[0] })).items).toEqual([]);
  });

  it('seal everything that identifies a person', async () => {
    const [customer, to] = await ready();
    await withdraw(server, customer, { ...to, remark: 'For my daughter' });
    const { rows } = await server.database.pool.query<{ text: string }>(
      `select concat(w::text, encode(w.sealed, 'escape'), a::text, encode(a.sealed, 'escape')) as text
         from withdrawals w join withdrawal_addresses a using (customer_id) where customer_id = $1`,
      [customer.id],
    );
    expect(rows).toHaveLength(1);
    for (const secret of ['TJRabPrwb', 'Cold wallet', 'daughter']) {
      expect(rows[0]?.text).not.toContain(secret);
    }
  });
});
