import type pg from 'pg';
import { columnName } from './column-name.ts';

export type Queries = Pick<pg.ClientBase, 'query'>;

/** The next id of a table, for rows whose sealed values or files contain the id, so it must be known before writing. */
export async function nextId(db: Queries, table: string): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `select nextval(pg_get_serial_sequence($1, 'id'))::float8 as id`,
    [table],
  );
  return rows[0]!.id;
}

/** Counts rows. `from`: what follows that word in SQL. */
export async function countRows(db: Queries, from: string, values: unknown[] = []): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from ${from}`,
    values,
  );
  return rows[0]!.count;
}

/**
 * Inserts a row. Columns are the fields' names in snake case; an undefined field gets the column's default. Returns the
 * columns in `returning`, if given.
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

/**
 * Changes the rows that match all of `where`; undefined fields stay as they are. False if no row matches. @throws if
 * `where` is empty or has an undefined value: it would match rows that were not meant.
 */
export async function changeRow(db: Queries, table: string, where: object, change: object): Promise<boolean> {
  const [columns, values] = columnsOf(change);
  const [given, state] = columnsOf(where);
  if (given.length === 0 || given.length < Object.keys(where).length)
    throw new Error(`A change of ${table} does not say which rows`);
  const sets = columns.map((column, index) => `${column} = $${index + 1}`);
  const conditions = given.map((column, index) => `${column} = $${columns.length + index + 1}`);
  const { rowCount } = await db.query(
    `update ${table} set ${sets.join(', ')} where ${conditions.join(' and ')}`,
    [...values, ...state],
  );
  return rowCount !== 0;
}

function columnsOf(fields: object): [columns: string[], values: unknown[]] {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Names become SQL, and objects may have come from elsewhere.
  const wrong = given.find(([name]) => !/^[a-z]\w*$/.test(name));
  if (wrong !== undefined) throw new Error(`${wrong[0]} is no column`);
  return [given.map(([name]) => columnName(name)), given.map(([, value]): unknown => value)];
}
