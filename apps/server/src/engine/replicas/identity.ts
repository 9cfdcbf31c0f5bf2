import type { Reads } from '../../database/reads.ts';

/** A database, on whichever of the servers that hold it. */
export interface DatabaseIdentity {
  /** A primary and its replicas have it in common; no other cluster has. */
  readonly cluster: string;
  readonly database: string;
}

export async function identityOf(db: Reads): Promise<DatabaseIdentity> {
  const { rows } = await db.query<{ cluster: string; database: string }>(
    'select system_identifier::text as cluster, current_database() as database from pg_control_system()',
  );
  return rows[0]!;
}

/** Throws if it is another database than the primary's: an address that was mistaken would show others' history. */
export async function sameDatabase(db: Reads, primary: DatabaseIdentity): Promise<void> {
  const { cluster, database } = await identityOf(db);
  if (cluster !== primary.cluster || database !== primary.database)
    throw new Error('REPLICA_URLS leads to another database than DATABASE_URL');
}
