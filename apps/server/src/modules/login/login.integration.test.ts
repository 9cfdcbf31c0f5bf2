import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_PASSWORD, TestServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

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
    'waits after five failures on one device that is new, when the account %s',
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
        data: { retry_after_s: 120 },
      });
      server.clock.nowMs += 120_000;
      expect((await login('wrong')).code).toBe('login_failed');
      expect((await login('wrong')).data).toEqual({ retry_after_s: 120 });
    },
  );

  it('a right password clears the failures, and another address is not held up', async () => {
    const { email } = await server.customer();
    const login = (password: string, address: string) =>
      server.try('POST user/login', { kind: 'email', account: email, password }, { address });
    for (let i = 0; i < 5; i++) await login('wrong', '198.51.100.8');
    expect((await login(TEST_PASSWORD, '198.51.100.8')).body.code).toBe('account_locked');
    expect((await login(TEST_PASSWORD, '198.51.100.9')).body.type).toBe('ok');
    server.clock.nowMs += 120_000;
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
