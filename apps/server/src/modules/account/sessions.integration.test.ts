import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEST_PASSWORD, TestServer } from '../../testing/test-server.ts';
import { Sessions } from './sessions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.close());

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
      devices: server.services.security.devices,
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
    const hashes = rows.map((row: { hash: string }) => row.hash);
    expect(hashes).toContain(hash('sha256', token, 'base64'));
    expect(hashes).not.toContain(Buffer.from(token, 'base64url').toString('base64'));
  });
});
