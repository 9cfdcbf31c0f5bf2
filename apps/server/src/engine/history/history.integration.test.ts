import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DAY_MS } from '@tallystick/core/durations';
import {
  MIXED_START_MS,
  mixedCommand,
  mixedHistory,
  mixedSetup,
} from '@tallystick/core/testing/mixed-history';
import fc from 'fast-check';
import pg from 'pg';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditJournal } from '../../audit/audit-journal.ts';
import { writeDecidedRows } from '../../audit/testing/decided-rows.ts';
import type { Database } from '../../database/database.ts';
import { SILENT_LOG } from '../../database/log.ts';
import { listLedger } from '../../modules/wallet/store.ts';
import { readLines } from '../../modules/statement/lines.ts';
import { checkedPages, entryPages } from '../../modules/statement/entries.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { FolderStore } from '../../object-store/folder-store.ts';
import { SignedHeads } from '../../transparency-log/signed-heads.ts';
import { Follower } from '../follower.ts';
import { verifyProjections } from '../projections/verify.ts';
import { Reconciler } from '../reconciliation/reconciler.ts';
import { recover } from '../recovery.ts';
import { startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { HistoryKeeper, type HistoryRetention } from './history-keeper.ts';
import { historyFloor } from './floors.ts';

const CUSTOMERS = [1, 2, 3];
const CUT = [
  ['orders', 'order_id'],
  ['trades', 'trade_id'],
  ['perpetual_trades', 'trade_id'],
  ['ledger_entries', 'posting_id'],
] as const;

let database: Database;
let dataDir: string;
let engine: TestEngine;
let nowMs = MIXED_START_MS;
// From here on, contracts trade on most of the days.
let seed = 81;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'tallystick-history-'));
  engine = await start();
  for (const command of mixedSetup()) await engine.bus.submit(command);
  await play(6);
}, 120_000);
afterAll(async () => {
  await engine.stop();
  await database.close();
  await rm(dataDir, { recursive: true });
});

const start = (): Promise<TestEngine> => startTestEngine(database, {}, { now: () => nowMs });

async function restart(): Promise<void> {
  await engine.stop();
  engine = await start();
}

async function play(histories: number): Promise<void> {
  for (const step of fc.sample(fc.noBias(mixedHistory), { numRuns: histories, seed: seed++ }).flat()) {
    // Histories have waits of months; here days are counted.
    nowMs += step.waitMs % 60_000;
    if (engine.exchange.dueAtMs() <= nowMs) await engine.wake();
    await engine.bus.submit(mixedCommand(step, engine.exchange, nowMs));
  }
}

function keeper(retention: Partial<HistoryRetention>): HistoryKeeper {
  return new HistoryKeeper({
    pool: database.pool,
    log: SILENT_LOG,
    retention: { historyMs: null, journalMs: null, ...retention },
    results: { prune: () => Promise.resolve() },
    now: () => nowMs,
    clockStopped: undefined,
  });
}

/** A day in which the keeper has its turn, and then some trading. */
async function aDayLater(retention: Partial<HistoryRetention>): Promise<void> {
  nowMs += DAY_MS;
  await keeper(retention).turn(nowMs);
  await play(1);
}

async function count(table: string, where = 'true'): Promise<number> {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from ${table} where ${where}`,
  );
  return rows[0]!.count;
}

const counts = (): Promise<number[]> => Promise.all(CUT.map(([table]) => count(table)));

async function newestIds(): Promise<ReadonlyMap<string, number>> {
  const newest = new Map<string, number>();
  for (const [table, id] of CUT) {
    const { rows } = await database.pool.query<{ id: string }>(`select max(${id}) as id from ${table}`);
    newest.set(table, Number(rows[0]!.id));
  }
  return newest;
}

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A comparison that runs beside the exchange. `meanwhile`: between two of its steps. */
function reconcile(meanwhile?: () => Promise<void>): Promise<readonly string[]> {
  return withClient(async client => {
    const { exchange, position } = await recover(client, { onBadSnapshot: () => {} });
    const follower = new Follower(exchange, position);
    const reconciler = new Reconciler({ client, follower, owners: 3, entries: 40 });
    let entries = 0;
    for (;;) {
      const step = await reconciler.step();
      if (step.completed || step.problems.length > 0) return step.problems;
      if (entries === 0 && step.entries > 0) await meanwhile?.();
      entries += step.entries;
    }
  });
}

async function faultOfHeads(): Promise<string | null> {
  const heads = await SignedHeads.open({
    pool: database.pool,
    registry: new Registry(),
    log: pino({ level: 'silent' }),
    now: () => nowMs,
    objects: new FolderStore(dataDir),
    origin: 'test.example/price-log',
    keys: [Buffer.alloc(32, 1)],
    checkpointEveryMs: 10_000,
  });
  for (let turn = 0; turn < 4; turn++) await heads.turn();
  const fault = heads.log('journal').publisher.fault;
  return fault === null ? null : `${fault.kind} ${fault.number}`;
}

const audit = () =>
  auditJournal({
    databaseUrl: database.url,
    unreleased: true,
    idempotencyRetentionMs: 3_650 * DAY_MS,
    feedRetentionMs: 3_650 * DAY_MS,
    now: () => nowMs,
  });

describe('history that is kept for a week', () => {
  const week = { historyMs: 7 * DAY_MS };

  it('is all there in the first week', async () => {
    const before = await counts();
    for (let day = 0; day < 6; day++) await aDayLater(week);
    for (const [i, rows] of (await counts()).entries()) expect(rows).toBeGreaterThanOrEqual(before[i]!);
    expect(await historyFloor(database.pool, 'orders')).toEqual({ first: 0, atMs: 0 });
  });

  it('then loses its oldest days, also while tables and core are compared, and the books agree', async () => {
    const waiting = await count('orders', `status = 'waiting'`);
    const newest = await newestIds();
    expect(
      await reconcile(async () => {
        for (let day = 0; day < 4; day++) await aDayLater(week);
      }),
    ).toEqual([]);
    for (const [table, id] of CUT) {
      const { first } = await historyFloor(database.pool, table);
      expect({ table, isCut: first > 1 && first <= newest.get(table)! }).toEqual({ table, isCut: true });
      if (table.endsWith('trades')) expect(await count(table, `${id} < ${first}`)).toBe(0);
    }
    const { first } = await historyFloor(database.pool, 'orders');
    expect(waiting).toBeGreaterThan(0);
    expect(await count('orders', `order_id < ${first} and status <> 'waiting'`)).toBe(0);
    expect(await count('ledger_entries', `reason = 'carriedForward'`)).toBeGreaterThan(0);
    expect(await verifyProjections(database.pool, engine.exchange)).toEqual([]);
    expect(await reconcile()).toEqual([]);
  });

  it('adds up for customers, page by page, as before', async () => {
    for (const customerId of CUSTOMERS) {
      const range = { first: 1, end: Number.MAX_SAFE_INTEGER };
      const sums = await readLines(database.pool, { customerId }, range);
      let rows = 0;
      for await (const page of checkedPages(entryPages(database.pool, { customerId }, range, 50), sums))
        rows += page.length;
      expect(rows).toBe(await count('ledger_entries', `owner_id = ${customerId}`));
    }
    const filter = { reason: 'carriedForward', before: null, limit: 5 } as const;
    expect(await listLedger(database.pool, 1, filter)).not.toEqual([]);
  });

  it('goes on after a restart, and orders that had waited since before still end', async () => {
    await restart();
    for (const customerId of CUSTOMERS) {
      for (const { orderId } of engine.exchange.openOrders(customerId))
        await engine.bus.submit({ type: 'cancelOrder', customerId, orderId });
    }
    expect(await verifyProjections(database.pool, engine.exchange)).toEqual([]);
    for (let day = 0; day < 9; day++) await aDayLater(week);
    const { first } = await historyFloor(database.pool, 'orders');
    expect(await count('orders', `order_id < ${first} and status <> 'waiting'`)).toBe(0);
    expect(await verifyProjections(database.pool, engine.exchange)).toEqual([]);
  });

  it('is said by the audit, which compares all that is there', async () => {
    await writeDecidedRows(database.pool);
    const result = await audit();
    expect(result.firstDifference).toBeNull();
    expect(result.notes.filter(note => note.includes('HISTORY_DAYS'))).toHaveLength(CUT.length);
    await database.pool.query(
      'update trades set quantity_lots = quantity_lots + 1 where trade_id = (select max(trade_id) from trades)',
    );
    expect((await audit()).firstDifference).toMatchObject({ table: 'trades' });
    await database.pool.query(
      'update trades set quantity_lots = quantity_lots - 1 where trade_id = (select max(trade_id) from trades)',
    );
  });
});

describe('a journal that is kept for a week', () => {
  const week = { journalMs: 7 * DAY_MS };
  const firstSequence = async (): Promise<number> => {
    const { rows } = await database.pool.query<{ first: string }>(
      'select first_sequence as first from journal order by first_sequence limit 1',
    );
    return Number(rows[0]!.first);
  };

  it('stays as long as fewer than two snapshots that it names can do without, or it is not signed', async () => {
    await database.pool.query('delete from snapshots');
    await restart();
    for (let day = 0; day < 10; day++) await aDayLater(week);
    expect(await firstSequence()).toBe(1);
    for (let again = 0; again < 2; again++) {
      await play(1);
      await restart();
    }
    await aDayLater(week);
    expect(await firstSequence()).toBe(1);
  });

  it('then loses its oldest days; starts, signed heads and the comparison go on', async () => {
    expect(await faultOfHeads()).toBeNull();
    // The oldest snapshot was of a time that is still kept.
    for (let again = 0; again < 2; again++) {
      await play(1);
      await restart();
    }
    await aDayLater(week);
    expect(await firstSequence()).toBeGreaterThan(1);
    expect(await faultOfHeads()).toBeNull();
    await play(1);
    await restart();
    expect(engine.recovered.snapshotSequence).toBeGreaterThan(1);
    expect(await verifyProjections(database.pool, engine.exchange)).toEqual([]);
    expect(await reconcile()).toEqual([]);
    await play(1);
    expect(await faultOfHeads()).toBeNull();
  });

  it('is said by whoever wants its beginning', async () => {
    const gap = /it begins at sequence \d+\. .*JOURNAL_DAYS/;
    expect((await audit()).firstDifference?.what).toMatch(gap);
    await engine.stop();
    await database.pool.query('update snapshots set state_hash = repeat($1, 64)', ['0']);
    await expect(start()).rejects.toThrow(gap);
  });
});
