import type { PictureKind } from '@tallystick/protocol';
import { countRows, insertRow, type Queries } from '../../database/rows.ts';

export type { Queries };

export interface Picture {
  readonly id: number;
  /** Null: a visitor's. */
  readonly customerId: number | null;
  readonly kind: PictureKind;
  readonly contentType: string;
  readonly width: number;
  readonly height: number;
  readonly sizeBytes: number;
  /** What refers to it, such as `identity:17`; null while nothing does. */
  readonly usedBy: string | null;
  readonly createdAtMs: number;
}

export interface NewPicture extends Omit<Picture, 'usedBy'> {
  readonly sealed: Buffer;
  readonly pixelPrint: Buffer;
  readonly uploadPrint: Buffer;
  readonly sealedHashes: Buffer;
}

/** Times and ids stay exact in float8. */
const COLUMNS = `id::float8 as id, customer_id as "customerId", kind, content_type as "contentType", width, height,
  size_bytes as "sizeBytes", used_by as "usedBy", created_at_ms::float8 as "createdAtMs"`;

export async function insertPicture(db: Queries, picture: NewPicture): Promise<void> {
  await insertRow(db, 'pictures', picture);
}

/** Locked until the transaction ends, if asked for: two uses at once must see one another. */
export async function findPicture(db: Queries, id: number, lock = false): Promise<Picture | null> {
  const { rows } = await db.query<Picture>(
    `select ${COLUMNS} from pictures where id = $1${lock ? ' for update' : ''}`,
    [id],
  );
  return rows[0] ?? null;
}

/** Null if there is none. */
export async function sealedColumn(
  db: Queries,
  id: number,
  column: 'sealed' | 'sealed_hashes',
): Promise<Buffer | null> {
  const { rows } = await db.query<{ value: Buffer }>(
    `select ${column} as value from pictures where id = $1`,
    [id],
  );
  return rows[0]?.value ?? null;
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
export async function findEqual(db: Queries, id: number, prints: EqualPrints): Promise<Picture[]> {
  const { rows } = await db.query<Picture>(
    `select ${COLUMNS} from pictures
      where id <> $1 and used_by is not null and (pixel_print = any($2) or upload_print = any($3))
      order by id`,
    [id, prints.pixels, prints.uploads],
  );
  return rows;
}

export interface EqualPrints {
  readonly pixels: readonly Buffer[];
  readonly uploads: readonly Buffer[];
}
