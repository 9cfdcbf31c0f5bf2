import type pg from 'pg';
import { decodeEntries } from '../../engine/journal/command-codec.ts';
import type { AuditPoint } from './audit-points.ts';
import { newestPoint } from './audit-points.ts';

type Database = Pick<pg.Pool, 'query'>;

/** The journal's newest entry, which ends a row, and its time; null while there is none. */
async function journalEnd(
  db: Database,
): Promise<{ readonly sequence: number; readonly atMs: number } | null> {
  const { rows } = await db.query<{ first_sequence: string; last_sequence: string; commands: string }>(
    'select first_sequence, last_sequence, commands from journal order by first_sequence desc limit 1',
  );
  const row = rows[0];
  if (row === undefined) return null;
  const last = decodeEntries(row.commands, Number(row.first_sequence)).at(-1);
  return last === undefined ? null : { sequence: Number(row.last_sequence), atMs: last.atMs };
}

/**
 * The point whose trees are to be made now; null: none is due. One is due once in each `everyMs` since 1970, if anything has
 * happened since the last. A point that was chosen and not recorded is chosen again, as of now: nobody has seen it.
 */
export async function choosePoint(db: Database, nowMs: number, everyMs: number): Promise<AuditPoint | null> {
  const newest = await newestPoint(db);
  const end = await journalEnd(db);
  if (end === null) return null;
  const isOpen = newest !== null && newest.record === null;
  if (newest !== null && !isOpen) {
    const isDue = Math.floor(nowMs / everyMs) > Math.floor(newest.chosenAtMs / everyMs);
    if (!isDue || end.sequence <= newest.sequence) return null;
  }
  const number = isOpen ? newest.number : (newest?.number ?? 0) + 1;
  await db.query(
    `insert into audit_points (number, sequence, at_ms, chosen_at_ms) values ($1, $2, $3, $4)
     on conflict (number) do update set sequence = $2, at_ms = $3, chosen_at_ms = $4
       where audit_points.public_record is null`,
    [number, end.sequence, end.atMs, nowMs],
  );
  return { number, ...end, chosenAtMs: nowMs, record: null };
}
