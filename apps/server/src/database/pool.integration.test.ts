import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { HangingProxy } from '../testing/hanging-proxy.ts';
import { startTidying } from '../timekeeping/tidying.ts';
import { ANSWER_WITHIN_MS, longWork } from './bounded-client.ts';
import type { Database } from './database.ts';
import { SILENT_LOG } from './log.ts';
import { createPool, type Pool } from './pool.ts';
import { inTransaction } from './transaction.ts';

let database: Database;
let proxy: HangingProxy;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query('create table kept (id int primary key)');
});
afterAll(() => database.close());
beforeEach(async () => {
  proxy = await HangingProxy.start(database.url);
  pool = createPool(proxy.url, 2, SILENT_LOG);
});
afterEach(async () => {
  vi.useRealTimers();
  await pool.end();
  await proxy.close();
});

/** The database falls silent, and `ms` pass for whoever waits. */
async function silence(asked: () => Promise<unknown>, ms: number): Promise<unknown> {
  await pool.query('select 1');
  proxy.hang();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const outcome = asked().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(ms);
  vi.useRealTimers();
  return outcome;
}

it('a database that falls silent is given up after ten seconds, and asked again on a new connection', async () => {
  expect(await silence(() => pool.query('select 1'), ANSWER_WITHIN_MS)).toMatchObject({
    name: 'DatabaseBusy',
    message: 'the database has not answered for 10 s',
  });
  proxy.goOn();
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  expect(proxy.opened).toBe(2);
});

it('whoever only asks where the tables are is bounded, too', async () => {
  expect(await silence(() => pool.ask('select 1'), ANSWER_WITHIN_MS)).toMatchObject({ name: 'DatabaseBusy' });
});

it('of a change without an answer nobody says that it was not done', async () => {
  const change = (): Promise<unknown> => pool.query('insert into kept values (1)');
  expect(await silence(change, ANSWER_WITHIN_MS)).toMatchObject({ name: 'DatabaseOutcomeUnknown' });
});

it('what a transaction was at before it commits was not done', async () => {
  const change = (): Promise<unknown> =>
    inTransaction(pool, client => client.query('insert into kept values (2)'));
  await pool.query('select 1');
  const asked = vi.fn<() => void>();
  const failed = inTransaction(pool, async client => {
    proxy.hang();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answer = client.query('insert into kept values (2)');
    asked();
    return answer;
  }).catch((error: unknown) => error);
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_MS);
  vi.useRealTimers();
  expect(await failed).toMatchObject({ name: 'DatabaseBusy' });
  proxy.goOn();
  await change();
  expect((await pool.query('select id from kept where id = 2')).rows).toHaveLength(1);
});

it('nobody waits for ever for a connection', async () => {
  proxy.hang();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = Promise.allSettled(Array.from({ length: 20 }, () => pool.query('select 1')));
  // Those that are made for who waited in vain, too.
  await vi.advanceTimersByTimeAsync(15_000);
  vi.useRealTimers();
  for (const one of await asked)
    expect(one).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseBusy' } });
});

it('long work has its own bound', async () => {
  const asked = (): Promise<unknown> =>
    longWork('statements', async () => {
      const answer = pool.query<{ one: number }>('select 1 as one');
      // The proxy goes on once an ordinary statement would have been given up.
      setTimeout(() => proxy.goOn(), ANSWER_WITHIN_MS + 1);
      return (await answer).rows;
    });
  expect(await silence(asked, ANSWER_WITHIN_MS + 1)).toEqual([{ one: 1 }]);
});

it('so has what is deleted daily', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const forgetOld = async (): Promise<void> => {
    const answer = pool.query('select 1');
    setTimeout(() => proxy.goOn(), ANSWER_WITHIN_MS + 1);
    resolve(answer);
    await answer;
  };
  const asked = (): Promise<unknown> => {
    const stop = startTidying([{ forgetOld }], pino({ level: 'silent' }));
    return promise.finally(stop);
  };
  expect(await silence(asked, ANSWER_WITHIN_MS + 1)).toMatchObject({ rowCount: 1 });
});

it('what long work shares with others has the ordinary bound', async () => {
  const isGivenUp = { name: 'DatabaseBusy', message: 'the database has not answered for 10 s' };
  const asked = (): Promise<unknown> =>
    longWork('statements', () => {
      setTimeout(() => proxy.goOn(), ANSWER_WITHIN_MS + 1);
      return pool.ask('select 1');
    });
  expect(await silence(asked, ANSWER_WITHIN_MS + 1)).toMatchObject(isGivenUp);
  // A new connection whose server falls silent while it is prepared.
  const preparing = vi.fn<() => void>();
  const { query } = pg.Client.prototype;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementationOnce(function (
    this: pg.Client,
    ...wish: unknown[]
  ) {
    proxy.hang();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    preparing();
    return (query as (...wish: unknown[]) => unknown).apply(this, wish) as never;
  });
  const outcome = longWork('statements', () => pool.query('select 1')).catch((error: unknown) => error);
  await vi.waitFor(() => expect(preparing).toHaveBeenCalled());
  await vi.advanceTimersByTimeAsync(ANSWER_WITHIN_MS);
  vi.useRealTimers();
  proxy.goOn();
  spy.mockRestore();
  expect(await outcome).toMatchObject(isGivenUp);
});

it('a session that ends in the middle of a transaction ends the transaction, not the process', async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  const failed = await inTransaction(pool, async client => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    // Between two statements, when nobody waits for an answer.
    const ended = new Promise<void>(resolve => client.once('end', () => resolve()));
    await other.query('select pg_terminate_backend($1, 60000)', [rows[0]!.pid]);
    await ended;
    await client.query('insert into kept values (3)');
  }).catch((error: unknown) => error);
  await other.end();
  expect(failed).toMatchObject({ name: 'DatabaseBusy' });
  expect((await pool.query('select from kept where id = 3')).rowCount).toBe(0);
});

it('an idle connection that fails is told, unless the pool has ended; neither ends the process', async () => {
  const told: { readonly details: object; readonly message: string }[] = [];
  const log = {
    ...SILENT_LOG,
    error: (details: object, message: string) => void told.push({ details, message }),
  };
  const own = createPool(database.url, 1, log);
  const { rows } = await own.query<{ pid: number }>('select pg_backend_pid() as pid');
  await database.pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
  const ended = { details: { err: expect.objectContaining({ code: '57P01' }) as Error } };
  await expect
    .poll(() => told, { interval: 5 })
    .toMatchObject([{ ...ended, message: 'an idle database connection failed' }]);
  await own.end();
  own.emit('error', new Error('terminating connection'), {} as pg.PoolClient);
  expect(told).toHaveLength(1);
});

it('a refusal of the database stays what it is', async () => {
  await pool.query('insert into kept values (4)');
  await expect(pool.query('insert into kept values (4)')).rejects.toMatchObject({ code: '23505' });
});

it('a session whose process stands still within a transaction lets go of its locks', async () => {
  const { rows } = await pool.query<Record<string, string>>(
    `select current_setting('idle_in_transaction_session_timeout') as idle,
       current_setting('client_connection_check_interval') as asker`,
  );
  expect(rows).toEqual([{ idle: '1min', asker: '1s' }]);
});

it('whoever waits for the tables longer than ten seconds, or for ones that failed, is told so', async () => {
  let caught: Promise<void> | null = new Promise(() => undefined);
  pool.waitFor(() => caught);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const late = pool.query('select 1').catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await late).toMatchObject({ name: 'DatabaseBusy' });
  caught = Promise.reject(new Error('the projector has failed'));
  await expect(pool.query('select 1')).rejects.toMatchObject({
    name: 'DatabaseBusy',
    cause: { message: 'the projector has failed' },
  });
  // Whoever finds out where the tables are does not wait for them.
  expect(await pool.ask('select 1 as one')).toEqual([{ one: 1 }]);
  caught = null;
  expect((await pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
});
