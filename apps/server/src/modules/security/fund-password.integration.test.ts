import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '@tallystick/core/durations';
import { TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { newestMessage, otherThan, proofCode, setFundPassword } from './testing/proof-code.ts';
import { turnOnTwoFactor } from './testing/authenticator-app.ts';

const PASSWORD = '369258';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

const as = (customer: TestCustomer) => ({ token: customer.token });
const check = (customer: TestCustomer, password: string) =>
  server.try('POST user/valid_paypass', { password }, as(customer));

describe('the first fund password', () => {
  it('is missing at first, set with a code, and then known to every screen', async () => {
    const customer = await server.customer();
    expect(await server.call('POST user/has_password', {}, as(customer))).toEqual({
      has_password: false,
      locked_until_ms: null,
    });
    expect((await check(customer, PASSWORD)).body.code).toBe('fund_password_missing');
    await setFundPassword(server, customer, PASSWORD);
    expect(await newestMessage(server, customer.email)).toContain('fund password');
    expect(await server.call('POST user/has_password', {}, as(customer))).toMatchObject({
      has_password: true,
    });
    expect(await server.call('GET user/center', {}, as(customer))).toMatchObject({ has_fund_password: true });
    expect((await check(customer, PASSWORD)).body.type).toBe('ok');
    const page = await server.call('GET user/security', {}, as(customer));
    expect(page).toMatchObject({
      fund_password_changed_at_ms: server.clock.nowMs,
      fund_password_locked_until_ms: null,
      withdrawal_hold: null,
      hold_hours: 24,
    });
  });

  it.each([
    ['five digits', '12358', 'fund_password_invalid'],
    ['seven digits', '1235813', 'fund_password_invalid'],
    ['letters', '12a358', 'fund_password_invalid'],
    ['digits of another script', '１２３５８１', 'fund_password_invalid'],
    ['one digit', '000000', 'fund_password_weak'],
    ['a run', '123456', 'fund_password_weak'],
    ['a run over the nine', '890123', 'fund_password_weak'],
    ['a run backwards', '987654', 'fund_password_weak'],
    ['a part that repeats', '121212', 'fund_password_weak'],
    ['a half that repeats', '147147', 'fund_password_weak'],
    ['a half mirrored', '147741', 'fund_password_weak'],
  ])('refuses %s, and the code is not used up', async (_, password, expected) => {
    const customer = await server.customer();
    const code = await proofCode(server, customer, 'fund_password');
    const refused = await server.refused(
      'POST user/e_pwd',
      { password, re_password: password, code },
      as(customer),
    );
    expect(refused.code).toBe(expected);
    await server.call('POST user/e_pwd', { password: PASSWORD, re_password: PASSWORD, code }, as(customer));
  });

  it('refuses two that differ, a wrong code, no code, and a code sent for something else', async () => {
    const customer = await server.customer();
    const code = await proofCode(server, customer, 'fund_password');
    const other = await proofCode(server, customer, 'withdraw');
    const set = (change: object) =>
      server.refused(
        'POST user/e_pwd',
        { password: PASSWORD, re_password: PASSWORD, code, ...change },
        as(customer),
      );
    expect((await set({ re_password: '369259' })).code).toBe('passwords_differ');
    expect((await set({ code: otherThan(code) })).code).toBe('code_wrong');
    expect((await set({ code: '' })).code).toBe('code_required');
    if (other !== code) expect((await set({ code: other })).code).toBe('code_wrong');
    expect(await server.call('POST user/has_password', {}, as(customer))).toMatchObject({
      has_password: false,
    });
  });

  it('is not readable in the database, and one code sets one password', async () => {
    const customer = await server.customer();
    const code = await proofCode(server, customer, 'fund_password');
    const set = { password: PASSWORD, re_password: PASSWORD, code };
    const answers = await Promise.all([1, 2, 3].map(() => server.try('POST user/e_pwd', set, as(customer))));
    expect(answers.filter(({ body }) => body.type === 'ok')).toHaveLength(1);
    const { rows } = await server.database.pool.query<{ password_hash: string }>(
      'select password_hash from fund_passwords where customer_id = $1',
      [customer.id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$/);
  });
});

describe('wrong tries', () => {
  it('say how many are left, lock after five, and unlock after an hour', async () => {
    const customer = await server.customer();
    await setFundPassword(server, customer, PASSWORD);
    const left: unknown[] = [];
    for (let i = 0; i < 5; i++) {
      const { body } = await check(customer, otherThan(PASSWORD));
      expect(body.code).toBe('fund_password_wrong');
      left.push((body.data as { tries_left: number }).tries_left);
    }
    expect(left).toEqual([4, 3, 2, 1, 0]);
    const locked = await check(customer, PASSWORD);
    expect(locked).toMatchObject({ status: 423, headers: { 'retry-after': '3600' } });
    expect(locked.body.code).toBe('fund_password_locked');
    expect(await server.call('POST user/has_password', {}, as(customer))).toMatchObject({
      locked_until_ms: server.clock.nowMs + HOUR_MS,
    });
    server.clock.nowMs += HOUR_MS - 1;
    expect((await check(customer, PASSWORD)).body.code).toBe('fund_password_locked');
    server.clock.nowMs += 1;
    expect((await check(customer, PASSWORD)).body.type).toBe('ok');
    // The count of tries starts again.
    expect((await check(customer, otherThan(PASSWORD))).body.data).toMatchObject({ tries_left: 4 });
  });

  it('count one by one when they come at once: no twelve guesses for five', async () => {
    const customer = await server.customer();
    await setFundPassword(server, customer, PASSWORD);
    const guesses = await Promise.all(Array.from({ length: 12 }, () => check(customer, otherThan(PASSWORD))));
    const codes = guesses.map(({ body }) => body.code);
    expect(codes.filter(code => code === 'fund_password_wrong')).toHaveLength(5);
    expect(codes.filter(code => code === 'fund_password_locked')).toHaveLength(7);
    expect((await check(customer, PASSWORD)).body.code).toBe('fund_password_locked');
  });

  it('are forgotten after a right one, and a mistyped form is none', async () => {
    const customer = await server.customer();
    await setFundPassword(server, customer, PASSWORD);
    for (let i = 0; i < 4; i++) await check(customer, otherThan(PASSWORD));
    for (let i = 0; i < 3; i++)
      expect((await check(customer, '12345')).body.code).toBe('fund_password_invalid');
    expect((await check(customer, PASSWORD)).body.type).toBe('ok');
    for (let i = 0; i < 4; i++)
      expect((await check(customer, otherThan(PASSWORD))).body.code).toBe('fund_password_wrong');
    expect((await check(customer, PASSWORD)).body.type).toBe('ok');
  });

  it('of one customer lock nobody else', async () => {
    const [one, other] = [await server.customer(), await server.customer()];
    await setFundPassword(server, one, PASSWORD);
    await setFundPassword(server, other, PASSWORD);
    for (let i = 0; i < 5; i++) await check(one, otherThan(PASSWORD));
    expect((await check(other, PASSWORD)).body.type).toBe('ok');
  });
});

describe('another fund password', () => {
  const NEW = '802461';

  it('with the old one holds withdrawals for a day', async () => {
    const customer = await server.customer();
    await setFundPassword(server, customer, PASSWORD);
    const change = { password: NEW, re_password: NEW, old_password: PASSWORD };
    const { hold } = await server.call('POST user/e_pwd', change, as(customer));
    const expected = { reason: 'fund_password', until_ms: server.clock.nowMs + 24 * HOUR_MS };
    expect(hold).toEqual(expected);
    expect(await server.services.security.holds.current(customer.id)).toEqual({
      reason: 'fund_password',
      untilMs: expected.until_ms,
    });
    expect((await check(customer, PASSWORD)).body.code).toBe('fund_password_wrong');
    expect((await check(customer, NEW)).body.type).toBe('ok');
    server.clock.nowMs += 24 * HOUR_MS;
    expect(await server.services.security.holds.current(customer.id)).toBeNull();
  });

  it('needs the old one to be right, and to be another; guesses here count like everywhere', async () => {
    const customer = await server.customer();
    await setFundPassword(server, customer, PASSWORD);
    const change = (old: string, password = NEW) =>
      server.refused('POST user/e_pwd', { password, re_password: password, old_password: old }, as(customer));
    expect(await change(PASSWORD, PASSWORD)).toMatchObject({ code: 'password_unchanged' });
    for (let i = 0; i < 4; i++) expect((await change(otherThan(PASSWORD))).code).toBe('fund_password_wrong');
    expect(await change(otherThan(PASSWORD))).toMatchObject({
      data: { field: 'old_password', tries_left: 0 },
    });
    expect((await check(customer, PASSWORD)).body.code).toBe('fund_password_locked');
  });

  it('with a code ends a lock', async () => {
    const customer = await server.customer();
    await setFundPassword(server, customer, PASSWORD);
    for (let i = 0; i < 5; i++) await check(customer, otherThan(PASSWORD));
    const code = await proofCode(server, customer, 'fund_password');
    const { hold } = await server.call(
      'POST user/e_pwd',
      { password: NEW, re_password: NEW, code },
      as(customer),
    );
    expect(hold?.reason).toBe('fund_password');
    expect((await check(customer, NEW)).body.type).toBe('ok');
  });

  it('needs the second factor where that is on', async () => {
    const customer = await server.customer();
    await setFundPassword(server, customer, PASSWORD);
    const app = await turnOnTwoFactor(server, customer);
    const change = { password: NEW, re_password: NEW, old_password: PASSWORD };
    const refused = await server.refused('POST user/e_pwd', change, as(customer));
    expect(refused.code).toBe('two_factor_required');
    await server.call('POST user/e_pwd', { ...change, two_factor_code: app.next() }, as(customer));
  });
});

describe('codes for sensitive actions', () => {
  it('go to the contact that is bound, masked in the reply; to no other', async () => {
    const customer = await server.customer();
    const sent = await server.call('POST set/sms_other_mail', { purpose: 'withdraw' }, as(customer));
    expect(sent).toMatchObject({ via: 'email', resend_after_s: 60 });
    expect(sent.target).not.toContain(customer.email.split('@')[0]);
    expect(await newestMessage(server, customer.email)).toContain(sent.demo_code);
    const refused = await server.refused(
      'POST set/sms_other_mail',
      { purpose: 'withdraw', via: 'phone' },
      as(customer),
    );
    expect(refused.code).toBe('contact_missing');
    const early = await server.refused('POST set/sms_other_mail', { purpose: 'withdraw' }, as(customer));
    expect(early.code).toBe('code_too_soon');
  });

  it('of one customer are worth nothing to another', async () => {
    const [one, other] = [await server.customer(), await server.customer()];
    const code = await proofCode(server, one, 'fund_password');
    const theirs = await proofCode(server, other, 'fund_password');
    const set = { password: PASSWORD, re_password: PASSWORD, code };
    const refused = await server.try('POST user/e_pwd', set, as(other));
    expect(refused.body.type).toBe(code === theirs ? 'ok' : 'error');
  });
});
