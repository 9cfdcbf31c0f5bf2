import type { PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditJournal } from '../../audit/audit-journal.ts';
import { EXIT, exitCodeOf } from '../../shutdown/exit-code.ts';
import { verifyProjections } from '../projections/verify.ts';
import { FundedEngines, ORDER, orders, submitAll } from '../testing/funded-engines.ts';
import { crash, type TestEngine } from '../testing/test-engine.ts';

const engines = new FundedEngines();

/** Keeps the projector from writing orders: it waits until `letGo`. */
let holder: PoolClient | null = null;
beforeEach(() => {
  holder = null;
});
afterEach(() => letGo());

async function holdTables(): Promise<void> {
  holder = await engines.database.pool.connect();
  await holder.query('begin; lock table orders in share mode');
}

async function letGo(): Promise<void> {
  await holder?.query('rollback');
  holder?.release();
  holder = null;
}

/** What another process would see: it waits for nothing. */
async function stored(engine: TestEngine): Promise<{ readonly orders: number; readonly behind: boolean }> {
  const { rows } = await holder!.query<{ orders: number; sequence: string }>(
    'select (select count(*)::int from orders) as orders, sequence from projection_position',
  );
  return { orders: rows[0]!.orders, behind: Number(rows[0]!.sequence) < engine.sequence() };
}

it('an order is answered before the tables have it, and whoever reads through the pool finds it', async () => {
  const engine = await engines.startFunded();
  await holdTables();
  await submitAll(engine, orders(3));
  expect(await stored(engine)).toEqual({ orders: 0, behind: true });
  let read = false;
  const reading = engines.count('orders').then(count => {
    read = true;
    return count;
  });
  await submitAll(engine, orders(2));
  expect(read).toBe(false);
  expect(await stored(engine)).toEqual({ orders: 0, behind: true });
  await letGo();
  // At least what had been told when the reading began.
  expect(await reading).toBeGreaterThanOrEqual(3);
  expect(await engines.count('orders')).toBe(5);
});

it('tables that are not written in time end the engine, and whoever reads them is turned away, then and later', async () => {
  const times = { beatMs: Infinity, validMs: Infinity, deadlineMs: 20_000, projectedMs: 3_000 };
  const engine = await engines.startFunded({}, { fence: times });
  await engine.projected();
  await holdTables();
  await submitAll(engine, orders(3));
  const reading = engines.count('orders').catch((error: unknown) => error);
  const reason = await engine.fatal;
  expect(String(reason)).toContain('has not answered for 3 s');
  expect(exitCodeOf(reason)).toBe(EXIT.again);
  expect(await reading).toMatchObject({ name: 'DatabaseBusy' });
  await letGo();
  await expect(engines.count('orders')).rejects.toMatchObject({ name: 'DatabaseBusy' });
});

it('what the tables lack after a kill is written at the next start, from before a snapshot as well', async () => {
  const first = await engines.startFunded({ snapshotEvery: 5 });
  await holdTables();
  await submitAll(first, orders(4));
  const bound = async () =>
    (await holder!.query('select from snapshots where bound_by is not null and sequence > $1', [12]))
      .rowCount;
  for (let sent = 0; ((await bound()) ?? 0) === 0 && sent < 5_000; sent++) await first.bus.submit(ORDER);
  expect(await bound()).toBeGreaterThan(0);
  expect(await stored(first)).toMatchObject({ orders: 0, behind: true });
  const left = first.sequence();
  await crash({ pool: holder! }, first);
  await letGo();
  const second = await engines.start();
  expect(second.sequence()).toBe(left);
  expect(await verifyProjections(engines.database.pool, second.exchange)).toEqual([]);
  const result = await auditJournal({ databaseUrl: engines.database.url, unreleased: true });
  expect(result.firstDifference).toBeNull();
});

it('as soon as too much waits for the tables, commands wait, and none is lost', async () => {
  const engine = await engines.startFunded({ projectionLimit: 10, maxBatch: 5, queueLimit: 1_000 });
  await holdTables();
  let answered = 0;
  const all = orders(100).map(order => engine.bus.submit(order).then(() => answered++));
  const journaled = async (): Promise<boolean> => {
    const { rowCount } = await holder!.query(
      'select from journal j, projection_position p where j.last_sequence >= p.sequence + 10',
    );
    return rowCount! > 0;
  };
  await expect.poll(journaled).toBe(true);
  // One more batch would have been answered by the time this one was asked about.
  expect(answered).toBeLessThan(30);
  await letGo();
  await Promise.all(all);
  expect(answered).toBe(100);
  expect(await verifyProjections(engines.database.pool, engine.exchange)).toEqual([]);
});

it('an engine that was overruled writes no table any more', async () => {
  const first = await engines.startFunded();
  await holdTables();
  await first.bus.submit(ORDER);
  const starting = engines.start({}, { force: true });
  // The second waits for the first one's transaction, which the first one may finish.
  await letGo();
  const second = await starting;
  await engines.database.pool.query('update projection_position set epoch = epoch + 1');
  await expect(second.bus.submit(ORDER)).resolves.toMatchObject({ outcome: { ok: true } });
  expect(exitCodeOf(await second.fatal)).not.toBe(EXIT.halted);
  await expect(first.bus.submit(ORDER)).rejects.toMatchObject({ code: 'outcome_unknown' });
  for (const ended of [first, second]) await ended.stop();
  const third = await engines.start();
  expect(await engines.count('orders')).toBe(2);
  expect(await verifyProjections(engines.database.pool, third.exchange)).toEqual([]);
});

it('the audit of a running exchange compares the tables where they are', async () => {
  const engine = await engines.startFunded();
  await submitAll(engine, orders(3));
  await engine.projected();
  await holdTables();
  await submitAll(engine, orders(4));
  expect(await stored(engine)).toEqual({ orders: 3, behind: true });
  const result = await auditJournal({ databaseUrl: engines.database.url, unreleased: true });
  expect(result).toMatchObject({ firstDifference: null, sequence: engine.sequence(), rows: { orders: 3 } });
});

describe('a position that was changed', () => {
  it.each([
    ['raised', '+ 1', 'the tables are at sequence'],
    ['lowered', '- 1', 'the database refuses what the core did'],
  ])('%s, is found at the start and by the audit', async (_what, by, message) => {
    const first = await engines.startFunded();
    await submitAll(first, orders(2));
    await first.projected();
    await first.bus.submit(ORDER);
    await first.projected();
    await crash(engines.database, first);
    await engines.database.pool.query(`update projection_position set sequence = sequence ${by}`);
    const error = await engines.start().catch((cause: unknown) => cause);
    expect(String(error)).toContain(message);
    expect(exitCodeOf(error)).toBe(EXIT.halted);
    const { firstDifference } = await auditJournal({ databaseUrl: engines.database.url, unreleased: true });
    expect(firstDifference).not.toBeNull();
  });
});
