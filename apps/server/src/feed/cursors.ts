import type pg from 'pg';
import { BEGINNING, headOf, storedKinds, type Position } from './reader.ts';
import type { Subscriber } from './subscriber.ts';

type Db = Pick<pg.ClientBase, 'query'>;

interface Row {
  readonly sequence: string;
  readonly ordinal: number;
  readonly office: string;
}

export interface Cursor extends Position {
  readonly name: string;
  /** Positions as they are stored. */
  readonly kinds: readonly string[];
}

/** Inserts a new subscriber at the position it asks for. */
export async function openCursor(
  db: Db,
  { name, kinds, from }: Pick<Subscriber, 'name' | 'kinds' | 'from'>,
): Promise<void> {
  const { sequence, ordinal, office } = from === 'beginning' ? BEGINNING : await headOf(db);
  await db.query(
    `insert into feed_cursors (name, kinds, sequence, ordinal, office) values ($1, $2, $3, $4, $5)
     on conflict (name) do update set kinds = excluded.kinds`,
    [name, storedKinds(kinds), sequence, ordinal, office],
  );
}

/** Locks the row until the transaction ends, waiting for its holder. Throws RangeError for an unknown name. */
export async function lockCursor(client: Db, name: string): Promise<Cursor> {
  const { rows } = await client.query<Row & { kinds: string[] }>(
    'select * from feed_cursors where name = $1 for update',
    [name],
  );
  if (rows[0] === undefined) throw new RangeError(`no subscriber of that name: ${name}`);
  return { name, kinds: rows[0].kinds, ...positionOf(rows[0]) };
}

/** Locks the row until the transaction ends; null while another process holds it. */
export async function takeCursor(client: Db, name: string): Promise<Position | null> {
  const { rows } = await client.query<Row>(
    'select sequence, ordinal, office from feed_cursors where name = $1 for update skip locked',
    [name],
  );
  return rows[0] === undefined ? null : positionOf(rows[0]);
}

/** Moving back is allowed: the events after the position are handled again. */
export async function moveCursor(db: Db, name: string, to: Position): Promise<void> {
  await db.query('update feed_cursors set sequence = $2, ordinal = $3, office = $4 where name = $1', [
    name,
    to.sequence,
    to.ordinal,
    to.office,
  ]);
}

/** By name. */
export async function allCursors(db: Db): Promise<readonly Cursor[]> {
  const { rows } = await db.query<Row & { name: string; kinds: string[] }>(
    'select * from feed_cursors order by name',
  );
  return rows.map(row => ({ name: row.name, kinds: row.kinds, ...positionOf(row) }));
}

function positionOf({ sequence, ordinal, office }: Row): Position {
  return { sequence: Number(sequence), ordinal, office: Number(office) };
}
