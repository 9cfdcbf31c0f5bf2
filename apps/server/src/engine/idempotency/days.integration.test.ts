import { DAY_MS, HOUR_MS } from '@tallystick/core/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { SILENT_LOG } from '../../database/log.ts';
import { makeAhead } from '../../database/partitions/change.ts';
import { isEmpty, partitionsOf } from '../../database/partitions/partition.ts';
import { createTestDatabase } from '../../testing/database.ts';
import type { Committed, Idempotency } from '../command-bus.ts';
import { KEYS } from '../history/history-tables.ts';
import { Deduplicator } from './deduplicator.ts';
import { encodeEvents } from './result-codec.ts';
import { ResultStore } from './result-store.ts';

/** Later than any partition that the migration made for the machine's own clock. */
const START_MS = Date.UTC(2100, 0, 1, 12);

let database: Database;
let nowMs = START_MS;
let store: ResultStore;
let keys: Deduplicator;
let sequence = 0;
/** The lease is held. */
const HELD = { confirmed: () => Promise.resolve() };
beforeAll(async () => {
  database = await createTestDatabase();
  await open();
});
afterAll(() => database.close());

async function open(): Promise<void> {
  store = new ResultStore(database.pool, { retentionMs: DAY_MS });
  keys = new Deduplicator(store, HELD);
  await store.load(new AbortController().signal, SILENT_LOG);
}

/** As the engine once a minute. */
async function minute(): Promise<void> {
  await makeAhead(database.pool, KEYS);
  await store.prune(nowMs);
}

const named = (key: string): Idempotency => ({ scope: 'customer:1:spot', key, inputHash: 'h' });

/** Runs a command under a key; whether it was the first. */
async function use(key: string): Promise<boolean> {
  const idempotency = named(key);
  const { replayed } = await keys.once(idempotency, async known => {
    const committed: Committed = {
      sequence: ++sequence,
      atMs: nowMs,
      outcome: { ok: true, events: [] },
      replayed: false,
    };
    await database.pool.query('insert into idempotency values ($1, $2, $3, $4, $5, $6)', [
      idempotency.scope,
      key,
      'h',
      sequence,
      nowMs,
      encodeEvents([]),
    ]);
    keys.stored(known, nowMs);
    return committed;
  });
  return !replayed;
}

const stored = async (): Promise<string[]> =>
  (await database.pool.query<{ key: string }>('select key from idempotency order by at_ms')).rows.map(
    ({ key }) => key,
  );

it('a key is honoured for a day at least, and forgotten with its whole day', async () => {
  expect(await use('noon')).toBe(true);
  await minute();
  nowMs += 11 * HOUR_MS;
  expect(await use('evening')).toBe(true);
  for (let hour = 0; hour < 24; hour++) {
    nowMs += HOUR_MS;
    await minute();
    expect([await use('noon'), await use('evening')]).toEqual([false, false]);
  }
  // A day after the end of their day.
  nowMs = START_MS + 1.5 * DAY_MS;
  await minute();
  expect(await stored()).toEqual([]);
  expect([store.mayContain('15:customer:1:spotnoon'), await use('noon')]).toEqual([false, true]);
  await minute();
});

it('each day has a partition of its own, made before its first key', async () => {
  for (let day = 0; day < 5; day++) {
    nowMs += DAY_MS;
    await use(`day ${day}`);
    await minute();
    const parts = await partitionsOf(database.pool, KEYS.name);
    const today = parts.findIndex(({ from, to }) => from <= nowMs && nowMs < to);
    expect(parts[today]!.to - parts[today]!.from).toBe(DAY_MS);
    expect(parts.length - 1 - today).toBe(2);
    // Yesterday, today, and what is left of older days: nothing.
    expect(today).toBeLessThanOrEqual(2);
    expect(await isEmpty(database.pool, parts[0]!.name)).toBe(true);
  }
  expect(await stored()).toEqual(['day 3', 'day 4']);
});

it('a restart knows the keys of all days that are there', async () => {
  await open();
  expect([await use('day 3'), await use('day 4'), await use('day 2')]).toEqual([false, false, true]);
  await expect(
    keys.once({ ...named('day 4'), inputHash: 'other' }, () => Promise.reject(new Error('ran'))),
  ).rejects.toMatchObject({ code: 'idempotency_key_reused' });
});

it('until the keys are read, each is looked up', async () => {
  store = new ResultStore(database.pool, { retentionMs: DAY_MS });
  keys = new Deduplicator(store, HELD);
  expect(store.mayContain('anything')).toBe(true);
  expect([await use('day 4'), await use('never used')]).toEqual([false, true]);
});

it('a key used twice on one day cannot be stored, whatever the filter says', async () => {
  await expect(
    database.pool.query(
      'insert into idempotency select scope, key, input_hash, 0, at_ms, result from idempotency',
    ),
  ).rejects.toMatchObject({ code: '23505' });
});

it('are read again and again until they have been read, or the engine ends', async () => {
  let failures = 2;
  const failing = {
    connect: () => (failures-- > 0 ? Promise.reject(new Error('unreachable')) : database.pool.connect()),
  };
  const slow = new ResultStore(failing as never, { retentionMs: DAY_MS });
  await slow.load(new AbortController().signal, SILENT_LOG);
  expect(failures).toBeLessThan(0);
  expect(slow.mayContain('0:nobody’s')).toBe(false);

  failures = Infinity;
  const ended = new AbortController();
  const never = new ResultStore(failing as never, { retentionMs: DAY_MS });
  const loading = never.load(ended.signal, SILENT_LOG);
  ended.abort();
  await loading;
  expect(never.mayContain('0:nobody’s')).toBe(true);
});
