import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { BOUND_SNAPSHOTS } from '../engine/projections/bound-snapshots.ts';
import type { StoredColumn } from '../engine/projections/kinds.ts';
import { FUNDED_POSITIONS } from '../engine/products/perpetual/tables.ts';
import { createTestDatabase } from '../testing/database.ts';
import { AUDITED_TABLES } from './audited-tables.ts';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

interface Migrated extends StoredColumn {
  /** Whether a row may be inserted without this column. */
  readonly optional: boolean;
}

async function columnsOf(table: string): Promise<Migrated[]> {
  const { rows } = await database.pool.query<Migrated>(
    `select attname as name, format_type(atttypid, atttypmod) as type, not attnotnull as nullable,
            (not attnotnull or atthasdef or attidentity <> '') as optional
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [`public.${table}`],
  );
  return rows;
}

/** Of the table, or of its partitions where only these have one. */
async function primaryKeyOf(table: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(
    `select a.attname as name from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
      where i.indisprimary and i.indrelid = (
        select p.indrelid from pg_index p left join pg_inherits h on h.inhrelid = p.indrelid
         where p.indisprimary and $1::regclass in (p.indrelid, h.inhparent)
         order by p.indrelid <> $1::regclass limit 1)
      order by array_position(i.indkey::int2[], a.attnum)`,
    [`public.${table}`],
  );
  return rows.map(({ name }) => name);
}

it.each(AUDITED_TABLES.map(table => [table.name, table] as const))(
  '%s is declared as the migrations made it',
  async (name, { columns, key }) => {
    const migrated = await columnsOf(name);
    const declared = new Set(columns.map(column => column.name));
    expect(declared.size).toBe(columns.length);
    expect(columns.toSorted(byName)).toEqual(
      migrated
        .filter(column => declared.has(column.name))
        .map(column => ({ name: column.name, type: column.type, nullable: column.nullable }))
        .toSorted(byName),
    );
    // Columns that are not declared get the database's default.
    expect(migrated.filter(column => !declared.has(column.name) && !column.optional)).toEqual([]);
    const primary = await primaryKeyOf(name);
    // Entries refer to a posting and an account without an index on them.
    if (name !== 'ledger_entries') expect(key).toEqual(primary);
  },
);

it.each([BOUND_SNAPSHOTS, FUNDED_POSITIONS])(
  'a part of $name is declared as it is',
  async ({ name, columns }) => {
    const migrated = new Map((await columnsOf(name)).map(column => [column.name, column.type]));
    expect(columns.map(column => migrated.get(column.name))).toEqual(columns.map(column => column.type));
  },
);

function byName(a: StoredColumn, b: StoredColumn): number {
  return a.name < b.name ? -1 : 1;
}
