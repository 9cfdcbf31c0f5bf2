import { toWire } from '@tallystick/protocol/word-case';
import type pg from 'pg';

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
  const [columns, values] = columnsOf(fields);
  const places = values.map((_, index) => `$${index + 1}`);
  const { rows } = await db.query(
    `insert into ${table} (${columns.join(', ')}) overriding system value values (${places.join(', ')})
     ${returning === undefined ? '' : `returning ${returning}`}`,
    values,
  );
  return rows[0] as Row;
}

/** Changes the fields that are not undefined of a row that is in that state; false if it no longer is. */
export async function changeRow(
  db: Queries,
  table: string,
  { id, state }: { readonly id: number; readonly state: string },
  change: object,
): Promise<boolean> {
  const [columns, values] = columnsOf(change);
  const sets = columns.map((column, index) => `${column} = $${index + 3}`);
  const { rowCount } = await db.query(`update ${table} set ${sets.join(', ')} where id = $1 and state = $2`, [
    id,
    state,
    ...values,
  ]);
  return rowCount === 1;
}

function columnsOf(fields: object): [columns: string[], values: unknown[]] {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return [given.map(([name]) => toWire(name)), given.map(([, value]): unknown => value)];
}
