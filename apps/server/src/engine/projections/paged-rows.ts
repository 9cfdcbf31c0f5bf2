import type { Queryable } from './queryable.ts';

const PAGE_ROWS = 2_000;

/**
 * All rows in the order of a key, a page at a time, so that memory does not grow with their number. `sql` selects those
 * whose key is above its first parameters, `start` below every key, in that order, and its last parameter is how many.
 */
export async function* pagedRows<Row extends object>(
  database: Queryable,
  sql: string,
  start: readonly number[],
  keyOf: (row: Row) => readonly (number | string)[],
): AsyncGenerator<Row> {
  let after: readonly (number | string)[] = start;
  for (;;) {
    const { rows } = await database.query<Row>(sql, [...after, PAGE_ROWS]);
    yield* rows;
    if (rows.length < PAGE_ROWS) return;
    after = keyOf(rows.at(-1)!);
  }
}
