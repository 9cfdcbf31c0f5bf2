import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_PASSWORD, TestServer } from '../../testing/test-server.ts';
import { codeFor, messagesTo } from '../account/testing/registering.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

/** Resolves once a query in this database waits for a lock. */
async function somebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await server.database.pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length > 0) return;
  }
}

describe('a forgotten password', () => {
  it('is replaced with a code, ends every session and tells the owner', async () => {
    const { email, token } = await server.customer();
    const code = await codeFor(server, email, 'forget');
    const change = {
      kind: 'email' as const,
      account: email,
      code,
      password: 'brand new',
      re_password: 'brand new',
    };
    await server.call('POST user/forget', change);
    expect(await messagesTo(server, email)).toContain('was changed');
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
    expect(await messagesTo(server, email)).toContain('There is no Tallystick account');
    expect(await messagesTo(server, email)).not.toContain(answers[0]?.demo_code);
  });

  it('of no account is said in words, only to who holds the code', async () => {
    const email = 'no.account@example.com';
    const { demo_code: code } = await server.call('POST sms_mail', { email, purpose: 'forget' });
    if (code === null) throw new Error('tests are shown their codes');
    const change = {
      kind: 'email' as const,
      account: email,
      password: 'brand new',
      re_password: 'brand new',
    };
    const wrong = code === '000000' ? '000001' : '000000';
    expect((await server.refused('POST user/forget', { ...change, code: wrong })).code).toBe('code_wrong');
    expect((await server.refused('POST user/forget', { ...change, code })).code).toBe('account_unknown');
  });

  it('ends a session that is being opened with the old password', async () => {
    const { id, token } = await server.customer();
    const { sessions } = server.services;
    const { rows } = await server.database.pool.query<{ password_hash: string }>(
      'select password_hash from customers where id = $1',
      [id],
    );
    const passwordHash = rows[0]?.password_hash ?? '';
    // The password is changed but not committed; meanwhile somebody who has just shown the old one is logged in.
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
