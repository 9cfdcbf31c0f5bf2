import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '@tallystick/core/durations';
import { TEST_PASSWORD, TestServer } from '../../testing/test-server.ts';
import { codeFor, messagesTo, registration } from '../account/testing/registering.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

const PHONE = { area_code: '+84', phone: '0912 345 678' };

describe('registering', () => {
  it('by e-mail: code, check, account, session, known to the core', async () => {
    const email = 'New.Person@Example.COM';
    const code = await codeFor(server, email, 'register');
    expect(await messagesTo(server, 'new.person@example.com')).toContain(code);
    await server.call('POST user/check_email', { email, code, purpose: 'register' });
    const { token, user } = await server.call('POST user/register', registration(email, code));
    expect(user).toMatchObject({
      email: 'new.person@example.com',
      account: 'ne***@example.com',
      verification: 'unverified',
      demo: false,
    });
    expect(server.engine.exchange.knowsCustomer(user.id)).toBe(true);
    expect(await server.call('GET user/center', {}, { token: `Bearer ${token}` })).toEqual(user);
  });

  it('by phone, whatever way the number is written', async () => {
    const sent = await server.call('POST sms_send', { ...PHONE, purpose: 'register' });
    expect(await messagesTo(server, '+84912345678')).toContain(sent.demo_code);
    const code = sent.demo_code ?? '';
    await server.call('POST user/check_mobile', { ...PHONE, code, purpose: 'register' });
    const { user } = await server.call('POST user/register', {
      ...registration('', code),
      kind: 'phone',
      area_code: '84',
      account: '912345678',
    });
    expect(user).toMatchObject({ phone: '+84912345678', account: '+84******678', email: null });
    await server.call('POST user/login', {
      kind: 'phone',
      area_code: '+84',
      account: '+84 912 345 678',
      password: TEST_PASSWORD,
    });
  });

  it('keeps who invited whom, and refuses an unknown code before the verification code is used up', async () => {
    const { user: inviter } = await server.register('inviter@example.com');
    const code = await codeFor(server, 'invited@example.com', 'register');
    const wish = registration('invited@example.com', code);
    const refused = await server.refused('POST user/register', { ...wish, invitation_code: 'NOBODY' });
    expect(refused.code).toBe('invitation_unknown');
    const invitationCode = inviter.invitation_code.toLowerCase();
    const { user } = await server.call('POST user/register', { ...wish, invitation_code: invitationCode });
    const { rows } = await server.database.pool.query('select invited_by from customers where id = $1', [
      user.id,
    ]);
    expect(rows).toEqual([{ invited_by: inviter.id }]);
  });

  it.each([
    ['a short password', { password: '12345', re_password: '12345' }, 'password_too_short'],
    ['a password beyond all measure', { password: 'x'.repeat(1025) }, 'password_too_long'],
    ['two different passwords', { re_password: 'something else' }, 'passwords_differ'],
    ['no agreement', { agreement: '0' as const }, 'agreement_required'],
    ['no code', { code: '' }, 'code_required'],
    ['a wrong code', { code: 'abcdef' }, 'code_wrong'],
    ['no address', { account: 'nobody' }, 'email_invalid'],
  ])('refuses %s', async (_, change, expected) => {
    const before = await server.fingerprint();
    const { code } = await server.refused('POST user/register', {
      ...registration('r@example.com', '000000'),
      ...change,
    });
    expect(code).toBe(expected);
    expect(await server.fingerprint()).toBe(before);
  });

  it('tells that an account exists only to who holds the code; the owner is told by mail', async () => {
    const email = 'owner@example.com';
    const stranger = 'stranger@example.com';
    await server.register(email);
    server.clock.nowMs += MINUTE_MS;
    const known = await server.call('POST sms_mail', { email, purpose: 'register' });
    const unknown = await server.call('POST sms_mail', { email: stranger, purpose: 'register' });
    expect({ ...known, demo_code: null }).toEqual({ ...unknown, demo_code: null });
    expect(await messagesTo(server, email)).toContain('You already have');
    expect(await messagesTo(server, stranger)).not.toContain('You already have');
    for (const target of [email, stranger]) {
      expect((await server.refused('POST user/register', registration(target, 'wrong!'))).code).toBe(
        'code_wrong',
      );
    }
    const taken = await server.refused('POST user/register', registration(email, known.demo_code ?? ''));
    expect(taken).toMatchObject({ code: 'account_exists', status: 409 });
  });

  it('makes one account of two registrations at the same moment', async () => {
    const email = 'twice@example.com';
    const code = await codeFor(server, email, 'register');
    const answers = await Promise.all(
      [1, 2, 3].map(() => server.try('POST user/register', registration(email, code))),
    );
    expect(answers.filter(({ body }) => body.type === 'ok')).toHaveLength(1);
    const { rows } = await server.database.pool.query(
      'select count(*)::int as n from customers where email = $1',
      [email],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('opens in the core what a crash left unopened', async () => {
    const { rows } = await server.database.pool.query<{ id: number }>(
      `insert into customers (email, nickname, invitation_code, created_at_ms, password_changed_at_ms)
       values ('cut-short@example.com', 'x', 'CUTSHORT', 0, 0) returning id`,
    );
    const id = rows[0]?.id ?? 0;
    expect(server.engine.exchange.knowsCustomer(id)).toBe(false);
    await server.services.account.openForgotten(0);
    expect(server.engine.exchange.knowsCustomer(id)).toBe(true);
  });
});

describe('many at the same moment', () => {
  it('register although there are fewer connections to the database than they', async () => {
    const emails = Array.from({ length: 24 }, (_, index) => `crowd${index}@example.com`);
    const users = await Promise.all(emails.map(email => server.register(email)));
    expect(new Set(users.map(({ user }) => user.id)).size).toBe(emails.length);
  });

  it('use one code: the account is opened once', async () => {
    const email = 'contested@example.com';
    const code = await codeFor(server, email, 'register');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => server.try('POST user/register', registration(email, code))),
    );
    const codes = answers.map(({ body }) => body.code).toSorted();
    expect(codes).toEqual([1, 'code_wrong', 'code_wrong', 'code_wrong']);
  });
});
