import pg from 'pg';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { MINUTE_MS } from '@tallystick/core/durations';
import type { ReserveAssets } from './assets.ts';
import { ReservePublisher } from './publisher.ts';

/** Whose database answers every question with that. */
function publisherOver(answer: () => readonly object[], now: () => number) {
  const pool = new pg.Pool();
  let asked = 0;
  Object.assign(pool, {
    query: async () => {
      asked++;
      return { rows: answer() };
    },
  });
  const assets = {
    all: () => Promise.reject(new Error('the chains were asked')),
  } as unknown as ReserveAssets;
  const log = { info: () => {}, warn: () => {} };
  const publisher = new ReservePublisher({ pool, assets, now, registry: new Registry(), log });
  return { publisher, asked: () => asked };
}

it('a failure is not repeated every few seconds', async () => {
  let nowMs = 0;
  const fail = (): never => {
    throw new Error('no database');
  };
  const { publisher, asked } = publisherOver(fail, () => nowMs);
  for (; nowMs < 60 * MINUTE_MS; nowMs += 10_000) await publisher.turn().catch(() => null);
  // Without waits 360 times.
  expect(asked()).toBeLessThan(15);
  expect(asked()).toBeGreaterThan(5);
  expect(publisher.failure).toBe('no database');
});

it('of a point older than 15 minutes nothing is said: what lay there is not known any more', async () => {
  const point = { number: '2', sequence: '5', at_ms: '0', chosen_at_ms: '1000', public_record: '7' };
  const zeros = {
    total_minor: '0',
    house_minor: '0',
    pending_deposits_minor: '0',
    unrealised_minor: null,
    owed_by_customers_minor: '0',
  };
  const row = { ...point, ...zeros, point: '1' };
  let nowMs = 15 * MINUTE_MS + 1_001;
  const { publisher } = publisherOver(
    () => [row],
    () => nowMs,
  );
  await publisher.publish();
  nowMs -= 1;
  await expect(publisher.publish()).rejects.toThrow('the chains were asked');
});
