import {
  MIXED_START_MS,
  mixedCommand,
  mixedHistory,
  mixedSetup,
} from '@tallystick/core/testing/mixed-history';
import fc from 'fast-check';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { SILENT_LOG } from '../../database/log.ts';
import { EXIT, exitCodeOf } from '../../shutdown/exit-code.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { Follower } from '../follower.ts';
import { recover } from '../recovery.ts';
import { startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { Reconciler } from './reconciler.ts';
import { Reconciliation } from './reconciliation.ts';

/** Enough for rows of every product. */
const STEPS = 250;

let database: Database;
let engine: TestEngine;
let nowMs = MIXED_START_MS;
const start = (): Promise<TestEngine> => startTestEngine(database, {}, { now: () => nowMs });

beforeAll(async () => {
  database = await createTestDatabase();
  engine = await start();
  await Promise.all(mixedSetup().map(command => engine.bus.submit(command)));
});
afterAll(async () => {
  await engine.stop();
  await database.close();
});

async function open(): Promise<{ readonly reconciler: Reconciler; readonly client: pg.Client }> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { exchange, position } = await recover(client, { onBadSnapshot: () => {} });
  const follower = new Follower(exchange, position);
  const reconciler = new Reconciler({ client, follower, owners: 2, entries: 40 });
  return { reconciler, client };
}

it('finds nothing while everything runs, compares as of one command each time, and completes its round', async () => {
  const { reconciler, client } = await open();
  try {
    const steps = fc.sample(fc.noBias(mixedHistory), { numRuns: 8, seed: 7 }).flat().slice(0, STEPS);
    let completed = 0;
    let owners = 0;
    let entries = 0;
    let waiting: Promise<unknown>[] = [];
    for (const step of steps) {
      nowMs += step.waitMs;
      if (engine.exchange.dueAtMs() <= nowMs) await engine.wake();
      waiting.push(engine.bus.submit(mixedCommand(step, engine.exchange, nowMs)));
      if (waiting.length < 5) continue;
      const report = await reconciler.step();
      expect(report.problems).toEqual([]);
      completed += Number(report.completed);
      owners += report.owners;
      entries += report.entries;
      await Promise.all(waiting);
      waiting = [];
    }
    await Promise.all(waiting);
    await engine.wake();
    let last = await reconciler.step();
    for (let round = 0; round < 2;) {
      last = await reconciler.step();
      expect(last.problems).toEqual([]);
      round += Number(last.completed);
    }
    expect(last.sequence).toBe(engine.sequence());
    expect(completed).toBeGreaterThan(0);
    expect(owners).toBeGreaterThan(10);
    expect(entries).toBeGreaterThan(100);
  } finally {
    await client.end();
  }
});

it('another version’s journal is no difference: this one is the wrong one to compare', async () => {
  await engine.projected();
  const relabel = (by: number) =>
    database.pool.query(
      `update journal set logic_version = logic_version + $1
       where first_sequence = (select max(first_sequence) from journal)`,
      [by],
    );
  const fatal: unknown[] = [];
  const reconciliation = new Reconciliation({
    databaseUrl: database.url,
    log: SILENT_LOG,
    registry: new Registry(),
    now: () => nowMs,
    onFatal: error => fatal.push(error),
  });
  await relabel(1);
  try {
    await reconciliation.step();
  } finally {
    await relabel(-1);
  }
  expect(fatal).toEqual([]);
  expect(reconciliation.status.failure).toContain('there is no way back');
  await reconciliation.step();
  expect(reconciliation.status.failure).toBe(null);
  await reconciliation.stop();
});

describe('a difference', () => {
  const BALANCE = 'update balances set available_minor = available_minor';
  const where = `where (owner_id, account, currency_id) = (select owner_id, account, currency_id from balances
    where owner_id > 0 and available_minor > 10 order by 1, 2, 3 limit 1)`;
  beforeEach(() => database.pool.query(`${BALANCE} + 5 ${where}`));
  afterEach(() => database.pool.query(`${BALANCE} - 5 ${where}`));

  it('found in the background stops the exchange with the exit code of broken books, and is named', async () => {
    const fatal = Promise.withResolvers<unknown>();
    const registry = new Registry();
    const reconciliation = new Reconciliation({
      databaseUrl: database.url,
      log: SILENT_LOG,
      registry,
      now: () => nowMs,
      onFatal: fatal.resolve,
      everyMs: 1,
    });
    reconciliation.start();
    const error = await fatal.promise;
    await reconciliation.stop();
    expect(exitCodeOf(error)).toBe(EXIT.halted);
    expect(String(error)).toMatch(
      /the tables differ from the journal: balance \d+\/\w+\/\d+: \d+ \+ \d+ in the table/,
    );
  });

  it('found at the start prevents the exchange from starting', async () => {
    await engine.stop();
    const error = await start().catch((cause: unknown) => cause);
    await database.pool.query(`${BALANCE} - 5 ${where}`);
    engine = await start();
    await database.pool.query(`${BALANCE} + 5 ${where}`);
    expect(exitCodeOf(error)).toBe(EXIT.halted);
    expect(String(error)).toContain('the tables differ from the journal: balance');
  });
});

it('reports when everything was compared, and when it could not be', async () => {
  const registry = new Registry();
  const reconciliation = new Reconciliation({
    databaseUrl: database.url,
    log: SILENT_LOG,
    registry,
    now: () => 7_000,
    onFatal: error => {
      throw error;
    },
    owners: 1_000,
    entries: 1_000_000,
  });
  const metric = async (name: string): Promise<number | undefined> =>
    (await registry.getSingleMetric(`tallystick_reconciliation_${name}`)?.get())?.values[0]?.value;
  await reconciliation.step();
  expect(reconciliation.status).toEqual({
    sequence: engine.sequence(),
    completed_at_ms: null,
    failure: null,
  });
  await reconciliation.step();
  expect(reconciliation.status.completed_at_ms).toBe(7_000);
  expect(await metric('completed_at_seconds')).toBe(7);
  expect(await metric('sequence')).toBe(engine.sequence());
  await database.pool.query(
    `select pg_terminate_backend(pid, 60_000) from pg_stat_activity
     where application_name = 'tallystick reconciliation' and datname = current_database()`,
  );
  await reconciliation.step();
  expect(reconciliation.status.failure).not.toBe(null);
  expect(await metric('failed')).toBe(1);
  await reconciliation.step();
  expect(reconciliation.status.failure).toBe(null);
  await reconciliation.stop();
});
