import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { administer, atDatabase } from '../../testing/administer.ts';
import { SILENT_LOG } from '../log.ts';
import { migrate } from '../migrate.ts';
import { createPool } from '../pool.ts';
import { makeAhead } from './change.ts';
import { partitionsOf } from './partition.ts';

const FOLDER = path.join(import.meta.dirname, '../migrations');
const NUMBER = 1045;
const name = `test_${randomBytes(6).toString('hex')}`;
const server = inject('postgresUrl');

let pool: pg.Pool;
let before: string;
beforeAll(async () => {
  await administer(server, `create database ${name} template template0 strategy file_copy`);
  pool = createPool(atDatabase(server, name), 2, SILENT_LOG);
  before = await mkdtemp(path.join(tmpdir(), 'tallystick-partitions-'));
  for (const file of await readdir(FOLDER))
    if (Number(file.slice(0, 4)) < NUMBER) await copyFile(path.join(FOLDER, file), path.join(before, file));
  await migrate(pool, SILENT_LOG, before);
});
afterAll(async () => {
  await pool.end();
  await administer(server, `drop database ${name} with (force)`);
  await rm(before, { recursive: true });
});

it('a database with rows keeps them where they are, as the first partitions, and goes on in the next', async () => {
  await pool.query(`
    insert into trades select i, 1, 1, 1, 1, 'buy', i, 1, 1, i, 2, 1, i from unnest(array[1, 50000001]) i;
    insert into ledger_entries select 1, i, 'spot', 1, 1, i, 'trade', '', i from generate_series(1, 500) i;
    insert into idempotency select 's', i::text, '', 1, i, '' from generate_series(1, 500) i`);
  const placeOf = async (table: string): Promise<string> => {
    const { rows } = await pool.query<{ file: string }>('select pg_relation_filepath($1::regclass) as file', [
      table,
    ]);
    return rows[0]!.file;
  };
  const [trades, entries] = [await placeOf('trades'), await placeOf('ledger_entries')];
  await migrate(pool, SILENT_LOG);
  // The same files: nothing was written again.
  expect([await placeOf('trades_0'), await placeOf('ledger_entries_0')]).toEqual([trades, entries]);
  const { rows } = await pool.query(
    `select (select count(*)::integer from trades) as trades, (select count(*)::integer from ledger_entries) as entries,
       (select count(*)::integer from idempotency) as keys`,
  );
  expect(rows).toEqual([{ trades: 2, entries: 500, keys: 500 }]);
  expect((await partitionsOf(pool, 'trades')).map(({ to }) => to)).toEqual([1e8, 1.5e8, Infinity]);
  await pool.query(`insert into trades select 1e8, 1, 1, 1, 1, 'buy', 1, 1, 1, 1, 2, 1, 1`);
  expect(await makeAhead(pool, { name: 'trades', column: 'trade_id', step: 5e7 })).toBe(1);
  await expect(
    pool.query(`insert into trades select * from trades where trade_id = 50000001`),
  ).rejects.toMatchObject({ code: '23505' });
});
