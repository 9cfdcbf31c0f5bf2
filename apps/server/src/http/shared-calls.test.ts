import rateLimit from '@fastify/rate-limit';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRateLimits } from './rate-limits.ts';
import { SharedCalls } from './shared-calls.ts';

const MINUTE_MS = 60_000;
const LIMIT = 30;

let nowMs: number;
let gateways: { readonly app: ReturnType<typeof Fastify>; readonly calls: SharedCalls }[];

async function gateway(from: string) {
  const calls = new SharedCalls({ from, now: () => nowMs });
  const app = Fastify({ trustProxy: true });
  await app.register(rateLimit, { global: false });
  const limits = createRateLimits(app, {
    browsers: { nameOf: () => null, isKnown: async () => false },
    shared: calls,
  });
  app.get('/api/login', { onRequest: [...limits.address('POST user/login')] }, () => 'in');
  return { app, calls };
}

/** Each tells the others, as it does every second. */
function tellAll(): void {
  for (const teller of gateways) {
    const news = teller.calls.news();
    if (news !== null) for (const hearer of gateways) hearer.calls.hear(news);
  }
}

async function call(index: number, address = '203.0.113.5'): Promise<boolean> {
  const headers = { 'x-forwarded-for': address };
  const { body } = await gateways[index]!.app.inject({ url: '/api/login', headers });
  return body === 'in';
}

beforeEach(async () => {
  nowMs = 1_000 * MINUTE_MS;
  gateways = await Promise.all(['a', 'b', 'c'].map(gateway));
});
afterEach(async () => {
  for (const { app } of gateways) await app.close();
});

describe('gateways that tell each other what they have counted', () => {
  it('allow in all what one would allow', async () => {
    let allowed = 0;
    for (let turn = 0; turn < LIMIT; turn++) {
      for (const index of [0, 1, 2]) if (await call(index)) allowed++;
      tellAll();
    }
    // In the last turn each of them may have allowed one more.
    expect(allowed).toBeGreaterThanOrEqual(LIMIT);
    expect(allowed).toBeLessThan(LIMIT + gateways.length);
    expect(await call(0, '203.0.113.6')).toBe(true);
  });

  it('allow one who stays at one of them all of it', async () => {
    for (let turn = 0; turn < LIMIT; turn++) {
      expect(await call(1)).toBe(true);
      tellAll();
    }
    expect([await call(0), await call(1)]).toEqual([false, false]);
  });

  it('are as they were without each other when nothing is told', async () => {
    for (let turn = 0; turn < LIMIT; turn++) expect(await call(0)).toBe(true);
    expect([await call(0), await call(1)]).toEqual([false, true]);
  });
});

describe('counts', () => {
  const MAX = 100;
  let here: SharedCalls;
  let there: SharedCalls;
  beforeEach(() => {
    here = new SharedCalls({ from: 'here', now: () => nowMs });
    there = new SharedCalls({ from: 'there', now: () => nowMs });
  });

  it('count once, however often and in which order they come', () => {
    here.count('x', MAX);
    here.count('x', MAX);
    const first = here.news()!;
    here.count('x', MAX);
    const second = here.news()!;
    for (const news of [second, first, second]) there.hear(news);
    expect(there.count('x', MAX)).toBe(3);
    here.hear(first);
    expect(here.count('x', MAX)).toBe(0);
  });

  it('of few calls are not told, nor what was told already', () => {
    here.count('x', MAX);
    expect(here.news()).toBe(null);
    here.count('x', MAX);
    expect(here.news()?.counts).toEqual([['x', 2]]);
    expect(here.news()).toBe(null);
  });

  it('are forgotten with their minute, and none of another is heard', () => {
    here.count('x', MAX);
    here.count('x', MAX);
    const old = here.news()!;
    there.hear(old);
    nowMs += MINUTE_MS;
    there.hear(old);
    expect([here.count('x', MAX), there.count('x', MAX)]).toEqual([0, 0]);
    expect(there.news()).toBe(null);
  });

  it('are told of those with the most calls first, and of so many at once', () => {
    for (let one = 0; one < 300; one++) for (let call = 0; call <= one; call++) here.count(`k${one}`, MAX);
    const told = here.news()?.counts ?? [];
    expect([told.length, told[0], told.at(-1)]).toEqual([200, ['k299', 300], ['k100', 101]]);
    expect(here.news()?.counts[0]).toEqual(['k99', 100]);
  });
});
