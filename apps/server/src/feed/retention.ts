import type pg from 'pg';
import { DAY_MS } from '@tallystick/core/durations';
import type { Cursor } from './cursors.ts';

type Db = Pick<pg.ClientBase, 'query'>;

/** Events are kept at least this long, handled or not. */
export const KEPT_MS = 30 * DAY_MS;
/** Rows deleted per statement, so that nothing else waits for long. */
const AT_ONCE = 10_000;

/** Deletes old events that all cursors have passed. */
export async function forgetPassed(db: Db, cursors: readonly Cursor[], nowMs: number): Promise<void> {
  const before = nowMs - KEPT_MS;
  // Without any subscriber nothing must be kept.
  const least = (of: (cursor: Cursor) => number): number =>
    cursors.reduce((least, cursor) => Math.min(least, of(cursor)), Number.MAX_SAFE_INTEGER);
  const sequence = least(cursor => cursor.sequence);
  const office = least(cursor => cursor.office);
  await deleteAll(
    db,
    `delete from exchange_events where (sequence, ordinal) in
       (select sequence, ordinal from exchange_events where sequence < $1 and at_ms < $2
         order by sequence, ordinal limit ${AT_ONCE})`,
    [sequence, before],
  );
  await deleteAll(
    db,
    `delete from office_events where id in
       (select id from office_events where position <= $1 and at_ms < $2 order by position limit ${AT_ONCE})`,
    [office, before],
  );
}

async function deleteAll(db: Db, statement: string, values: readonly number[]): Promise<void> {
  for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
    deleted = (await db.query(statement, [...values])).rowCount ?? 0;
  }
}

/** Time of the first event each subscriber still has to handle; null if there is none. */
export async function oldestUndone(db: Db): Promise<readonly { name: string; atMs: number | null }[]> {
  const { rows } = await db.query<{ name: string; at_ms: string | null }>(
    `select c.name, least(x.at_ms, o.at_ms) as at_ms
       from feed_cursors c
       left join lateral (select at_ms from exchange_events
                           where (sequence, ordinal) > (c.sequence, c.ordinal) and kind = any (c.kinds)
                           order by sequence, ordinal limit 1) as x on true
       left join lateral (select at_ms from office_events
                           where position > c.office and kind = any (c.kinds)
                           order by position limit 1) as o on true`,
  );
  return rows.map(row => ({ name: row.name, atMs: row.at_ms === null ? null : Number(row.at_ms) }));
}
