import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import type { Database } from '../database.ts';
import { endNow, makeAhead, retire } from './change.ts';
import { partitionsOf, type RangeTable } from './partition.ts';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

let made = 0;

/** A table of steps of 100, as a migration makes it. */
async function newTable(): Promise<
  RangeTable & { ids(): Promise<number[]>; fill(...ids: number[]): Promise<void> }
> {
  const name = `ranged_${made++}`;
  const { pool } = database;
  await pool.query(`create table ${name} (id bigint primary key, word text) partition by range (id);
    create index ${name}_words on ${name} (word, id);
    create table ${name}_0 partition of ${name} for values from (minvalue) to (100);
    create table ${name}_100 partition of ${name} for values from (100) to (200);
    create table ${name}_200 partition of ${name} for values from (200) to (maxvalue)`);
  return {
    name,
    column: 'id',
    step: 100,
    fill: async (...ids) => {
      await pool.query(`insert into ${name} select unnest($1::bigint[]), 'x'`, [ids]);
    },
    ids: async () => {
      const { rows } = await pool.query<{ id: string }>(`select id from ${name} order by id`);
      return rows.map(({ id }) => Number(id));
    },
  };
}

const boundsOf = async (table: RangeTable): Promise<number[]> =>
  (await partitionsOf(database.pool, table.name)).map(({ from }) => from);

describe('partitions made ahead', () => {
  it('are none while the next two are empty, and one once rows have come to the next', async () => {
    const table = await newTable();
    await table.fill(1, 99);
    expect(await makeAhead(database.pool, table)).toBe(0);
    await table.fill(100);
    expect(await makeAhead(database.pool, table)).toBe(1);
    expect(await boundsOf(table)).toEqual([-Infinity, 100, 200, 300]);
  });

  it('come late without harm: every row had a place, and the last one ends above it', async () => {
    const table = await newTable();
    await table.fill(1, 205, 777);
    expect(await makeAhead(database.pool, table)).toBe(2);
    expect(await boundsOf(table)).toEqual([-Infinity, 100, 200, 800, 900]);
    expect(await table.ids()).toEqual([1, 205, 777]);
  });

  it('wait while somebody uses the table for long, and nobody waits behind them for long', async () => {
    const table = await newTable();
    await table.fill(100);
    const holder = await database.pool.connect();
    await holder.query(`begin; select * from ${table.name}`);
    expect(await makeAhead(database.pool, table)).toBe('busy');
    await holder.query('commit');
    holder.release();
    expect(await makeAhead(database.pool, table)).toBe(1);
  });

  it('have the indexes of the others', async () => {
    const table = await newTable();
    await table.fill(100);
    await makeAhead(database.pool, table);
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::integer as count from pg_indexes where tablename like '${table.name}\\_%' group by tablename`,
    );
    expect(rows.map(({ count }) => count)).toEqual([2, 2, 2, 2]);
  });
});

describe('the partition that is written to', () => {
  it('ends after its newest row, and the next goes on there', async () => {
    const table = await newTable();
    await table.fill(1, 41);
    expect(await endNow(database.pool, table)).toBe(true);
    expect(await boundsOf(table)).toEqual([-Infinity, 42, 200]);
    await table.fill(42);
    expect(await endNow(database.pool, table)).toBe(false);
    await makeAhead(database.pool, table);
    expect(await endNow(database.pool, table)).toBe(true);
    expect(await boundsOf(table)).toEqual([-Infinity, 42, 43, 300]);
    expect(await table.ids()).toEqual([1, 41, 42]);
  });

  it('does not end while it is empty', async () => {
    expect(await endNow(database.pool, await newTable())).toBe(false);
  });
});

describe('retiring', () => {
  it('drops the oldest as a whole, and keeps what is still needed', async () => {
    const table = await newTable();
    await table.fill(1, 2, 150, 250);
    await makeAhead(database.pool, table);
    const seen: number[] = [];
    let lettingGoMs = 0;
    const retired = await retire(database.pool, table, {
      upTo: 250,
      keep: source => `select * from ${source} as old where id = 2`,
      also: async client => {
        const { rows } = await client.query<{ id: string }>(`select id from ${table.name} order by id`);
        seen.push(...rows.map(({ id }) => Number(id)));
        // A process that stands still now would keep everybody from the table.
        const name = 'idle_in_transaction_session_timeout';
        const idle = await client.query<{ ms: string }>(
          'select setting as ms from pg_settings where name = $1',
          [name],
        );
        lettingGoMs = Number(idle.rows[0]!.ms);
      },
    });
    expect(lettingGoMs).toBe(10_000);
    expect([retired, seen, await table.ids()]).toEqual([2, [2, 250], [2, 250]]);
    expect(await boundsOf(table)).toEqual([-Infinity, 200, 300, 400]);
    // Again, with nothing new and then with more.
    expect(await retire(database.pool, table, { upTo: 250 })).toBe(0);
    expect(await retire(database.pool, table, { upTo: 300 })).toBe(2);
    expect(await table.ids()).toEqual([]);
    await table.fill(-5, 7);
    expect(await table.ids()).toEqual([-5, 7]);
  });
});

it('partitions that leave a gap are an error, because rows could not be written', async () => {
  const table = await newTable();
  await database.pool.query(`drop table ${table.name}_100`);
  await expect(makeAhead(database.pool, table)).rejects.toThrow('do not cover every row');
});
