import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { registerHealth } from './health.ts';

async function readyz(seen: { lookedMs: number; behindMs: number | null; bus: boolean }) {
  const app = Fastify();
  registerHealth(app, {
    ready: () => true,
    database: { answers: async () => true },
    committingForMs: () => 0,
    clockStopped: () => false,
    seen: () => ({
      lookedMs: () => seen.lookedMs,
      behindMs: seen.behindMs === null ? null : () => seen.behindMs!,
      bus: () => seen.bus,
    }),
  });
  const { statusCode, body } = await app.inject('/readyz');
  await app.close();
  return { statusCode, body: JSON.parse(body) as unknown };
}

it('says what a process beside others last saw of them', async () => {
  expect(await readyz({ lookedMs: 420.4, behindMs: 60.2, bus: true })).toEqual({
    statusCode: 200,
    body: { status: 'ready', database_ms: 420, follower_ms: 60, bus: 'connected' },
  });
  expect(await readyz({ lookedMs: 5_000, behindMs: null, bus: false })).toEqual({
    statusCode: 200,
    body: { status: 'ready', database_ms: 5_000, bus: 'lost' },
  });
});

it('is not ready when it has not seen the database for more than five seconds, though another connection has', async () => {
  expect(await readyz({ lookedMs: 5_001, behindMs: 10, bus: true })).toEqual({
    statusCode: 503,
    body: { status: 'database', database_ms: 5_001, follower_ms: 10, bus: 'connected' },
  });
});
