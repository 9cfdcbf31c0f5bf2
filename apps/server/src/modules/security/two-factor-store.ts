import { countRows, type Queries } from '../../database/rows.ts';

export interface TwoFactorRow {
  /** Sealed. */
  readonly secret: Buffer;
  /** Null: set up but not confirmed. */
  readonly enabledAtMs: number | null;
}

export async function findTwoFactor(db: Queries, customerId: number): Promise<TwoFactorRow | null> {
  const { rows } = await db.query<TwoFactorRow>(
    'select secret, enabled_at_ms::float8 as "enabledAtMs" from two_factors where customer_id = $1',
    [customerId],
  );
  return rows[0] ?? null;
}

/** False if it is on: an active secret is never replaced. */
export async function keepPendingSecret(
  db: Queries,
  customerId: number,
  secret: Buffer,
  atMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into two_factors as t (customer_id, secret, created_at_ms) values ($1, $2, $3)
     on conflict (customer_id) do update set secret = $2, created_at_ms = $3, last_step = 0
       where t.enabled_at_ms is null`,
    [customerId, secret, atMs],
  );
  return rowCount === 1;
}

/** False if it is on already, or if the secret was replaced meanwhile. */
export async function enableTwoFactor(
  db: Queries,
  customerId: number,
  secret: Buffer,
  step: number,
  atMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update two_factors set enabled_at_ms = $4, last_step = $3
      where customer_id = $1 and secret = $2 and enabled_at_ms is null`,
    [customerId, secret, step, atMs],
  );
  return rowCount === 1;
}

/** False if the code of that step or a later one was used: each is valid once, also for simultaneous requests. */
export async function takeStep(db: Queries, customerId: number, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update two_factors set last_step = $2
      where customer_id = $1 and last_step < $2 and enabled_at_ms is not null`,
    [customerId, step],
  );
  return rowCount === 1;
}

/** False if there was none. */
export async function deleteTwoFactor(db: Queries, customerId: number): Promise<boolean> {
  const { rowCount } = await db.query('delete from two_factors where customer_id = $1', [customerId]);
  return rowCount === 1;
}

export async function replaceRecoveryCodes(
  db: Queries,
  customerId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.query('delete from recovery_codes where customer_id = $1', [customerId]);
  await db.query('insert into recovery_codes (customer_id, code_hash) select $1, unnest($2::bytea[])', [
    customerId,
    hashes,
  ]);
}

/** False if there is no such code, or it was used before. */
export async function useRecoveryCode(
  db: Queries,
  customerId: number,
  hash: Buffer,
  atMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update recovery_codes set used_at_ms = $3
      where customer_id = $1 and code_hash = $2 and used_at_ms is null`,
    [customerId, hash, atMs],
  );
  return rowCount === 1;
}

export async function countRecoveryCodes(db: Queries, customerId: number): Promise<number> {
  return countRows(db, 'recovery_codes where customer_id = $1 and used_at_ms is null', [customerId]);
}
