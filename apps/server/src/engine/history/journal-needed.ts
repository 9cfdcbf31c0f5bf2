import type { Queries } from '../../database/rows.ts';

/** So many snapshots that the journal names must be able to start without what is dropped. */
const SNAPSHOTS = 2;

/**
 * The first sequence of the journal that must stay: a start from any snapshot needs the row that ends there and all
 * after it, and the signed log needs what it has not signed. 1: everything.
 */
export async function journalNeededFrom(db: Queries): Promise<number> {
  const { rows } = await db.query<{ count: number; oldest: string | null; row_begins: string | null }>(
    `select count(*)::integer as count, min(sequence) as oldest,
       (select max(first_sequence) from journal
         where first_sequence <= (select min(sequence) from snapshots where bound_by is not null)) as row_begins
     from snapshots where bound_by is not null`,
  );
  const { count, row_begins: rowBegins } = rows[0]!;
  if (count < SNAPSHOTS || rowBegins === null) return 1;
  // The newest row of the signed log is counted from the mark before it, which may be the last but one.
  const { rows: marks } = await db.query<{ last_sequence: string }>(
    'select last_sequence from journal_marks order by number desc offset 1 limit 1',
  );
  return Math.min(Number(rowBegins), Number(marks[0]?.last_sequence ?? 0) + 1);
}
