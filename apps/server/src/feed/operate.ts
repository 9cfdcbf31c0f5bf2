import type pg from 'pg';
import { inTransaction } from '../database/transaction.ts';
import { allCursors, lockCursor, moveCursor } from './cursors.ts';
import { nextRow } from './reader.ts';
import { oldestUndone } from './retention.ts';

const LAST_ORDINAL = 2_147_483_647;

/** One line per subscriber. */
export async function listSubscribers(pool: pg.Pool, nowMs: number): Promise<string[]> {
  const undone = new Map((await oldestUndone(pool)).map(({ name, atMs }) => [name, atMs]));
  return (await allCursors(pool)).map(({ name, sequence, office }) => {
    const atMs = undone.get(name) ?? null;
    const behind = atMs === null ? 'nothing to do' : `${Math.round((nowMs - atMs) / 1_000)} s behind`;
    return `${name}: sequence ${sequence}, office ${office}, ${behind}`;
  });
}

/**
 * Everything after the given positions, as far as it is kept, is handled again. Throws RangeError for an unknown name.
 */
export async function replayFrom(
  pool: pg.Pool,
  name: string,
  { sequence, office }: { readonly sequence: number; readonly office: number },
): Promise<void> {
  await inTransaction(pool, async client => {
    await lockCursor(client, name);
    await moveCursor(client, name, { sequence, ordinal: LAST_ORDINAL, office });
  });
}

/** Skips the subscriber's next event; null if there is none. Throws RangeError for an unknown name. */
export async function skipOne(pool: pg.Pool, name: string): Promise<string | null> {
  return inTransaction(pool, async client => {
    const cursor = await lockCursor(client, name);
    const next = await nextRow(client, cursor, cursor.kinds);
    if (next === null) return null;
    await moveCursor(client, name, next.end);
    return next.id;
  });
}

/** Throws RangeError for an unknown name. */
export async function retire(pool: pg.Pool, name: string): Promise<void> {
  const { rowCount } = await pool.query('delete from feed_cursors where name = $1', [name]);
  if (rowCount === 0) throw new RangeError(`no subscriber of that name: ${name}`);
}
