import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '@tallystick/core/durations';
import { addOperator, DESK_PASSWORD, TestDesk } from '../../../testing/test-desk.ts';
import { TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
let nobody: TestDesk;
beforeAll(async () => {
  server = await TestServer.start();
  nobody = new TestDesk(server, null);
});
afterAll(() => server.close());

function codeOf(secret: string, atMs = server.clock.nowMs): string {
  return generateSync({ secret, epoch: Math.floor(atMs / 1000) });
}

/** An operator with a second factor: desk and secret. */
async function withTotp(name: string): Promise<{ desk: TestDesk; secret: string }> {
  const desk = await TestDesk.open(server, 'compliance', name);
  const { secret, uri } = await desk.call('POST desk/totp_begin', { password: DESK_PASSWORD });
  expect(uri).toContain(secret);
  await desk.call('POST desk/totp_confirm', { code: codeOf(secret) });
  return { desk, secret };
}

describe('logging in at the desk', () => {
  it('opens a session for that operator', async () => {
    const desk = await TestDesk.open(server, 'support', 'sue');
    expect(await desk.call('GET desk/me', {})).toMatchObject({
      operator: { name: 'sue', role: 'support', totp: false, active: true },
      mode: 'demo',
      totp_setup_required: false,
    });
  });

  it('gives the same answer for a wrong password and an unknown name', async () => {
    const login = (name: string) => nobody.try('POST desk/login', { name, password: 'nonsense' });
    const [wrong, unknown] = [await login('sue'), await login('no.such.person')];
    expect(wrong).toEqual(unknown);
    expect(wrong).toMatchObject({ status: 401, body: { code: 'login_failed' } });
  });

  it('locks after five failures, for a while', async () => {
    await addOperator(server, 'support', 'forgetful');
    const login = (password: string) => nobody.refused('POST desk/login', { name: 'forgetful', password });
    for (let i = 0; i < 5; i++) expect(await login('wrong')).toBe('login_failed');
    expect(await login(DESK_PASSWORD)).toBe('account_locked');
    server.clock.nowMs += 2 * MINUTE_MS;
    await nobody.call('POST desk/login', { name: 'forgetful', password: DESK_PASSWORD });
  });

  it('logs the attempt, but not what was typed', async () => {
    const { id } = await TestDesk.open(server, 'administrator', 'watched');
    await nobody.refused('POST desk/login', { name: 'watched', password: 'wrong' });
    await nobody.refused('POST desk/login', { name: 'my.password', password: 'wrong' });
    const { rows } = await server.database.pool.query<{ all: string }>(
      `select concat_ws(' ', operator_name, subject, after) as all from desk_audit
        where action = 'operator.failed_proof' order by id desc limit 2`,
    );
    expect(rows.map(row => row.all)).toEqual([
      'system operator:unknown {"wrong":"password","address":"127.0.0.1"}',
      `system operator:${id} {"wrong":"password","address":"127.0.0.1"}`,
    ]);
  });

  it('keeps passwords as Argon2id and tokens as hashes only', async () => {
    const { token } = await nobody.call('POST desk/login', { name: 'sue', password: DESK_PASSWORD });
    const { rows } = await server.database.pool.query<{ all: string }>(
      `select (select string_agg(o::text, '') from operators o) ||
              (select string_agg(s::text, '') from operator_sessions s) as all`,
    );
    expect(rows[0]?.all).toContain('$argon2id$');
    expect(rows[0]?.all).not.toContain(token);
    expect(rows[0]?.all).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  it('ends when idle, after a shift, and by logging out', async () => {
    const desk = await TestDesk.open(server, 'support', 'idle');
    server.clock.nowMs += HOUR_MS;
    expect(await desk.refused('GET desk/me', {})).toBe('session_invalid');

    const login = async () =>
      new TestDesk(
        server,
        (await nobody.call('POST desk/login', { name: 'idle', password: DESK_PASSWORD })).token,
      );
    const busy = await login();
    for (let minutes = 0; minutes < 12 * 60 - 30; minutes += 30) {
      server.clock.nowMs += 30 * MINUTE_MS;
      await busy.call('GET desk/me', {});
    }
    server.clock.nowMs += 30 * MINUTE_MS;
    expect(await busy.refused('GET desk/me', {})).toBe('session_invalid');

    const leaving = await login();
    await leaving.call('POST desk/logout', {});
    expect(await leaving.refused('GET desk/me', {})).toBe('session_invalid');
  });

  it('is not open to customers, nor the app to operators', async () => {
    const customer = await server.customer();
    expect(await new TestDesk(server, customer.token).refused('GET desk/me', {})).toBe('session_invalid');
    const { token } = await nobody.call('POST desk/login', { name: 'sue', password: DESK_PASSWORD });
    expect((await server.refused('GET user/center', {}, { token })).code).toBe('session_invalid');
  });
});

describe('the second factor', () => {
  it('is required once it is set up, and each code works once', async () => {
    const { secret } = await withTotp('tess');
    const login = { name: 'tess', password: DESK_PASSWORD };
    expect(await nobody.refused('POST desk/login', login)).toBe('totp_required');
    // The setup has used this code.
    expect(await nobody.refused('POST desk/login', { ...login, code: codeOf(secret) })).toBe('totp_wrong');
    server.clock.nowMs += MINUTE_MS;
    const code = codeOf(secret);
    const twice = await Promise.all([1, 2].map(() => nobody.try('POST desk/login', { ...login, code })));
    expect(twice.map(({ body }) => body.code).toSorted()).toEqual([1, 'totp_wrong']);
  });

  it('accepts a code of the step before, but not of an hour ago', async () => {
    const { secret } = await withTotp('late');
    server.clock.nowMs += 10 * MINUTE_MS;
    const login = { name: 'late', password: DESK_PASSWORD };
    const old = codeOf(secret, server.clock.nowMs - HOUR_MS);
    expect(await nobody.refused('POST desk/login', { ...login, code: old })).toBe('totp_wrong');
    await nobody.call('POST desk/login', { ...login, code: codeOf(secret, server.clock.nowMs - 30_000) });
  });

  it('cannot be guessed: wrong codes lock as wrong passwords do', async () => {
    const { secret } = await withTotp('guessed');
    server.clock.nowMs += MINUTE_MS;
    const wrong = codeOf(secret) === '000000' ? '111111' : '000000';
    const login = { name: 'guessed', password: DESK_PASSWORD };
    for (let i = 0; i < 5; i++) {
      expect(await nobody.refused('POST desk/login', { ...login, code: wrong })).toBe('totp_wrong');
    }
    expect(await nobody.refused('POST desk/login', { ...login, code: codeOf(secret) })).toBe(
      'account_locked',
    );
  });

  it('is unreadable in the database', async () => {
    const { secret } = await withTotp('sealed');
    const { rows } = await server.database.pool.query<{ sealed: string }>(
      `select encode(totp_secret, 'escape') as sealed from operators where name = 'sealed'`,
    );
    expect(rows[0]?.sealed).not.toContain(secret);
  });

  it('does not count before one of its codes was entered, and needs the password', async () => {
    const desk = await TestDesk.open(server, 'support', 'halfway');
    expect(await desk.refused('POST desk/totp_begin', { password: 'wrong' })).toBe('login_failed');
    expect(await desk.refused('POST desk/totp_confirm', { code: '123456' })).toBe('totp_wrong');
    await desk.call('POST desk/totp_begin', { password: DESK_PASSWORD });
    await nobody.call('POST desk/login', { name: 'halfway', password: DESK_PASSWORD });
  });
});

describe('changing the password', () => {
  it('needs the old one and ends the other sessions', async () => {
    const desk = await TestDesk.open(server, 'support', 'changer');
    const login = { name: 'changer', password: DESK_PASSWORD };
    const other = new TestDesk(server, (await nobody.call('POST desk/login', login)).token);
    const change = (old: string) => ({ old_password: old, password: 'a new one', re_password: 'a new one' });
    expect(await desk.refused('POST desk/password', change('wrong'))).toBe('login_failed');
    await desk.call('POST desk/password', change(DESK_PASSWORD));
    expect(await other.refused('GET desk/me', {})).toBe('session_invalid');
    await desk.call('GET desk/me', {});
    expect(await nobody.refused('POST desk/login', login)).toBe('login_failed');
  });
});

describe('in live', () => {
  it('nobody works without a second factor', async () => {
    const live = await TestServer.start({ mode: 'live' });
    try {
      const desk = await TestDesk.open(live, 'administrator', 'first');
      expect((await desk.call('GET desk/me', {})).totp_setup_required).toBe(true);
      expect(await desk.refused('GET desk/markets', {})).toBe('totp_setup_required');
      const { secret } = await desk.call('POST desk/totp_begin', { password: DESK_PASSWORD });
      const me = await desk.call('POST desk/totp_confirm', { code: codeOf(secret, live.clock.nowMs) });
      expect(me.totp_setup_required).toBe(false);
      await desk.call('GET desk/markets', {});
    } finally {
      await live.close();
    }
  });
});
