import { UnreadableRow, type StoredRow } from './kinds.ts';
import type { Reads } from '../../database/reads.ts';

/** A declared table. */
interface Declared<View> {
  readonly name: string;
  decode(row: StoredRow): View;
}

/** Selects rows of a declared table; the rest of the statement begins with `where`. */
export async function select<View>(
  database: Reads,
  table: Declared<View>,
  rest: string,
  values: readonly unknown[],
): Promise<View[]> {
  const { rows } = await database.query<StoredRow>(`select * from ${table.name} ${rest}`, [...values]);
  return rows.map(row => table.decode(row));
}

/** A check's differences in words, including rows that do not match their table's declaration. */
export async function problemsOf(check: Promise<string[]>): Promise<string[]> {
  try {
    return await check;
  } catch (error) {
    if (error instanceof UnreadableRow) return [error.message];
    throw error;
  }
}
