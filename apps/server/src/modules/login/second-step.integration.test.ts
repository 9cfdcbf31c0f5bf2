import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_PASSWORD, TestServer, type TestCustomer } from '../../testing/test-server.ts';
import { turnOnTwoFactor } from '../security/testing/authenticator-app.ts';
import { newestMessage } from '../security/testing/proof-code.ts';

const NEW = 'a new password';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

const as = (customer: TestCustomer) => ({ token: customer.token });
const logIn = (customer: TestCustomer, password: string, headers: Record<string, string> = {}) =>
  server.try(
    'POST user/login',
    { kind: 'email', account: customer.email, password },
    { headers, address: '203.0.113.9' },
  );

describe('changing the login password', () => {
  const change = { old_password: TEST_PASSWORD, password: NEW, re_password: NEW };

  it('ends every session, tells the owner, and holds withdrawals for a day', async () => {
    const customer = await server.customer();
    const { body } = await logIn(customer, TEST_PASSWORD);
    const { token: phone } = body.data as { token: string };
    const { hold } = await server.call('POST safe/update_password', change, as(customer));
    expect(hold).toEqual({ reason: 'password', until_ms: server.clock.nowMs + 86_400_000 });
    for (const token of [customer.token, phone]) {
      expect((await server.refused('GET user/center', {}, { token })).code).toBe('session_invalid');
    }
    expect(await newestMessage(server, customer.email)).toContain('was changed');
    expect((await logIn(customer, TEST_PASSWORD)).body.code).toBe('login_failed');
    expect((await logIn(customer, NEW)).body.type).toBe('ok');
  });

  it.each([
    ['a wrong original', { old_password: 'nonsense' }, 'password_wrong'],
    ['a short one', { password: '12345', re_password: '12345' }, 'password_too_short'],
    ['two that differ', { re_password: 'something else' }, 'passwords_differ'],
    ['the same again', { password: TEST_PASSWORD, re_password: TEST_PASSWORD }, 'password_unchanged'],
  ])('refuses %s and leaves the sessions alone', async (_, spoilt, expected) => {
    const customer = await server.customer();
    const refused = await server.refused('POST safe/update_password', { ...change, ...spoilt }, as(customer));
    expect(refused.code).toBe(expected);
    expect(await server.call('GET user/center', {}, as(customer))).toMatchObject({ id: customer.id });
  });

  it('needs the second factor where that is on', async () => {
    const customer = await server.customer();
    const app = await turnOnTwoFactor(server, customer);
    const refused = await server.refused('POST safe/update_password', change, as(customer));
    expect(refused.code).toBe('two_factor_required');
    const withCode = { ...change, two_factor_code: app.next() };
    await server.call('POST safe/update_password', withCode, as(customer));
  });

  it('happens once when two change it at the same moment', async () => {
    const customer = await server.customer();
    const answers = await Promise.all(
      ['first choice', 'second choice'].map(password =>
        server.try('POST safe/update_password', { ...change, password, re_password: password }, as(customer)),
      ),
    );
    expect(answers.filter(({ body }) => body.type === 'ok')).toHaveLength(1);
  });

  it('guessing the original has to wait', async () => {
    const customer = await server.customer();
    const guess = () =>
      server.refused('POST safe/update_password', { ...change, old_password: 'guess' }, as(customer));
    for (let i = 0; i < 8; i++) expect((await guess()).code).toBe('password_wrong');
    expect(await guess()).toMatchObject({ code: 'account_locked', data: { retry_after_s: 600 } });
  });

  it('a forgotten one holds withdrawals, too', async () => {
    const customer = await server.customer();
    server.clock.nowMs += 60_000;
    const { demo_code: code } = await server.call('POST sms_mail', {
      email: customer.email,
      purpose: 'forget',
    });
    await server.call('POST user/forget', {
      kind: 'email',
      account: customer.email,
      code: code ?? '',
      password: NEW,
      re_password: NEW,
    });
    expect(await server.services.security.holds.current(customer.id)).toMatchObject({ reason: 'password' });
  });
});

describe('the login history', () => {
  it('has who got in and who did not, newest first, in pages; addresses lose their last part', async () => {
    const customer = await server.customer();
    await logIn(customer, 'wrong', { 'user-agent': 'Phone 12' });
    await logIn(customer, TEST_PASSWORD, { 'user-agent': 'Phone 12' });
    const first = await server.call('GET user/login_history', { limit: 2 }, as(customer));
    expect(first.items).toMatchObject([
      { method: 'password', succeeded: true, device: 'Phone 12', address: '203.0.113.*' },
      { method: 'password', succeeded: false, device: 'Phone 12', address: '203.0.113.*' },
    ]);
    const cursor = first.next_cursor ?? '';
    const second = await server.call('GET user/login_history', { limit: 2, cursor }, as(customer));
    expect(second.items.map(item => item.method)).toEqual(['register']);
    expect(second.next_cursor).toBeNull();
  });

  it('belongs to its customer', async () => {
    const [one, other] = [await server.customer(), await server.customer()];
    await logIn(one, TEST_PASSWORD, { 'user-agent': 'Only mine' });
    const { items } = await server.call('GET user/login_history', {}, as(other));
    expect(items.map(item => item.device)).not.toContain('Only mine');
  });

  it('keeps an IPv6 address to its network', async () => {
    const customer = await server.customer();
    await server.call(
      'POST user/login',
      { kind: 'email', account: customer.email, password: TEST_PASSWORD },
      { address: '2001:db8:1:2:3:4:5:6' },
    );
    const { items } = await server.call('GET user/login_history', { limit: 1 }, as(customer));
    expect(items[0]?.address).toBe('2001:db8:1:2::/64');
  });
});

describe('a login from a new device', () => {
  const PHONE = { 'user-agent': 'Mozilla/5.0 (Android 16) Chrome/140.0.1' };
  const mails = (customer: TestCustomer) =>
    server.messages.filter(
      message => message.recipient === customer.email && message.subject.includes('new device'),
    );

  it('is told by mail once; an update of the browser makes no new one', async () => {
    const customer = await server.customer();
    await logIn(customer, TEST_PASSWORD, PHONE);
    expect(await newestMessage(server, customer.email)).toContain('Android 16');
    await logIn(customer, TEST_PASSWORD, PHONE);
    await logIn(customer, TEST_PASSWORD, { 'user-agent': 'Mozilla/5.0 (Android 17) Chrome/141.2' });
    await server.services.outbox.idle();
    expect(mails(customer)).toHaveLength(1);
  });

  it('cannot write into our mail', async () => {
    const customer = await server.customer();
    await logIn(customer, TEST_PASSWORD, { 'user-agent': 'Log in at https://evil.example/<b>now</b>' });
    const mail = await newestMessage(server, customer.email);
    expect(mail).toContain('evil.example');
    expect(mail).not.toMatch(/https?:|<b>/);
  });
});
