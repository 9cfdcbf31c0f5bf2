import { configureCommands, fundedCustomerCommands } from '@tallystick/core/testing/demo-exchange';
import pg from 'pg';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { SILENT_LOG } from '../database/log.ts';
import { createPool, type Pool } from '../database/pool.ts';
import { EXIT, exitCodeOf } from '../shutdown/exit-code.ts';
import { createTestDatabase } from '../testing/database.ts';
import { connectEngine } from './connect.ts';
import type { CoreEngine } from './core-engine.ts';
import { SILENT_MS, STANDBY_FENCE, type FenceTimes } from './fence.ts';
import { takeLease } from './lease.ts';
import { verifyProjections } from './projections/verify.ts';
import { SilenceWatch } from './silence-watch.ts';
import { standBy } from './standby.ts';
import { ORDER } from './testing/funded-engines.ts';
import { HeldLease } from './testing/held-lease.ts';
import { crash, NOW_MS } from './testing/test-engine.ts';

interface Standby {
  /** Resolves when its state is ready. */
  readonly ready: Promise<number>;
  /** Resolves when it has taken over. */
  readonly engine: Promise<CoreEngine>;
  readonly fatal: Promise<unknown>;
  readonly abort: AbortController;
}

let database: Database;
let pools: Pool[] = [];
let engines: CoreEngine[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  for (const engine of engines) await engine.stop();
  for (const pool of pools) await pool.end();
  engines = [];
  pools = [];
  await database.close();
});

/** A core with a pool of its own, as in a process of its own. */
function core(fence: FenceTimes = STANDBY_FENCE, extra: { readonly projectionLimit?: number } = {}): Standby {
  const ready = Promise.withResolvers<number>();
  const fatal = Promise.withResolvers<unknown>();
  const abort = new AbortController();
  const pool = createPool(database.url, 2, SILENT_LOG);
  pools.push(pool);
  const engine = standBy({
    pool,
    databaseUrl: database.url,
    log: SILENT_LOG,
    registry: new Registry(),
    now: () => NOW_MS,
    onFatal: fatal.resolve,
    fence,
    signal: abort.signal,
    onStandingBy: ready.resolve,
    settings: { gatherMs: 0, ...extra },
  });
  // A test that fails earlier does not wait for it.
  engine.then(
    one => engines.push(one),
    () => undefined,
  );
  return { ready: ready.promise, engine, fatal: fatal.promise, abort };
}

async function funded(fence?: FenceTimes): Promise<{ readonly engine: CoreEngine } & Pick<Standby, 'fatal'>> {
  const { engine: starting, fatal } = core(fence);
  const engine = await starting;
  for (const command of [...configureCommands(), ...fundedCustomerCommands(1, 1_000_000_000_000n)])
    await engine.bus.submit(command);
  return { engine, fatal };
}

const keyed = (key: string) => ({ idempotency: { scope: 'customer:1:spot', key, inputHash: 'h' } });

async function soundAfter(engine: CoreEngine): Promise<void> {
  await engine.projected();
  expect(await verifyProjections(database.pool, engine.exchange)).toEqual([]);
}

it('goes on when the other one ends in order, and knows the keys it has answered', async () => {
  const { engine: first } = await funded();
  const second = core();
  await second.ready;
  const { sequence } = await first.bus.submit(ORDER, keyed('a'));
  const state = first.exchange.stateHash();
  await first.stop();
  const engine = await second.engine;
  expect(engine.epoch()).toBe(first.epoch() + 1);
  expect(engine.exchange.stateHash()).toBe(state);
  await expect(engine.bus.submit(ORDER, keyed('a'))).resolves.toMatchObject({ replayed: true, sequence });
  await expect(engine.bus.submit(ORDER, keyed('b'))).resolves.toMatchObject({ replayed: false });
  await soundAfter(engine);
});

it('goes on after a crash, and writes what the tables lacked', async () => {
  const { engine: first, fatal } = await funded();
  const second = core();
  await second.ready;
  const holder = await database.pool.connect();
  await holder.query('begin; lock table orders in share mode');
  for (const key of ['a', 'b', 'c']) await first.bus.submit(ORDER, keyed(key));
  await crash({ pool: holder }, { ...first, fatal } as never);
  await holder.query('rollback');
  holder.release();
  const engine = await second.engine;
  expect(engine.exchange.openOrders(1)).toHaveLength(3);
  await expect(engine.bus.submit(ORDER, keyed('c'))).resolves.toMatchObject({ replayed: true });
  await engine.bus.submit(ORDER, keyed('d'));
  await soundAfter(engine);
  const { rows } = await database.pool.query<{ n: number }>('select count(*)::int as n from orders');
  expect(rows).toEqual([{ n: 4 }]);
});

it('deposes one that says nothing for two seconds, which then commits nothing any more', async () => {
  const silent = { beatMs: 3_600_000, validMs: Infinity, deadlineMs: 30_000, projectedMs: 10_000 };
  const { engine: first, fatal } = await funded(silent);
  const second = core();
  await second.ready;
  await first.bus.submit(ORDER, keyed('a'));
  const engine = await second.engine;
  expect(engine.epoch()).toBeGreaterThan(first.epoch());
  await expect(first.bus.submit(ORDER, keyed('b'))).rejects.toMatchObject({
    code: expect.stringMatching(/^(stopped|outcome_unknown)$/),
  });
  expect(exitCodeOf(await fatal)).not.toBe(EXIT.halted);
  await expect(engine.bus.submit(ORDER, keyed('a'))).resolves.toMatchObject({ replayed: true });
  await expect(engine.bus.submit(ORDER, keyed('b'))).resolves.toMatchObject({ replayed: false });
  await soundAfter(engine);
});

it('leaves one alone that says that it lives, whether or not it has something to do', async () => {
  const { engine: first } = await funded();
  const second = core();
  await second.ready;
  const beats = async (): Promise<number> => {
    const { rows } = await database.pool.query<{ ms: number }>(
      `select extract(epoch from beat_at - taken_at)::float8 * 1000 as ms from engine_lease`,
    );
    return rows[0]!.ms;
  };
  await expect.poll(beats, { timeout: 20_000 }).toBeGreaterThan(2_500);
  await expect(first.bus.submit(ORDER)).resolves.toMatchObject({ outcome: { ok: true } });
  second.abort.abort(new Error('enough'));
  await expect(second.engine).rejects.toThrow('enough');
});

it('deposes one that stands still between its lease and its first beat', async () => {
  await (await funded()).engine.stop();
  const frozen = await taken(1_000);
  const engine = await core().engine;
  expect(engine.epoch()).toBeGreaterThan(frozen.epoch);
  await expect(frozen.client.query('select 1')).rejects.toThrow(/terminat|not queryable|closed/i);
  await soundAfter(engine);
});

it('lets one be that begins or stops, which may be silent for longer', async () => {
  const { client, epoch } = await taken(60_000);
  let looks = 0;
  await client.query(`update engine_lease set beat_at = beat_at - interval '50 seconds'`);
  const watch = new SilenceWatch(database.url, SILENT_LOG, () => looks++);
  await expect.poll(() => looks, { timeout: 20_000 }).toBeGreaterThan(2);
  expect((await lease()).epoch).toBe(epoch);
  await client.query(`update engine_lease set beat_at = beat_at - interval '10 seconds'`);
  await expect.poll(async () => (await lease()).epoch, { timeout: 20_000 }).toBeGreaterThan(epoch);
  watch.stop();
  await client.end().catch(() => undefined);
});

it('a core that ends in order says so before its long work, and leaves that out where another waits', async () => {
  const snapshots = async (): Promise<number> => {
    const { rowCount } = await database.pool.query('select from snapshots');
    return rowCount!;
  };
  const { engine: first } = await funded();
  const before = await snapshots();
  const second = core();
  await second.ready;
  await first.stop();
  const engine = await second.engine;
  expect(await snapshots()).toBe(before);
  // Said with its first beat.
  await expect.poll(async () => (await lease()).silentMs).toBe(SILENT_MS);
  await engine.stop();
  expect(await snapshots()).toBe(before + 1);
  expect((await lease()).silentMs).toBeGreaterThan(10 * SILENT_MS);
});

it('a core that ends in order leaves its snapshot where somebody waits who has not the state', async () => {
  const snapshots = async (): Promise<number> => {
    const { rowCount } = await database.pool.query('select from snapshots');
    return rowCount!;
  };
  const { engine: first } = await funded();
  const before = await snapshots();
  const second = core();
  await second.ready;
  // As another core does, or one that still restores.
  const waiting = await connectEngine(database.url, 'tallystick writer');
  const locked = waiting.query('select pg_advisory_lock(7465121)');
  const waits = async (): Promise<number> => {
    const { rowCount } = await database.pool.query(
      `select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
       where l.locktype = 'advisory' and l.objid = 7465121 and not l.granted`,
    );
    return rowCount!;
  };
  await expect.poll(waits).toBe(2);
  await first.stop();
  expect(await snapshots()).toBe(before + 1);
  await (await second.engine).bus.submit(ORDER);
  waiting.connection.stream.destroy();
  await expect(locked).rejects.toThrow('terminated');
});

async function lease(): Promise<{ readonly epoch: number; readonly silentMs: number }> {
  const { rows } = await database.pool.query<{ epoch: number; silentMs: number }>(
    `select epoch::int, silent_after_ms as "silentMs" from engine_lease`,
  );
  return rows[0]!;
}

/** The lease, held by a session that does nothing with it. */
async function taken(silentMs: number): Promise<{ readonly client: pg.Client; readonly epoch: number }> {
  const client = await connectEngine(database.url, 'tallystick writer');
  await client.query('select pg_advisory_lock(7465121)');
  return { client, epoch: (await takeLease(client, { holder: 'test', silentMs })).epoch };
}

it('throws away what a database lacks that was put in the place of another', async () => {
  const { engine: first, fatal } = await funded();
  const second = core();
  await second.ready;
  await first.projected();
  const tables = await database.pool.connect();
  await tables.query('begin; lock table orders in share mode');
  const { sequence } = await first.bus.submit(ORDER, keyed('a'));
  const held = await HeldLease.take({ connect: () => directly() } as never);
  await crash({ pool: tables }, { ...first, fatal } as never);
  const waits = async (): Promise<boolean> => {
    const { rowCount } = await tables.query(
      `select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
       where l.locktype = 'advisory' and l.objid = 7465121 and l.granted`,
    );
    return rowCount === 1;
  };
  await expect.poll(waits).toBe(true);
  await tables.query(
    `select pg_terminate_backend(pid, 60_000) from pg_stat_activity
     where datname = current_database() and application_name = 'tallystick projector' and wait_event_type = 'Lock'`,
  );
  await tables.query('delete from journal where last_sequence >= $1', [sequence]);
  await tables.query(`delete from idempotency where key = 'a'`);
  await tables.query('commit');
  tables.release();
  await held.letGo();
  const engine = await second.engine;
  expect(engine.sequence()).toBe(sequence - 1);
  await expect(engine.bus.submit(ORDER, keyed('a'))).resolves.toMatchObject({ replayed: false, sequence });
  await soundAfter(engine);
});

/** A connection that waits for no tables. */
async function directly(): Promise<pg.Client & { release(): void }> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return Object.assign(client, { release: () => void client.end() });
}
