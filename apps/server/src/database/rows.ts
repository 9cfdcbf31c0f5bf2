import type pg from 'pg';
import { columnName } from './column-name.ts';

export type Queries = Pick<pg.ClientBase, 'query'>;

/** The next id of a table, for rows whose id must be known before they are written: what is sealed names it. */
export async function nextId(db: Queries, table: string): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence($1, 'id'))::float8 as id`,
    [table],
  );
  return rows[0]!.id;
}

/** How many rows there are of what follows `from`. */
export async function countRows(db: Queries, from: string, values: unknown[] = []): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from ${from}`,
    values,
  );
  return rows[0]!.count;
}

/**
 * Inserts a row whose columns have the fields' names in snake case; a field that is undefined gets its default. Gives
 * what `returning` asks of it.
 */
export async function insertRow<Row = undefined>(
  db: Queries,
  table: string,
  fields: object,
  returning?: string,
): Promise<Row> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const columns = given.map(([name]) => columnName(name));
  const places = given.map((_, index) => `$${index + 1}`);
  const { rows } = await db.query(
    `insert into ${table} (${columns.join(', ')}) overriding system value values (${places.join(', ')})
     ${returning === undefined ? '' : `returning ${returning}`}`,
    given.map(([, value]): unknown => value),
  );
  return rows[0] as Row;
}
