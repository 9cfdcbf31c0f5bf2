import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import type { Database } from './database.ts';
import { as, orNull, StoredTable } from './stored-table.ts';
import { insertRow, nextId } from './rows.ts';

const THINGS = new StoredTable('things', {
  id: Number,
  amountMinor: BigInt,
  paidMinor: orNull(BigInt),
  flags: as<readonly string[]>(),
  state: as<'open' | 'closed'>(),
});

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    `create table things (id bigint primary key generated always as identity, amount_minor bigint not null,
      paid_minor bigint, flags text[] not null default '{}', state text not null default 'open', key text unique)`,
  );
});
afterAll(() => database.close());

it('writes, reads and changes rows by the names of their properties', async () => {
  const { pool } = database;
  const id = await nextId(pool, THINGS.name);
  const largest = 9_223_372_036_854_775_807n;
  await THINGS.insert(pool, { id, amountMinor: largest }, { key: 'first', unset: undefined });
  const stored = { id, amountMinor: largest, paidMinor: null, flags: [], state: 'open' };
  expect(await THINGS.first(pool, 'where key = $1', ['first'])).toEqual(stored);
  const change = { state: 'closed', paidMinor: 5n, flags: ['a', 'b'] } as const;
  expect(await THINGS.change(pool, { id, state: 'closed' }, change)).toBe(false);
  expect(await THINGS.change(pool, { id, state: 'open' }, change)).toBe(true);
  expect(await THINGS.find(pool, 'order by id')).toEqual([{ ...stored, ...change }]);
  expect(await THINGS.first(pool, 'where id = $1', [id + 1])).toBeNull();
});

it('makes no SQL of what is not declared', async () => {
  const { pool } = database;
  const sent = { amountMinor: 1n, 'state = (select 1); --': 'closed' };
  await THINGS.insert(pool, sent);
  expect(await THINGS.first(pool, 'where amount_minor = $1', [1n])).toMatchObject({ state: 'open' });
});

it('neither inserts columns with other names, nor changes rows that were not meant', async () => {
  const { pool } = database;
  const states = async () => (await THINGS.find(pool, 'order by id')).map(({ state }) => state);
  const before = await states();
  await expect(insertRow(pool, 'things', { 'amount_minor) select 1; --': 1n })).rejects.toThrow('no column');
  for (const where of [{}, { id: undefined }, { state: 'open', id: undefined }] as object[]) {
    await expect(THINGS.change(pool, where, { state: 'closed' })).rejects.toThrow('which rows');
  }
  await expect(THINGS.change(pool, { 'id = id or 1': 1 } as object, { state: 'closed' })).rejects.toThrow(
    'no column',
  );
  expect(await states()).toEqual(before);
});
