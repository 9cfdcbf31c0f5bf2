import type { ADVANCED_FIELDS, BASIC_FIELDS, IDENTITY_REASONS } from '@tallystick/protocol/calls/identity';
import { countRows, insertRow, type Queries } from '../../database/rows.ts';

export type { Queries };
export type Level = 'basic' | 'advanced';
export type Reason = (typeof IDENTITY_REASONS)[number];
export type Redo = (typeof BASIC_FIELDS | typeof ADVANCED_FIELDS)[number];

export interface Application {
  readonly id: number;
  readonly customerId: number;
  readonly level: Level;
  readonly state: 'under_review' | 'verified' | 'rejected';
  /** Basic only; null again once the documents of a rejected one were deleted, and so are the pictures. */
  readonly sealed: Buffer | null;
  /** Advanced only. */
  readonly pictures: PictureIds | null;
  readonly reason: Reason | null;
  readonly redo: readonly Redo[];
  readonly sealedNote: Buffer | null;
  readonly submittedAtMs: number;
  readonly decidedAtMs: number | null;
  readonly decidedBy: number | null;
}

export interface PictureIds {
  readonly front: number;
  readonly back: number;
  readonly holding: number;
}

/** Times and ids stay exact in float8. */
const COLUMNS = `id::float8 as id, customer_id as "customerId", level, state, sealed,
  case when front_id is not null and back_id is not null and holding_id is not null
    then json_build_object('front', front_id, 'back', back_id, 'holding', holding_id) end as pictures,
  reason, redo, sealed_note as "sealedNote", submitted_at_ms::float8 as "submittedAtMs",
  decided_at_ms::float8 as "decidedAtMs", decided_by as "decidedBy"`;

/** The customer's overall state, locked: of two submissions at once the second waits and sees the first. */
export async function lockCustomer(db: Queries, customerId: number): Promise<'verified' | 'other'> {
  const { rows } = await db.query<{ verified: boolean }>(
    `select verification = 'verified' as verified from customers where id = $1 for update`,
    [customerId],
  );
  return rows[0]?.verified === true ? 'verified' : 'other';
}

export async function isMarkedVerified(db: Queries, customerId: number): Promise<boolean> {
  const { rows } = await db.query(`select 1 from customers where id = $1 and verification = 'verified'`, [
    customerId,
  ]);
  return rows.length > 0;
}

/** The newest application of each level. */
export async function newestOf(
  db: Queries,
  customerId: number,
): Promise<Readonly<Record<Level, Application | null>>> {
  const { rows } = await db.query<Application>(
    `select distinct on (level) ${COLUMNS} from identity_applications where customer_id = $1
      order by level, id desc`,
    [customerId],
  );
  const of = (level: Level) => rows.find(one => one.level === level) ?? null;
  return { basic: of('basic'), advanced: of('advanced') };
}

export async function findApplication(db: Queries, id: number, lock = false): Promise<Application | null> {
  const { rows } = await db.query<Application>(
    `select ${COLUMNS} from identity_applications where id = $1${lock ? ' for update' : ''}`,
    [id],
  );
  return rows[0] ?? null;
}

export async function insertBasic(
  db: Queries,
  application: { id: number; customerId: number; sealed: Buffer; documentPrint: Buffer; atMs: number },
): Promise<void> {
  const { atMs: submittedAtMs, ...row } = application;
  const basic = { ...row, level: 'basic', state: 'under_review', submittedAtMs };
  await insertRow(db, 'identity_applications', basic);
}

export async function insertAdvanced(
  db: Queries,
  application: { id: number; customerId: number; pictures: PictureIds; atMs: number },
): Promise<void> {
  const { id, customerId, pictures, atMs: submittedAtMs } = application;
  const { front: frontId, back: backId, holding: holdingId } = pictures;
  const row = { id, customerId, frontId, backId, holdingId, submittedAtMs };
  await insertRow(db, 'identity_applications', { ...row, level: 'advanced', state: 'under_review' });
}

export interface Decided {
  readonly id: number;
  readonly state: 'verified' | 'rejected';
  readonly reason: Reason | null;
  readonly redo: readonly Redo[];
  readonly sealedNote: Buffer | null;
  readonly operatorId: number;
  readonly atMs: number;
}

export async function writeDecision(db: Queries, decided: Decided): Promise<void> {
  await db.query(
    `update identity_applications set state = $2, reason = $3, redo = $4, sealed_note = $5, decided_by = $6,
            decided_at_ms = $7 where id = $1`,
    [
      decided.id,
      decided.state,
      decided.reason,
      decided.redo,
      decided.sealedNote,
      decided.operatorId,
      decided.atMs,
    ],
  );
}

/** What the rest of the exchange reads: see `IdentityService.level` for its meaning. */
export async function markCustomer(
  db: Queries,
  customerId: number,
  verification: 'unverified' | 'under_review' | 'verified',
): Promise<void> {
  await db.query('update customers set verification = $2 where id = $1', [customerId, verification]);
}

/** Until the transaction ends, nobody else decides about a document. */
export async function lockDocuments(db: Queries): Promise<void> {
  await db.query(`select pg_advisory_xact_lock(hashtext('identity documents'))`);
}

/** Standing applications of others with the same document. */
export async function othersWithDocument(
  db: Queries,
  customerId: number,
  prints: readonly Buffer[],
): Promise<Application[]> {
  const { rows } = await db.query<Application>(
    `select ${COLUMNS} from identity_applications
      where document_print = any($2) and customer_id <> $1 and state <> 'rejected' order by id`,
    [customerId, prints],
  );
  return rows;
}

export interface ApplicationFilter {
  readonly state: Application['state'];
  readonly customerId: number | undefined;
  /** The last id of the page before; null: from the start. */
  readonly after: number | null;
  readonly limit: number;
}

/** Waiting ones oldest first, since what has waited longest is decided first; decided ones newest first. */
export async function listApplications(db: Queries, filter: ApplicationFilter): Promise<Application[]> {
  const { state, customerId, after, limit } = filter;
  const [beyond, order] = state === 'under_review' ? ['>', 'asc'] : ['<', 'desc'];
  const { rows } = await db.query<Application>(
    `select ${COLUMNS} from identity_applications
      where state = $1 and ($2::integer is null or customer_id = $2) and ($3::bigint is null or id ${beyond} $3)
      order by id ${order} limit $4`,
    [state, customerId ?? null, after, limit],
  );
  return rows;
}

export async function countWaiting(db: Queries): Promise<number> {
  return countRows(db, `identity_applications where state = 'under_review'`);
}

/** Ends what is under review of an account that its customer closes; its papers stay as long as others of the account. */
export async function endAtClosing(db: Queries, customerId: number, atMs: number): Promise<void> {
  const { rowCount } = await db.query(
    `update identity_applications set state = 'rejected', reason = 'other', decided_by = 0, decided_at_ms = $2
      where customer_id = $1 and state = 'under_review'`,
    [customerId, atMs],
  );
  if (rowCount !== 0) await db.query(UNREVIEWED, [customerId]);
}

const UNREVIEWED = `update customers set verification = 'unverified' where id = $1 and verification = 'under_review'`;

/** Rejected by somebody before that time, with their documents still there. */
export async function rejectedBefore(db: Queries, beforeMs: number, limit: number): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from identity_applications
      where state = 'rejected' and documents_deleted_at_ms is null and decided_at_ms < $1 and decided_by <> 0
      order by decided_at_ms, id limit $2`,
    [beforeMs, limit],
  );
  return rows.map(row => Number(row.id));
}

/** Takes all that is personal out of a rejected application; `redo`: nothing of it can be kept when applying again. */
export async function eraseDocuments(
  db: Queries,
  id: number,
  redo: readonly Redo[],
  atMs: number,
): Promise<void> {
  await db.query(
    `update identity_applications
        set sealed = null, document_print = null, front_id = null, back_id = null, holding_id = null,
            sealed_note = null, redo = $2, documents_deleted_at_ms = $3
      where id = $1`,
    [id, redo, atMs],
  );
}

/** Deletes those of the pictures that no application shows any more. Returns how many. */
export async function deleteUnshown(db: Queries, pictureIds: readonly number[]): Promise<number> {
  const { rowCount } = await db.query(
    `delete from pictures p where id = any($1) and not exists (
       select 1 from identity_applications a where p.id in (a.front_id, a.back_id, a.holding_id))`,
    [pictureIds],
  );
  return rowCount ?? 0;
}
