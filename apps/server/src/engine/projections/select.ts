import { UnreadableRow, type StoredRow } from './kinds.ts';
import type { Queryable } from './queryable.ts';

/** A declared table. */
interface Declared<View> {
  readonly name: string;
  decode(row: StoredRow): View;
}

/** The rows of a declared table which the rest of the statement selects, from `where` on. */
export async function select<View>(
  database: Pick<Queryable, 'query'>,
  table: Declared<View>,
  rest: string,
  values: readonly unknown[],
): Promise<View[]> {
  const { rows } = await database.query<StoredRow>(`select * from ${table.name} ${rest}`, [...values]);
  return rows.map(row => table.decode(row));
}

/** A check's words of disagreement; a row that is not as its table is declared is one. */
export async function problemsOf(check: Promise<string[]>): Promise<string[]> {
  try {
    return await check;
  } catch (error) {
    if (error instanceof UnreadableRow) return [error.message];
    throw error;
  }
}
