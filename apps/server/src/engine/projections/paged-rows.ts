import type { StoredRow } from './kinds.ts';
import type { Queryable } from './queryable.ts';

const PAGE_ROWS = 2_000;

/**
 * All rows in the order of a key, a page at a time, so that memory does not grow with their number. `sql` selects those
 * whose key is above its first parameters, `start` below every key, in that order, and its last parameter is how many.
 */
export async function* pagedRows<View>(
  database: Queryable,
  sql: string,
  start: readonly number[],
  table: { decode(row: StoredRow): View },
  keyOf: (view: View) => readonly number[],
): AsyncGenerator<View> {
  let after = start;
  for (;;) {
    const { rows } = await database.query<StoredRow>(sql, [...after, PAGE_ROWS]);
    const views = rows.map(row => table.decode(row));
    yield* views;
    if (views.length < PAGE_ROWS) return;
    after = keyOf(views.at(-1)!);
  }
}
