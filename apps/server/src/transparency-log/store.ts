import type { ClientBase, Pool } from 'pg';
import type { SignedCheckpoint } from './signer.ts';
import type { LogName } from './source.ts';
import { TreeEnd, type Tile, type TileId } from './tree.ts';

export type Queryable = Pick<ClientBase | Pool, 'query'>;

/** Why signing has stopped. */
export interface Fault {
  readonly kind:
    | 'entry_missing'
    | 'entry_changed'
    | 'tree_differs_from_checkpoint'
    | 'older_than_what_was_signed'
    | 'memory_unreadable';
  /** The entry or tree size concerned. */
  readonly number: number;
}

interface TileRow {
  readonly level: number;
  readonly index: string;
  readonly hashes: Buffer;
}

export async function readTiles(db: Queryable, log: LogName, wanted: readonly TileId[]): Promise<Tile[]> {
  if (wanted.length === 0) return [];
  const { rows } = await db.query<TileRow>(
    `select t.level, t.index, t.hashes from log_tiles t
       join unnest($2::int[], $3::bigint[]) as w (level, index) using (level, index) where t.log = $1`,
    [log, wanted.map(tile => tile.level), wanted.map(tile => tile.index)],
  );
  return rows.map(row => ({ level: row.level, index: Number(row.index), hashes: row.hashes }));
}

/** A full tile is never written again; a short one only grows. */
export async function writeTiles(db: Queryable, log: LogName, tiles: readonly Tile[]): Promise<void> {
  await db.query(
    `insert into log_tiles (log, level, index, hashes)
       select $1, * from unnest($2::int[], $3::bigint[], $4::bytea[])
     on conflict (log, level, index) do update set hashes = excluded.hashes
       where length(log_tiles.hashes) < length(excluded.hashes)`,
    [log, tiles.map(tile => tile.level), tiles.map(tile => tile.index), tiles.map(tile => tile.hashes)],
  );
}

interface TreeRow {
  readonly size: string;
  readonly head_hash: Buffer;
  readonly fault: Fault | null;
  readonly blinding: Buffer | null;
}

export interface TreeState {
  readonly end: TreeEnd;
  /** Of the newest entry in the tree, hex. */
  readonly headHash: string;
  /** Null: entries are added unblinded. */
  readonly blinding: Buffer | null;
  readonly fault: Fault | null;
  /** False: the tiles do not form a tree of its size; `end` is then that of an empty one. */
  readonly isWhole: boolean;
}

function lost(size: number, headHash: Buffer, blinding: Buffer | null): TreeState {
  const fault = { kind: 'tree_differs_from_checkpoint', number: size } as const;
  return { end: new TreeEnd(0, []), headHash: headHash.toString('hex'), blinding, fault, isWhole: false };
}

export async function readTree(db: Queryable, log: LogName): Promise<TreeState> {
  const { rows } = await db.query<TreeRow>(
    'select size, head_hash, fault, blinding from log_trees where log = $1',
    [log],
  );
  const row = rows[0];
  // The migration wrote a row for every log, so this one was deleted.
  if (row === undefined) return lost(0, Buffer.alloc(32), null);
  const size = Number(row.size);
  const tails: Buffer[] = [];
  for (const tile of await readTiles(db, log, TreeEnd.tilesOf(size))) tails[tile.level] = tile.hashes;
  const whole = TreeEnd.whole(
    size,
    Array.from(tails, tail => tail ?? Buffer.alloc(0)),
  );
  if (whole === null) return lost(size, row.head_hash, row.blinding);
  const end = whole;
  return {
    isWhole: true,
    end,
    headHash: row.head_hash.toString('hex'),
    blinding: row.blinding,
    fault: row.fault,
  };
}

/** False if the tree has changed since the caller read it: another process writes. */
export async function moveTree(
  db: Queryable,
  log: LogName,
  fromSize: number,
  toSize: number,
  headHash: string,
): Promise<boolean> {
  const { rowCount } = await db.query(
    'update log_trees set size = $3, head_hash = $4 where log = $1 and size = $2',
    [log, fromSize, toSize, Buffer.from(headHash, 'hex')],
  );
  return rowCount === 1;
}

export async function writeFault(db: Queryable, log: LogName, fault: Fault | null): Promise<void> {
  await db.query('update log_trees set fault = $2 where log = $1', [
    log,
    fault === null ? null : JSON.stringify(fault),
  ]);
}

interface CheckpointRow {
  readonly size: string;
  readonly root: Buffer;
  readonly head_hash: Buffer;
  readonly sequence: string | null;
  readonly at_ms: string;
  readonly note: string;
}

export async function insertCheckpoint(
  db: Queryable,
  origin: string,
  { size, root, headHash, sequence, atMs, note }: SignedCheckpoint,
): Promise<void> {
  await db.query(
    `insert into log_checkpoints (origin, size, root, head_hash, sequence, at_ms, note)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [origin, size, root, headHash, sequence, atMs, note],
  );
}

const CHECKPOINT =
  'select size, root, head_hash, sequence, at_ms, note from log_checkpoints where origin = $1';

function toCheckpoint(row: CheckpointRow): SignedCheckpoint {
  return {
    size: Number(row.size),
    root: row.root,
    headHash: row.head_hash,
    sequence: row.sequence === null ? null : Number(row.sequence),
    atMs: Number(row.at_ms),
    note: row.note,
  };
}

async function oneCheckpoint(
  db: Queryable,
  origin: string,
  rest: string,
  values: readonly number[],
): Promise<SignedCheckpoint | null> {
  const { rows } = await db.query<CheckpointRow>(`${CHECKPOINT} ${rest} limit 1`, [origin, ...values]);
  return rows[0] === undefined ? null : toCheckpoint(rows[0]);
}

export function newestCheckpoint(db: Queryable, origin: string): Promise<SignedCheckpoint | null> {
  return oneCheckpoint(db, origin, 'order by size desc', []);
}

/** The newest that was signed by then. */
export function newestCheckpointBy(
  db: Queryable,
  origin: string,
  atMs: number,
): Promise<SignedCheckpoint | null> {
  return oneCheckpoint(db, origin, 'and at_ms <= $2 order by size desc', [atMs]);
}

/** The first that covers at least so many ticks. */
export function checkpointCovering(
  db: Queryable,
  origin: string,
  size: number,
): Promise<SignedCheckpoint | null> {
  return oneCheckpoint(db, origin, 'and size >= $2 order by size', [size]);
}

/** The newest that covers at most so many ticks. */
export function checkpointBefore(
  db: Queryable,
  origin: string,
  size: number,
): Promise<SignedCheckpoint | null> {
  return oneCheckpoint(db, origin, 'and size <= $2 order by size desc', [size]);
}

/** Newest first, below `before`. */
export async function listCheckpoints(
  db: Queryable,
  origin: string,
  before: number,
  limit: number,
): Promise<SignedCheckpoint[]> {
  const { rows } = await db.query<CheckpointRow>(`${CHECKPOINT} and size < $2 order by size desc limit $3`, [
    origin,
    before,
    limit,
  ]);
  return rows.map(toCheckpoint);
}

export async function insertKey(
  db: Queryable,
  origin: string,
  keyId: string,
  publicKey: Buffer,
  firstSize: number,
): Promise<void> {
  await db.query(
    `insert into log_keys (origin, key_id, public_key, first_size) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [origin, keyId, publicKey, firstSize],
  );
}

export interface KeyRow {
  readonly key_id: string;
  readonly public_key: Buffer;
  readonly first_size: string;
}

export async function listKeys(db: Queryable, origin: string): Promise<KeyRow[]> {
  const { rows } = await db.query<KeyRow>(
    `select key_id, public_key, first_size from log_keys where origin = $1
     order by first_size desc, key_id`,
    [origin],
  );
  return rows;
}
