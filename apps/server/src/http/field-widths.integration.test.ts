import { INPUTS, inputSchema, within } from '@tallystick/protocol/testing/inputs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { createTestDatabase } from '../testing/database.ts';

const LARGEST = { smallint: 32_767, integer: 2_147_483_647, bigint: Infinity } as const;

let database: Database;
/** The largest value a column of this name can hold; the widest column, since `id` occurs in many tables. */
let columns: ReadonlyMap<string, number>;

beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await database.pool.query<{ name: string; type: keyof typeof LARGEST }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = current_schema() and data_type = any($1)`,
    [Object.keys(LARGEST)],
  );
  const widest = new Map<string, number>();
  for (const { name, type } of rows) widest.set(name, Math.max(LARGEST[type], widest.get(name) ?? 0));
  columns = widest;
});
afterAll(() => database.close());

it('no number field of a call exceeds the column of its name', () => {
  const tooWide = Object.entries(INPUTS).flatMap(([name, schema]) =>
    [...within(inputSchema(schema))].flatMap(([path, { type, maximum = Infinity }]) => {
      if (type !== 'integer' && type !== 'number') return [];
      const column = columns.get(path.split('.').at(-1) ?? '');
      return column === undefined || maximum <= column ? [] : [`${name} ${path}: ${maximum}`];
    }),
  );
  expect(tooWide).toEqual([]);
  // This test is useless if it finds no columns.
  expect([...columns.keys()]).toEqual(
    expect.arrayContaining(['market_id', 'currency_id', 'customer_id', 'operator_id']),
  );
});
