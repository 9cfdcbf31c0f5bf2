import { Sessions } from './sessions.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_PASSWORD, TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

const MINUTE_MS = 60_000;
const PHONE = { area_code: '+84', phone: '0912 345 678' };

/** All of them: those that wait at once leave side by side, in any order. */
function messagesTo(recipient: string): string {
  return server.messages
    .filter(one => one.recipient === recipient)
    .map(({ subject, body }) => `${subject}\n${body}`)
    .join('\n');
}

async function codeFor(email: string, purpose: 'register' | 'forget'): Promise<string> {
  const { demo_code: code } = await server.call('POST sms_mail', { email, purpose });
  return code ?? '';
}

/** Resolves once a query in this database waits for another's lock. */
async function somebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await server.database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
  }
}

function registration(email: string, code: string) {
  return {
    kind: 'email' as const,
    account: email,
    code,
    password: TEST_PASSWORD,
    re_password: TEST_PASSWORD,
    agreement: '1' as const,
  };
}

describe('registering', () => {
  it('by e-mail: code, check, account, session, known to the core', async () => {
    const email = 'New.Person@Example.COM';
    const code = await codeFor(email, 'register');
    await server.services.outbox.idle();
    expect(messagesTo('new.person@example.com')).toContain(code);
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
    await server.services.outbox.idle();
    expect(messagesTo('+84912345678')).toContain(sent.demo_code);
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
    const code = await codeFor('invited@example.com', 'register');
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
    await server.services.outbox.idle();
    expect(messagesTo(email)).toContain('You already have');
    expect(messagesTo(stranger)).not.toContain('You already have');
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
    const code = await codeFor(email, 'register');
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
    await server.services.account.openForgotten();
    expect(server.engine.exchange.knowsCustomer(id)).toBe(true);
  });
});

describe('codes', () => {
  it('can be asked for again after a minute, and the newest counts', async () => {
    const email = 'patient@example.com';
    const first = await codeFor(email, 'register');
    const early = await server.refused('POST sms_mail', { email, purpose: 'register' });
    expect(early).toMatchObject({ code: 'code_too_soon', status: 429, data: { retry_after_s: 60 } });
    server.clock.nowMs += MINUTE_MS;
    const second = await codeFor(email, 'register');
    if (first !== second) {
      const old = { email, code: first, purpose: 'register' as const };
      expect((await server.refused('POST user/check_email', old)).code).toBe('code_wrong');
    }
    await server.call('POST user/check_email', { email, code: second, purpose: 'register' });
  });

  it('last five minutes', async () => {
    const email = 'late@example.com';
    const code = await codeFor(email, 'register');
    server.clock.nowMs += 5 * MINUTE_MS - 1;
    await server.call('POST user/check_email', { email, code, purpose: 'register' });
    server.clock.nowMs += 1;
    const refused = await server.refused('POST user/register', registration(email, code));
    expect(refused.code).toBe('code_expired');
  });

  it('allow five tries, also when they come at once; then even the right one is refused', async () => {
    const email = 'guesser@example.com';
    const code = await codeFor(email, 'register');
    const wrong = code === '111111' ? '222222' : '111111';
    const check = (guess: string) =>
      server.refused('POST user/check_email', { email, code: guess, purpose: 'register' });
    const guesses = await Promise.all(Array.from({ length: 7 }, () => check(wrong)));
    const codes = guesses.map(guess => guess.code);
    expect(codes.filter(one => one === 'code_wrong')).toHaveLength(5);
    expect(codes.filter(one => one === 'code_too_many_tries')).toHaveLength(2);
    expect((await check(code)).code).toBe('code_too_many_tries');
  });

  it('of one purpose or person open nothing else', async () => {
    const { email } = await server.customer();
    server.clock.nowMs += MINUTE_MS;
    const code = await codeFor('somebody@example.com', 'register');
    const forget = {
      kind: 'email' as const,
      account: email,
      code,
      password: 'new one',
      re_password: 'new one',
    };
    expect((await server.refused('POST user/forget', forget)).code).toBe('code_wrong');
    const other = { email: 'somebody@example.com', code, purpose: 'forget' as const };
    expect((await server.refused('POST user/check_email', other)).code).toBe('code_wrong');
  });

  it('are not readable in the database', async () => {
    const code = await codeFor('secret@example.com', 'register');
    const { rows } = await server.database.pool.query(
      `select encode(code_hash, 'escape') as text from verification_codes where target = 'secret@example.com'`,
    );
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('refuse numbers and countries that do not exist', async () => {
    const send = (area: string, phone: string) =>
      server.refused('POST sms_send', { area_code: area, phone, purpose: 'register' });
    expect((await send('+84', '12')).code).toBe('phone_invalid');
    expect((await send('+999', '912345678')).code).toBe('area_code_invalid');
    // A number of another country than the one chosen.
    expect((await send('+84', '+491711234567')).code).toBe('phone_invalid');
  });
});

describe('logging in', () => {
  it('opens a session with its device and address', async () => {
    const { email } = await server.customer();
    const { token } = await server.call(
      'POST user/login',
      { kind: 'email', account: email.toUpperCase(), password: TEST_PASSWORD },
      { headers: { 'user-agent': 'Phone 12' }, address: '203.0.113.9' },
    );
    const { sessions } = await server.call('GET user/center2', {}, { token });
    expect(sessions).toHaveLength(2);
    expect(sessions.find(session => session.current)).toMatchObject({
      device: 'Phone 12',
      address: '203.0.113.*',
    });
  });

  it('says the same of a wrong password and of an account that does not exist', async () => {
    const { email } = await server.customer();
    const wrong = await server.try('POST user/login', {
      kind: 'email',
      account: email,
      password: 'nonsense',
    });
    const unknown = await server.try('POST user/login', {
      kind: 'email',
      account: 'not.there@example.com',
      password: 'nonsense',
    });
    expect(wrong.body).toEqual(unknown.body);
    expect(wrong.status).toBe(401);
    expect(wrong.body.code).toBe('login_failed');
  });

  it.each(['exists', 'does not exist'])(
    'waits longer and longer after five failures when the account %s',
    async which => {
      const email = which === 'exists' ? (await server.customer()).email : 'never.was@example.com';
      const login = (password: string) =>
        server.refused(
          'POST user/login',
          { kind: 'email', account: email, password },
          { address: '198.51.100.7' },
        );
      for (let i = 0; i < 5; i++) expect((await login('wrong')).code).toBe('login_failed');
      expect(await login(TEST_PASSWORD)).toMatchObject({
        code: 'account_locked',
        status: 423,
        data: { retry_after_s: 30 },
      });
      server.clock.nowMs += 30_000;
      expect((await login('wrong')).code).toBe('login_failed');
      expect((await login('wrong')).data).toEqual({ retry_after_s: 60 });
      server.clock.nowMs += 60_000;
    },
  );

  it('a right password clears the failures, and another address is not held up', async () => {
    const { email } = await server.customer();
    const login = (password: string, address: string) =>
      server.try('POST user/login', { kind: 'email', account: email, password }, { address });
    for (let i = 0; i < 5; i++) await login('wrong', '198.51.100.8');
    expect((await login(TEST_PASSWORD, '198.51.100.8')).body.code).toBe('account_locked');
    expect((await login(TEST_PASSWORD, '198.51.100.9')).body.type).toBe('ok');
    server.clock.nowMs += 30_000;
    expect((await login(TEST_PASSWORD, '198.51.100.8')).body.type).toBe('ok');
    for (let i = 0; i < 4; i++) expect((await login('wrong', '198.51.100.8')).body.code).toBe('login_failed');
    expect((await login(TEST_PASSWORD, '198.51.100.8')).body.type).toBe('ok');
  });

  it('accounts without a password cannot be logged in to', async () => {
    await server.database.pool.query(
      `insert into customers (email, nickname, invitation_code, created_at_ms, password_changed_at_ms)
       values ('house@example.com', 'House', 'HOUSE', 0, 0)`,
    );
    for (const password of ['', 'no account has this password']) {
      const refused = await server.refused('POST user/login', {
        kind: 'email',
        account: 'house@example.com',
        password,
      });
      expect(refused.code).toBe('login_failed');
    }
  });
});

describe('a forgotten password', () => {
  it('is replaced with a code, ends every session and tells the owner', async () => {
    const { email, token } = await server.customer();
    const code = await codeFor(email, 'forget');
    const change = {
      kind: 'email' as const,
      account: email,
      code,
      password: 'brand new',
      re_password: 'brand new',
    };
    await server.call('POST user/forget', change);
    await server.services.outbox.idle();
    expect(messagesTo(email)).toContain('was changed');
    expect((await server.refused('GET user/center', {}, { token })).code).toBe('session_invalid');
    expect((await server.refused('POST user/forget', change)).code).toBe('code_wrong');
    await server.call('POST user/login', { kind: 'email', account: email, password: 'brand new' });
    const old = { kind: 'email' as const, account: email, password: TEST_PASSWORD };
    expect((await server.refused('POST user/login', old)).code).toBe('login_failed');
  });

  it('asks alike for accounts that do not exist, whose mail says so', async () => {
    const email = 'nobody.here@example.com';
    const { email: known } = await server.customer();
    const answers = await Promise.all(
      [email, known].map(target => server.call('POST sms_mail', { email: target, purpose: 'forget' })),
    );
    expect({ ...answers[0], demo_code: null }).toEqual({ ...answers[1], demo_code: null });
    await server.services.outbox.idle();
    expect(messagesTo(email)).toContain('There is no Tallystick account');
    expect(messagesTo(email)).not.toContain(answers[0]?.demo_code);
  });

  it('ends a session that is being opened with the old password', async () => {
    const { id, token } = await server.customer();
    const { sessions } = server.services;
    const { rows } = await server.database.pool.query<{ password_hash: string }>(
      'select password_hash from customers where id = $1',
      [id],
    );
    const passwordHash = rows[0]?.password_hash ?? '';
    // Changed, but not committed, while somebody who just proved to know the old password is let in.
    const client = await server.database.pool.connect();
    await client.query('begin');
    await client.query(`update customers set password_hash = 'new' where id = $1`, [id]);
    const opening = sessions.open({ id, passwordHash }, 'Phone', '203.0.113.9');
    await Promise.race([opening, somebodyWaits()]);
    await client.query('commit');
    client.release();
    expect(await opening).toBeNull();
    expect(await sessions.open({ id, passwordHash: 'new' }, 'Phone', '203.0.113.9')).not.toBeNull();
    expect((await server.call('GET user/center2', {}, { token })).sessions).toHaveLength(2);
  });
});

describe('what no limit counts any more', () => {
  it('is dropped: codes and failed logins of yesterday, and nothing younger', async () => {
    const dayMs = 86_400_000;
    const leave = async (name: string) => {
      await codeFor(`${name}@example.com`, 'register');
      const login = { kind: 'email', account: `${name}@example.com`, password: 'wrong' } as const;
      await server.refused('POST user/login', login);
    };
    const left = async () =>
      (
        await server.database.pool.query<{ of: string }>(
          `select target as of from verification_codes where target like 'tidy.%'
           union all select replace(key, 'account:', '') from login_guards where key like 'account:tidy.%'`,
        )
      ).rows.map(({ of }) => of);
    await leave('tidy.old');
    server.clock.nowMs += dayMs;
    await leave('tidy.young');
    server.clock.nowMs += 1;
    await server.services.account.forgetOld();
    expect(await left()).toEqual(['tidy.young@example.com', 'tidy.young@example.com']);
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
    const code = await codeFor(email, 'register');
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => server.try('POST user/register', registration(email, code))),
    );
    const codes = answers.map(({ body }) => body.code).toSorted();
    expect(codes).toEqual([1, 'code_wrong', 'code_wrong', 'code_wrong']);
  });
});

describe('sessions', () => {
  it('end one at a time, all at once, and only one’s own', async () => {
    const { email, token } = await server.customer();
    const stranger = await server.customer();
    const login = async () =>
      (await server.call('POST user/login', { kind: 'email', account: email, password: TEST_PASSWORD }))
        .token;
    const [second, third] = [await login(), await login()];
    const { sessions } = await server.call('GET user/center2', {}, { token: second });
    const secondId = sessions.find(session => session.current)?.id ?? 0;
    expect((await server.refused('POST user/revoke_session', {}, { token })).code).toBe('missing_field');
    const foreign = await server.refused(
      'POST user/revoke_session',
      { session_id: secondId },
      { token: stranger.token },
    );
    expect(foreign.code).toBe('not_found');
    await server.call('GET user/center', {}, { token: second });
    await server.call('POST user/revoke_session', { session_id: secondId }, { token });
    expect((await server.try('GET user/center', {}, { token: second })).body).toMatchObject({
      type: '999',
      code: 'session_invalid',
    });
    expect(await server.call('POST user/revoke_session', { all: true }, { token })).toEqual({ ended: 1 });
    expect((await server.refused('GET user/center', {}, { token: third })).status).toBe(401);
    await server.call('POST user/logout', {}, { token });
    expect((await server.refused('GET user/center', {}, { token })).code).toBe('session_invalid');
  });

  it('are over after thirty days without use, and go on while they are used', async () => {
    const day = 86_400_000;
    const { token } = await server.customer();
    for (let i = 0; i < 3; i++) {
      server.clock.nowMs += 29 * day;
      await server.call('GET user/center', {}, { token });
    }
    server.clock.nowMs += 30 * day;
    expect((await server.refused('GET user/center', {}, { token })).code).toBe('session_invalid');
  });

  it('revoked while it was being looked up is not kept', async () => {
    const { token, id } = await server.customer();
    const { sessions } = server.services;
    const [open] = await sessions.list(id);
    // Not in memory yet: the look-up reads the database while the session is ended.
    const fresh = new Sessions({
      pool: server.database.pool,
      now: () => server.clock.nowMs,
    });
    const looking = fresh.find(token);
    await fresh.end([open?.id ?? 0]);
    await looking;
    expect(await fresh.find(token)).toBeNull();
  });

  it('tokens are not in the database', async () => {
    const { token } = await server.customer();
    const { rows } = await server.database.pool.query(
      `select encode(token_hash, 'base64') as hash from sessions`,
    );
    const { hash } = await import('node:crypto');
    const hashes = rows.map((row: { hash: string }) => row.hash);
    expect(hashes).toContain(hash('sha256', token, 'base64'));
    expect(hashes).not.toContain(Buffer.from(token, 'base64url').toString('base64'));
  });
});

describe('languages', () => {
  it('come from the header, else the session, else the browser, else the operator', async () => {
    const { token } = await server.customer();
    const messageOf = async (options: Parameters<TestServer['try']>[2]) =>
      (await server.try('POST user/revoke_session', { session_id: 1 }, { token, ...options })).body.message;
    expect(await messageOf({})).toBe('Not found.');
    expect(await messageOf({ headers: { 'accept-language': 'de, ja;q=0.8, en;q=0.5' } })).toBe(
      '見つかりません。',
    );
    await server.call('POST set/lang', { lang: 'th' }, { token });
    expect(await messageOf({ headers: { 'accept-language': 'ja' } })).toBe('ไม่พบข้อมูล');
    expect(await messageOf({ lang: 'esp' })).toBe('No encontrado.');
    expect(await messageOf({ lang: 'klingon' })).toBe('ไม่พบข้อมูล');
    expect((await server.call('POST get/lang', {}, { token })).lang).toBe('th');
    expect((await server.call('GET user/center', {}, { token })).lang).toBe('th');
  });

  it('are eight, and no other', async () => {
    expect((await server.call('POST get/lang', {})).languages).toHaveLength(8);
    expect((await server.refused('POST set/lang', { lang: 'de' })).code).toBe('language_unknown');
    expect(await server.call('POST set/lang', { lang: 'yn' })).toEqual({ lang: 'yn' });
  });

  it('name the countries', async () => {
    const { items } = await server.call('POST area_code', {}, { lang: 'kr' });
    expect(items.find(item => item.country === 'VN')).toEqual({
      country: 'VN',
      name: '베트남',
      area_code: '+84',
    });
    expect(items.length).toBeGreaterThan(200);
  });
});
