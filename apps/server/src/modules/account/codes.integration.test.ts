import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '@tallystick/core/durations';
import { TestServer } from '../../testing/test-server.ts';
import { codeFor, registration } from './testing/registering.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

describe('codes', () => {
  it('can be asked for again after a minute, and the newest counts', async () => {
    const email = 'patient@example.com';
    const first = await codeFor(server, email, 'register');
    const early = await server.refused('POST sms_mail', { email, purpose: 'register' });
    expect(early).toMatchObject({ code: 'code_too_soon', status: 429, data: { retry_after_s: 60 } });
    server.clock.nowMs += MINUTE_MS;
    const second = await codeFor(server, email, 'register');
    if (first !== second) {
      const old = { email, code: first, purpose: 'register' as const };
      expect((await server.refused('POST user/check_email', old)).code).toBe('code_wrong');
    }
    await server.call('POST user/check_email', { email, code: second, purpose: 'register' });
  });

  it('last five minutes', async () => {
    const email = 'late@example.com';
    const code = await codeFor(server, email, 'register');
    server.clock.nowMs += 5 * MINUTE_MS - 1;
    await server.call('POST user/check_email', { email, code, purpose: 'register' });
    server.clock.nowMs += 1;
    const refused = await server.refused('POST user/register', registration(email, code));
    expect(refused.code).toBe('code_expired');
  });

  it('allow five tries, also when they come at once; then even the right one is refused', async () => {
    const email = 'guesser@example.com';
    const code = await codeFor(server, email, 'register');
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
    const code = await codeFor(server, 'somebody@example.com', 'register');
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
    const code = await codeFor(server, 'secret@example.com', 'register');
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

describe('what no limit counts any more', () => {
  it('is dropped: codes and failed logins of yesterday, and nothing younger', async () => {
    const dayMs = 86_400_000;
    const leave = async (name: string) => {
      await codeFor(server, `${name}@example.com`, 'register');
      const login = { kind: 'email', account: `${name}@example.com`, password: 'wrong' } as const;
      await server.refused('POST user/login', login);
    };
    const left = async () =>
      (
        await server.database.pool.query<{ of: string }>(
          `select target as of from verification_codes where target like 'tidy.%'
           union all select replace(key, 'account:', '') from allowances where key like 'account:tidy.%'`,
        )
      ).rows.map(({ of }) => of);
    await leave('tidy.old');
    server.clock.nowMs += dayMs;
    await leave('tidy.young');
    server.clock.nowMs += 1;
    await server.services.account.forgetOld();
    await server.services.security.forgetOld();
    expect(await left()).toEqual(['tidy.young@example.com', 'tidy.young@example.com']);
  });
});
