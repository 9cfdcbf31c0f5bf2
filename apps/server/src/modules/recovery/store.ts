import type {
  RECOVERY_GESTURES,
  RECOVERY_REASONS,
  RECOVERY_STATES,
} from '@tallystick/protocol/calls/recovery';
import { countRows, insertRow, type Queries } from '../../database/rows.ts';

export type { Queries };
export type RecoveryState = (typeof RECOVERY_STATES)[number];
export type RecoveryReason = (typeof RECOVERY_REASONS)[number];
type Gesture = (typeof RECOVERY_GESTURES)[number];

export interface Challenge {
  readonly customerId: number;
  readonly gesture: Gesture;
  readonly code: string;
}

export interface Recovery extends Challenge {
  readonly id: number;
  readonly state: RecoveryState;
  /** Null, like the picture, once those of an ended one were deleted. */
  readonly sealed: Buffer | null;
  readonly pictureId: number | null;
  readonly requestedAtMs: number;
  readonly readyAtMs: number | null;
  readonly endedAtMs: number | null;
  readonly stoppedBy: 'link' | 'session' | 'second_factor' | null;
  readonly reason: RecoveryReason | null;
  readonly rejectedBy: number | null;
}

export interface Approval {
  readonly operatorId: number;
  readonly atMs: number;
}

/** Times and ids stay exact in float8. */
const COLUMNS = `id::float8 as id, customer_id as "customerId", state, sealed, gesture, code,
  picture_id::float8 as "pictureId", requested_at_ms::float8 as "requestedAtMs", ready_at_ms::float8 as "readyAtMs",
  ended_at_ms::float8 as "endedAtMs", stopped_by as "stoppedBy", reason, rejected_by as "rejectedBy"`;

export async function insertChallenge(
  db: Queries,
  tokenHash: Buffer,
  challenge: Challenge,
  expiresAtMs: number,
): Promise<void> {
  await insertRow(db, 'factor_recovery_challenges', { tokenHash, ...challenge, expiresAtMs });
}

/** Counts a picture sent for it. Null: it has expired, or too many were sent. */
export async function tryChallenge(
  db: Queries,
  tokenHash: Buffer,
  atMs: number,
  most: number,
): Promise<Challenge | null> {
  const { rows } = await db.query<Challenge>(
    `update factor_recovery_challenges set tries = tries + 1
      where token_hash = $1 and expires_at_ms > $2 and tries < $3
      returning customer_id as "customerId", gesture, code`,
    [tokenHash, atMs, most],
  );
  return rows[0] ?? null;
}

/** Uses up a challenge; false if it is gone. */
export async function takeChallenge(db: Queries, tokenHash: Buffer, atMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'delete from factor_recovery_challenges where token_hash = $1 and expires_at_ms > $2',
    [tokenHash, atMs],
  );
  return rowCount === 1;
}

export async function deleteOldChallenges(db: Queries, atMs: number): Promise<void> {
  await db.query('delete from factor_recovery_challenges where expires_at_ms <= $1', [atMs]);
}

/** Deletes claims and pictures of recoveries that ended before then; the decision itself is kept. */
export async function deleteOldClaims(db: Queries, beforeMs: number): Promise<void> {
  const { rows } = await db.query<{ id: string; picture_id: string | null }>(
    `select id, picture_id from factor_recoveries
      where ended_at_ms < $1 and (sealed is not null or picture_id is not null) for update`,
    [beforeMs],
  );
  const ids = rows.map(row => row.id);
  await db.query('update factor_recoveries set sealed = null, picture_id = null where id = any($1)', [ids]);
  await db.query('delete from pictures where id = any($1)', [rows.map(row => row.picture_id)]);
}

export async function insertRecovery(
  db: Queries,
  recovery: Challenge & { id: number; sealed: Buffer; pictureId: number; atMs: number },
): Promise<void> {
  const { atMs: requestedAtMs, ...row } = recovery;
  await insertRow(db, 'factor_recoveries', { ...row, state: 'under_review', requestedAtMs });
}

export function findRecovery(db: Queries, id: number, lock = false): Promise<Recovery | null> {
  return oneWhere(db, `id = $1${lock ? ' for update' : ''}`, id);
}

export function newestRecovery(db: Queries, customerId: number): Promise<Recovery | null> {
  return oneWhere(db, 'customer_id = $1 order by id desc limit 1', customerId);
}

/** The one under way, locked; null: none is. */
export function lockOpenRecovery(db: Queries, customerId: number): Promise<Recovery | null> {
  return oneWhere(db, `customer_id = $1 and state in ('under_review', 'waiting') for update`, customerId);
}

async function oneWhere(db: Queries, condition: string, id: number): Promise<Recovery | null> {
  const { rows } = await db.query<Recovery>(`select ${COLUMNS} from factor_recoveries where ${condition}`, [
    id,
  ]);
  return rows[0] ?? null;
}

/** How many began since then, and when the owner last stopped one. */
export async function historyOf(
  db: Queries,
  customerId: number,
  sinceMs: number,
): Promise<{ readonly began: number; readonly stoppedAtMs: number | null }> {
  const { rows } = await db.query<{ began: number; stoppedAtMs: number | null }>(
    `select count(*) filter (where requested_at_ms > $2)::integer as began,
            (max(ended_at_ms) filter (where state = 'stopped'))::float8 as "stoppedAtMs"
       from factor_recoveries where customer_id = $1`,
    [customerId, sinceMs],
  );
  return rows[0]!;
}

export async function idsDue(db: Queries, atMs: number): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from factor_recoveries where state = 'waiting' and ready_at_ms <= $1 order by ready_at_ms limit 100`,
    [atMs],
  );
  return rows.map(row => Number(row.id));
}

export async function insertApproval(db: Queries, id: number, { operatorId, atMs }: Approval): Promise<void> {
  await db.query(
    'insert into factor_recovery_approvals (recovery_id, operator_id, at_ms) values ($1, $2, $3)',
    [id, operatorId, atMs],
  );
}

export async function approvalsOf(db: Queries, id: number): Promise<Approval[]> {
  const { rows } = await db.query<Approval>(
    `select operator_id as "operatorId", at_ms::float8 as "atMs" from factor_recovery_approvals
      where recovery_id = $1 order by at_ms, operator_id`,
    [id],
  );
  return rows;
}

export async function startWaiting(db: Queries, id: number, readyAtMs: number): Promise<void> {
  await db.query(`update factor_recoveries set state = 'waiting', ready_at_ms = $2 where id = $1`, [
    id,
    readyAtMs,
  ]);
}

export type Ending =
  | { readonly state: 'completed' }
  | { readonly state: 'stopped'; readonly stoppedBy: NonNullable<Recovery['stoppedBy']> }
  | { readonly state: 'rejected'; readonly reason: RecoveryReason; readonly rejectedBy: number };

/** Ends the recovery and deletes its links. */
export async function endRecovery(db: Queries, id: number, ending: Ending, atMs: number): Promise<void> {
  await db.query(
    `update factor_recoveries set state = $2, ended_at_ms = $3, stopped_by = $4, reason = $5, rejected_by = $6
      where id = $1`,
    [
      id,
      ending.state,
      atMs,
      ending.state === 'stopped' ? ending.stoppedBy : null,
      ending.state === 'rejected' ? ending.reason : null,
      ending.state === 'rejected' ? ending.rejectedBy : null,
    ],
  );
  await db.query('delete from factor_recovery_stops where recovery_id = $1', [id]);
}

export async function insertStop(db: Queries, tokenHash: Buffer, recoveryId: number): Promise<void> {
  await db.query('insert into factor_recovery_stops (token_hash, recovery_id) values ($1, $2)', [
    tokenHash,
    recoveryId,
  ]);
}

/** The recovery that a link stops; null: the link is no longer valid. */
export async function findStop(db: Queries, tokenHash: Buffer): Promise<number | null> {
  const { rows } = await db.query<{ recovery_id: string }>(
    'select recovery_id from factor_recovery_stops where token_hash = $1',
    [tokenHash],
  );
  return rows[0] === undefined ? null : Number(rows[0].recovery_id);
}

export async function countWaiting(db: Queries): Promise<number> {
  return countRows(db, `factor_recoveries where state = 'under_review'`);
}

export async function listRecoveries(
  db: Queries,
  filter: { state: RecoveryState; customerId: number | undefined; after: number | null; limit: number },
): Promise<Recovery[]> {
  const { state, customerId, after, limit } = filter;
  const isOldestFirst = state === 'under_review';
  const { rows } = await db.query<Recovery>(
    `select ${COLUMNS} from factor_recoveries
      where state = $1 and ($2::integer is null or customer_id = $2)
        and ($3::bigint is null or id ${isOldestFirst ? '>' : '<'} $3)
      order by id ${isOldestFirst ? 'asc' : 'desc'} limit $4`,
    [state, customerId ?? null, after, limit],
  );
  return rows;
}
