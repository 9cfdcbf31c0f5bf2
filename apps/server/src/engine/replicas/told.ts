import type { Reads } from '../../database/reads.ts';

/** How far an exchange has come, and which core brought it there. */
export interface Told {
  /** Of the newest command that this process has told anybody. */
  readonly sequence: number;
  /** Of the core that writes, as far as it is known here. */
  readonly epoch: number;
}

/** Where the tables of a server are that follow from the journal, and which core has written them. */
export async function tablesOf(db: Reads): Promise<Told> {
  const { rows } = await db.query<{ sequence: string; epoch: string }>(
    'select sequence, epoch from projection_position',
  );
  const [row] = rows;
  if (row === undefined) throw new Error('projection_position has no row: this is no replica of an exchange');
  return { sequence: Number(row.sequence), epoch: Number(row.epoch) };
}

/**
 * Whether they have all that was told. Tables of an older core could be of a database that was put back to an earlier state
 * since: their numbers would say nothing.
 */
export function holds(tables: Told, told: Told): boolean {
  return tables.sequence >= told.sequence && tables.epoch >= told.epoch;
}
