import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { waitForSeen } from './seen.ts';

const HERE = 40;

let reached: Map<number, () => void>;
let app: ReturnType<typeof Fastify>;
beforeEach(() => {
  reached = new Map();
  app = Fastify();
  const follower = {
    sequence: () => HERE,
    whenAt(sequence: number, call: () => void) {
      reached.set(sequence, call);
      return () => void reached.delete(sequence);
    },
  };
  waitForSeen(app, { follower, secure: true });
  app.get('/api/read', () => 'read');
  app.post('/api/change', () => 'changed');
});
afterEach(() => app.close());

describe('a gateway', () => {
  it('gives whoever changes something the place it has seen, and nobody else', async () => {
    const changed = await app.inject({ method: 'POST', url: '/api/change' });
    expect(changed.headers['set-cookie']).toBe(
      'tallystick_seen=40; Path=/api; Max-Age=10; HttpOnly; SameSite=Strict; Secure',
    );
    expect((await app.inject('/api/read')).headers['set-cookie']).toBe(undefined);
  });

  it.each(['', 'other=41', 'tallystick_seen=40', 'tallystick_seen=x', 'tallystick_seen=-1'])(
    'answers at once: %j',
    async cookie => {
      const { body } = await app.inject({ url: '/api/read', headers: { cookie } });
      expect(body).toBe('read');
      expect(reached.size).toBe(0);
    },
  );

  it('waits for a place it has not seen yet', async () => {
    let answered = false;
    const read = async (): Promise<string> => {
      const { body } = await app.inject({ url: '/api/read', headers: { cookie: 'a=b; tallystick_seen=41' } });
      answered = true;
      return body;
    };
    const answer = read();
    await vi.waitUntil(() => reached.has(41));
    expect(answered).toBe(false);
    reached.get(41)?.();
    expect(await answer).toBe('read');
  });

  it('that does not come there says so, and reads nothing', async () => {
    const { statusCode, body } = await app.inject({
      url: '/api/read',
      headers: { cookie: 'tallystick_seen=9007199254740991' },
    });
    expect(statusCode).toBe(503);
    expect(body).toContain('busy');
    // Nobody waits for ever for what a stranger made up.
    expect(reached.size).toBe(0);
  });
});
