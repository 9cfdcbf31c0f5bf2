import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@tallystick/server/database/database';
import { createTestDatabase } from '@tallystick/server/testing/database';
import { scratchFolder } from '@tallystick/server/testing/scratch-folder';
import { CUSTOMERS, fill, filledTables, pretendRows, refuseWithoutRoom } from './fill.ts';
import { ASKING, listsOf } from './lists.ts';

const ROWS = 2_000;
/** What the planner is told. */
const PRETENDED = 100_000_000;
let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const NAMES = ['trades', 'orders', 'ledger', 'ticks'] as const;
const filled = (name: (typeof NAMES)[number], rows = ROWS) => filledTables(rows)[name]!;

it.each(NAMES)('%s: as many rows as were asked for, in partitions, and every list reads them', async name => {
  const { pool } = database;
  const table = filled(name);
  await fill(pool, table, ROWS, 500);
  const { rows } = await pool.query<{ rows: number; partitions: number }>(
    `select count(*)::integer as rows, count(distinct tableoid)::integer as partitions from ${table.table.name}`,
  );
  // Ids begin with 1, and partitions with 0.
  const partitions = Math.floor((ROWS * table.idsPerRow) / 500) + 1;
  expect(rows[0]).toEqual({ rows: ROWS, partitions });
  for (const list of listsOf(name, ROWS * table.idsPerRow))
    await expect(list.read(pool, ASKING[0], 1)).resolves.not.toBeUndefined();
});

it('the planner believes in rows of the other tables, and is not asked about the one that has them', async context => {
  const { pool } = database;
  if (!(await pretendRows(pool, PRETENDED, filled('trades').table)))
    return context.skip('this PostgreSQL cannot be told of rows it does not have');
  const believed = async (name: (typeof NAMES)[number]): Promise<number> => {
    const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      `explain (format json) select from ${filled(name).table.name}`,
    );
    return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows'];
  };
  expect(await believed('trades')).toBeLessThan(2 * ROWS);
  for (const name of ['orders', 'ledger', 'ticks'] as const)
    expect(await believed(name)).toBeGreaterThan(PRETENDED / 2);
});

it('more rows than the disk has room for are refused', async () => {
  const folder = await scratchFolder('room');
  try {
    await expect(refuseWithoutRoom(folder.path, filled('trades'), 1e12)).rejects.toThrow('fewer --rows');
    await refuseWithoutRoom(folder.path, filled('trades'), CUSTOMERS);
  } finally {
    await folder.remove();
  }
});
