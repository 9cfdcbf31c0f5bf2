import type { StoredRow } from './kinds.ts';
import type { Queryable } from './queryable.ts';

const PAGE_ROWS = 2_000;

/**
 * All rows in the order of a key, a page at a time, so that memory does not grow with their number. `sql` selects rows with
 * a key above its first parameters, in that order; its last parameter is the limit. `start` is below every key.
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
