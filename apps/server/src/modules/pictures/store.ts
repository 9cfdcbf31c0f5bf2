import type { PictureKind } from '@tallystick/protocol';
import type pg from 'pg';
import { as, StoredTable, type Stored } from '../../database/stored-table.ts';
import { countRows } from '../../database/rows.ts';
import type { SealedPlace } from './sealed-pictures.ts';

export type Queries = Pick<pg.ClientBase, 'query'>;

const PICTURES = new StoredTable('pictures', {
  id: Number,
  /** Null: a visitor's. */
  customerId: as<number | null>(),
  kind: as<PictureKind>(),
  contentType: as<string>(),
  width: Number,
  height: Number,
  sizeBytes: Number,
  /** What refers to it, such as `identity:17`; null while nothing does. */
  usedBy: as<string | null>(),
  createdAtMs: Number,
});

export type Picture = Stored<typeof PICTURES>;

/** Without the bytes themselves. */
const SOURCE = `select id, customer_id, kind, content_type, width, height, size_bytes, used_by, created_at_ms
  from pictures`;

export function insertPicture(
  db: Queries,
  picture: Omit<Picture, 'usedBy'>,
  sealed: Readonly<Record<'pixelPrint' | 'uploadPrint' | 'sealedHashes', Buffer>> & SealedPlace,
): Promise<void> {
  return PICTURES.insert(db, picture, sealed);
}

/** Locked until the transaction ends, if asked for: two uses at once must see one another. */
export async function findPicture(db: Queries, id: number, lock = false): Promise<Picture | null> {
  const found = await PICTURES.find(db, `where id = $1${lock ? ' for update' : ''}`, [id], SOURCE);
  return found[0] ?? null;
}

/** Null if there is none. */
export async function sealedHashes(db: Queries, id: number): Promise<Buffer | null> {
  const { rows } = await db.query<{ sealed_hashes: Buffer }>(
    'select sealed_hashes from pictures where id = $1',
    [id],
  );
  return rows[0]?.sealed_hashes ?? null;
}

/** Null if there is none. */
export async function placeOf(db: Queries, id: number): Promise<SealedPlace | null> {
  const { rows } = await db.query<SealedPlace>(
    'select sealed, object_key as "objectKey" from pictures where id = $1',
    [id],
  );
  return rows[0] ?? null;
}

export async function setUsedBy(db: Queries, id: number, usedBy: string): Promise<void> {
  await db.query('update pictures set used_by = $2 where id = $1', [id, usedBy]);
}

/** Nothing refers to them any more; they are deleted after a while. */
export async function releasePictures(db: Queries, usedBy: string): Promise<void> {
  await db.query('update pictures set used_by = null where used_by = $1', [usedBy]);
}

/** False if there is none of the customer's, or something refers to it. */
export async function deleteUnused(db: Queries, customerId: number, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from pictures where id = $1 and customer_id = $2 and used_by is null',
    [id, customerId],
  );
  return rowCount === 1;
}

export async function deleteForgotten(db: Queries, beforeMs: number): Promise<void> {
  await db.query('delete from pictures where used_by is null and created_at_ms < $1', [beforeMs]);
}

export async function countSince(db: Queries, customerId: number, sinceMs: number): Promise<number> {
  return countRows(db, 'pictures where customer_id = $1 and created_at_ms >= $2', [customerId, sinceMs]);
}

/** Other pictures that are in use and have the same pixels or came as the same file, oldest first. */
export function findEqual(db: Queries, id: number, prints: EqualPrints): Promise<Picture[]> {
  const rest = `where id <> $1 and used_by is not null and (pixel_print = any($2) or upload_print = any($3))
    order by id`;
  return PICTURES.find(db, rest, [id, prints.pixels, prints.uploads], SOURCE);
}

export interface EqualPrints {
  readonly pixels: readonly Buffer[];
  readonly uploads: readonly Buffer[];
}
