import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../database/database.ts';
import { SILENT_LOG } from '../../database/log.ts';
import { administer, atDatabase } from '../../testing/administer.ts';
import { until } from '../../testing/cluster/processes.ts';
import { startStandbyPair, type StandbyPair } from '../../testing/cluster/standby-pair.ts';
import { ReplicatedHistory, type HistoryWork } from './history-pool.ts';
import { REPLICA_TIMES } from './replica.ts';

/** Patient, or the tests would need a fast machine; where a replica never answers, they shorten it. */
const TIMES = { ...REPLICA_TIMES, answerWithinMs: 20_000, queryWithinMs: 60_000, patienceMs: 200, outMs: 1 };

let pair: StandbyPair;
let missing: string | null = null;
let database: Database;
let told = { sequence: 0, epoch: 0 };

beforeAll(async () => {
  // What is replayed waits for no query.
  const started = await startStandbyPair({ max_standby_streaming_delay: '0' }, false);
  if ('missing' in started) {
    ({ missing } = started);
    return;
  }
  pair = started;
  await administer(pair.primary.url(), 'create database exchange');
  database = await openDatabase(
    { url: pair.primary.url('exchange'), dataDir: '', connections: 6 },
    SILENT_LOG,
  );
});
afterAll(async () => {
  await database?.close();
  await pair?.stop();
});

interface Asked {
  readonly history: ReplicatedHistory;
  readonly registry: Registry;
}
const opened: ReplicatedHistory[] = [];

/** Reads at the standby, by any address that is given in its place. */
function open(times = TIMES, url = atDatabase(pair.standby.url(), 'exchange'), log = SILENT_LOG): Asked {
  const registry = new Registry();
  const history = new ReplicatedHistory({
    primary: database.pool,
    replicas: [url],
    connections: 2,
    told: () => told,
    registry,
    log,
    times,
  });
  opened.push(history);
  return { history, registry };
}

/** How readings at the replica have ended so far. */
async function attempts(registry: Registry): Promise<Record<string, number>> {
  const metric = await registry.getSingleMetric('tallystick_history_reads_total')!.get();
  return Object.fromEntries(metric.values.map(({ labels, value }) => [labels['result'], value]));
}

const WHERE = 'select pg_is_in_recovery() as replica';
const where: HistoryWork<string> = async db => {
  const { rows } = await db.query<{ replica: boolean }>(WHERE);
  return rows[0]!.replica ? 'replica' : 'primary';
};

/** As if one more command had been told and its rows written. */
async function tell(): Promise<void> {
  const { rows } = await database.pool.query<{ sequence: string; epoch: string }>(
    'update projection_position set sequence = sequence + 1 returning sequence, epoch',
  );
  told = { sequence: Number(rows[0]!.sequence), epoch: Number(rows[0]!.epoch) };
}

const paused = (isPaused: boolean) =>
  pair.standby.query(isPaused ? 'select pg_wal_replay_pause()' : 'select pg_wal_replay_resume()');

/** Queries that run at the standby. */
async function running(part: string): Promise<number> {
  const rows = await pair.standby.query(
    `select from pg_stat_activity where state = 'active' and query like '%' || $1 || '%' and pid <> pg_backend_pid()`,
    [part],
  );
  return rows.length;
}

/** Whatever the last test has left. */
async function replayed(): Promise<void> {
  const [end] = await pair.primary.query<{ lsn: string }>('select pg_current_wal_lsn() as lsn');
  await until(
    async () =>
      (await pair.standby.query('select where pg_last_wal_replay_lsn() >= $1', [end!.lsn])).length === 1,
    () => 'the replica does not catch up',
  );
}

describe('history on a replica', () => {
  beforeEach(async context => {
    if (missing !== null) return context.skip(missing);
    await replayed();
    return async () => {
      await Promise.all(opened.splice(0).map(history => history.close()));
    };
  });

  it('is read there, as far as it was told', async () => {
    const { history, registry } = open();
    await tell();
    // It may take longer than a reader waits until it has replayed that.
    await until(
      async () => (await history.read(where)) === 'replica',
      () => 'the replica is not used',
    );
    expect((await attempts(registry))['served']).toBe(1);
  });

  it('is read on the primary while the replica lacks what was told, which nobody waits for twice', async () => {
    const { history, registry } = open({ ...TIMES, outMs: 3_600_000 });
    await paused(true);
    try {
      await tell();
      const sequence: HistoryWork<number> = async db => {
        const { rows } = await db.query<{ sequence: string }>('select sequence from projection_position');
        return Number(rows[0]!.sequence);
      };
      expect(await history.read(sequence)).toBe(told.sequence);
      expect(await history.read(where)).toBe('primary');
      expect(await attempts(registry)).toEqual({ lagging: 1 });
      const metrics = await registry.metrics();
      expect(metrics).toContain('tallystick_replica_out{replica="1"} 1');
      expect(metrics).toContain('tallystick_replica_behind{replica="1"} 1');
    } finally {
      await paused(false);
    }
  });

  it('is read there again once it has caught up, without anybody’s doing', async () => {
    const { history, registry } = open();
    await paused(true);
    try {
      await tell();
      expect(await history.read(where)).toBe('primary');
    } finally {
      await paused(false);
    }
    await until(
      async () => (await history.read(where)) === 'replica',
      () => 'the replica is not used again',
    );
    expect(await registry.metrics()).toContain('tallystick_replica_out{replica="1"} 0');
  });

  it('of another epoch is not believed', async () => {
    const { history } = open({ ...TIMES, patienceMs: 0 });
    const before = told;
    told = { ...told, epoch: told.epoch + 1 };
    expect(await history.read(where)).toBe('primary');
    told = before;
  });

  it('a query that what is replayed has cancelled is asked on the primary; the next one at the replica', async () => {
    const { history, registry } = open();
    const long = `${WHERE}, case when pg_is_in_recovery() then pg_sleep(600) end from projection_position`;
    const reading = history.read(async db => (await db.query<{ replica: boolean }>(long)).rows[0]!.replica);
    await until(
      async () => (await running('pg_sleep(600)')) === 1,
      () => 'the query does not run at the replica',
    );
    await database.pool.query('begin; lock table projection_position in access exclusive mode; commit');
    expect(await reading).toBe(false);
    expect(await attempts(registry)).toMatchObject({ conflict: 1 });
    expect(await history.read(where)).toBe('replica');
  });

  it('one reader’s query that takes too long takes the replica from nobody else', async () => {
    const { history, registry } = open({ ...TIMES, queryWithinMs: 2_000, outMs: 3_600_000 });
    const long = `${WHERE}, case when pg_is_in_recovery() then pg_sleep(600) end`;
    const reading = history.read(async db => (await db.query<{ replica: boolean }>(long)).rows[0]!.replica);
    expect(await reading).toBe(false);
    expect(await attempts(registry)).toEqual({ conflict: 1 });
    expect(await history.read(where)).toBe('replica');
  });

  it('nor do readers who have all its connections', async () => {
    const { history, registry } = open({ ...TIMES, answerWithinMs: 2_000, outMs: 3_600_000 });
    const done = Promise.withResolvers<void>();
    const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const readings = begun.map(({ resolve }) =>
      history.read(async db => {
        const read = await where(db);
        resolve();
        await done.promise;
        return read;
      }),
    );
    await Promise.all(begun.map(({ promise }) => promise));
    const third = await history.read(where);
    done.resolve();
    expect([third, (await attempts(registry))['conflict']]).toEqual(['primary', 1]);
    expect(await Promise.all(readings)).toEqual(['replica', 'replica']);
    expect(await history.read(where)).toBe('replica');
  });

  it('a later look of one reading sees no earlier state, and leaves the replica in use', async () => {
    const { history } = open();
    const reading = history.reading();
    await paused(true);
    const before = told;
    try {
      // Only this reader sees it, on the primary; nobody was told.
      await tell();
      told = before;
      const onPrimary = `${WHERE}, 1 / case when pg_is_in_recovery() then 0 else 1 end`;
      await reading.read(db => db.query(onPrimary));
      expect(await reading.read(where)).toBe('primary');
      expect(await history.read(where)).toBe('replica');
    } finally {
      await paused(false);
    }
    await until(
      async () => (await reading.read(where)) === 'replica',
      () => 'the reading does not come back to the replica',
    );
  });

  it('is given up at the replica when nobody waits for it any more', async () => {
    const { history, registry } = open();
    const gone = new AbortController();
    const reading = history.reading().read(db => db.query('select pg_sleep(601)'), gone.signal);
    await until(
      async () => (await running('pg_sleep(601)')) === 1,
      () => 'the query does not run at the replica',
    );
    gone.abort();
    await expect(reading).rejects.toThrow('aborted');
    await until(
      async () => (await running('pg_sleep(601)')) === 0,
      () => 'the query goes on at the replica',
    );
    expect(await attempts(registry)).toEqual({});
  });

  it('what the reader throws is thrown, and not asked again', async () => {
    const { history, registry } = open();
    let asked = 0;
    const reading = history.read(async db => {
      await where(db);
      asked++;
      throw new Error('no such currency');
    });
    await expect(reading).rejects.toThrow('no such currency');
    expect(asked).toBe(1);
    expect(await attempts(registry)).toEqual({});
    expect(await history.read(where)).toBe('replica');
  });

  it('is nowhere written through it', async () => {
    const { history } = open();
    const writing = history.read(db => db.query(`insert into history_floors values ('written', 1, 1)`));
    await expect(writing).rejects.toThrow('read-only');
    const { rows } = await database.pool.query(`select from history_floors where table_name = 'written'`);
    expect(rows).toEqual([]);
  });

  it('of another database is not read', async () => {
    const warned: object[] = [];
    const { history } = open(TIMES, pair.standby.url(), { ...SILENT_LOG, warn: what => warned.push(what) });
    expect(await history.read(where)).toBe('primary');
    expect(String((warned[0] as { readonly err: unknown }).err)).toContain('another database');
  });

  it('a replica that does not answer, and one that has ended, are done without', async () => {
    const frozen = open({ ...TIMES, answerWithinMs: 2_000, outMs: 3_600_000 });
    expect(await frozen.history.read(where)).toBe('replica');
    pair.standby.freeze();
    try {
      expect(await frozen.history.read(where)).toBe('primary');
      expect(await frozen.history.read(where)).toBe('primary');
      expect(await attempts(frozen.registry)).toEqual({ served: 1, away: 1 });
    } finally {
      pair.standby.thaw();
    }
    const killed = open();
    expect(await killed.history.read(where)).toBe('replica');
    await pair.standby.kill();
    expect(await killed.history.read(where)).toBe('primary');
    expect(await killed.history.reading().read(where)).toBe('primary');
    await pair.standby.start();
    await until(
      async () => (await killed.history.read(where)) === 'replica',
      () => 'the replica is not used again',
    );
  });
});
