import type { Reads } from '../../database/reads.ts';

/** Where a table's complete history begins; zeros while it has everything. */
export interface HistoryFloor {
  /** Rows with lower ids are gone, except what is still needed. */
  readonly first: number;
  /** All rows written since then are there. */
  readonly atMs: number;
}

const EVERYTHING: HistoryFloor = { first: 0, atMs: 0 };

export async function historyFloor(db: Reads, table: string): Promise<HistoryFloor> {
  const { rows } = await db.query<{ first: string; at_ms: string }>(
    'select first, at_ms from history_floors where table_name = $1',
    [table],
  );
  const [row] = rows;
  return row === undefined ? EVERYTHING : { first: Number(row.first), atMs: Number(row.at_ms) };
}

/** As SQL: since when all of these tables have every row; 0 if they always had. */
export function completeSince(...tables: readonly string[]): string {
  const names = tables.map(name => `'${name}'`).join(', ');
  return `(select coalesce(max(at_ms), 0) from history_floors where table_name in (${names}))`;
}

/** As SQL: the lowest id of which a table is sure to have the row. */
export function firstKept(table: string): string {
  return `(select coalesce(max(first), 0) from history_floors where table_name = '${table}')`;
}
