import { createHmac } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRateLimits } from './rate-limits.ts';
import { waitForSeen } from './seen.ts';

const HERE = 40;
const SECRET = Buffer.alloc(32, 7);

let here: number;
let reached: Map<number, Set<() => void>>;
let app: ReturnType<typeof Fastify>;
beforeEach(async () => {
  here = HERE;
  reached = new Map();
  app = Fastify();
  await app.register(rateLimit, { global: false });
  const follower = {
    sequence: () => here,
    whenAt(sequence: number, call: () => void) {
      const calls = reached.get(sequence) ?? new Set();
      reached.set(sequence, calls.add(call));
      return () => {
        calls.delete(call);
        if (calls.size === 0) reached.delete(sequence);
      };
    },
  };
  waitForSeen(app, { follower, secret: SECRET, secure: true });
  const limits = createRateLimits(app, { browsers: { nameOf: () => null, isKnown: async () => false } });
  app.get('/api/read', () => 'read');
  app.get('/api/limited', { onRequest: [...limits.address('POST user/recovery_begin')] }, () => 'read');
  app.post('/api/change', () => 'changed');
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

function signed(sequence: number | string, secret = SECRET): string {
  const signature = createHmac('sha256', secret).update(`seen\n${sequence}`).digest().subarray(0, 16);
  return `tallystick_seen=${sequence}.${signature.toString('base64url')}`;
}

const read = (cookie: string, url = '/api/read') => app.inject({ url, headers: { cookie } });

describe('a gateway', () => {
  it('gives whoever changes something the place it has seen, signed, and nobody else', async () => {
    const changed = await app.inject({ method: 'POST', url: '/api/change' });
    const cookie = changed.headers['set-cookie'];
    expect(cookie).toBe(`${signed(HERE)}; Max-Age=10; Path=/api; HttpOnly; SameSite=Strict; Secure`);
    expect((await app.inject('/api/read')).headers['set-cookie']).toBe(undefined);
    expect((await read(signed(HERE))).headers['set-cookie']).toBe(undefined);
  });

  it.each([
    '',
    'other=41',
    signed(HERE),
    // Nobody has seen these: they are taken away.
    'tallystick_seen=41',
    'tallystick_seen=x',
    'tallystick_seen=41.',
    signed(41, Buffer.alloc(32, 8)),
    signed(41).replace('=41', '=42'),
    signed('4e1'),
    signed(-1),
    // Of another journal, such as one that was lost with a database.
    signed(HERE + 10_000_001),
    signed(Number.MAX_SAFE_INTEGER),
  ])('answers at once: %j', async cookie => {
    const { body, headers } = await read(cookie);
    expect(body).toBe('read');
    expect(reached.size).toBe(0);
    const isOurs = cookie === signed(HERE) || !cookie.startsWith('tallystick_seen');
    const taken = 'tallystick_seen=; Max-Age=0; Path=/api; HttpOnly; SameSite=Strict; Secure';
    expect(headers['set-cookie']).toBe(isOurs ? undefined : taken);
  });

  it('waits for a place it has not seen yet', async () => {
    let answered = false;
    const ask = async (): Promise<string> => {
      const { body } = await read(`a=b; ${signed(41)}`);
      answered = true;
      return body;
    };
    const answer = ask();
    await vi.waitUntil(() => reached.has(41));
    expect(answered).toBe(false);
    for (const call of reached.get(41) ?? []) call();
    expect(await answer).toBe('read');
  });

  it('that does not come there says so, reads nothing, and takes nothing back', async () => {
    const { statusCode, body, headers } = await app.inject({
      method: 'POST',
      url: '/api/change',
      headers: { cookie: signed(41) },
    });
    expect(statusCode).toBe(503);
    expect(body).toContain('busy');
    // Nobody waits for ever for what was lost.
    expect(reached.size).toBe(0);
    // The browser's own ends within ten seconds, and is not renewed.
    expect(headers['set-cookie']).toBe(undefined);
  });

  it('has nobody wait whom the rate limits refuse', async () => {
    for (let times = 0; times < 10; times++) await read('', '/api/limited');
    const { body } = await read(signed(41), '/api/limited');
    expect(body).toContain('rate_limited');
    expect(reached.size).toBe(0);
  });

  it('has only so many wait at once', async () => {
    // However long a slow machine takes, nobody's second ends.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const waiting = Array.from({ length: 1_000 }, () => read(signed(41)));
    await vi.waitUntil(() => reached.get(41)?.size === 1_000);
    const { statusCode, body } = await read(signed(41));
    expect([statusCode, body.includes('busy')]).toEqual([503, true]);
    here = 41;
    for (const call of reached.get(41) ?? []) call();
    expect(new Set((await Promise.all(waiting)).map(answer => answer.body))).toEqual(new Set(['read']));
  });
});
