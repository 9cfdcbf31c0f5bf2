import pg from 'pg';
import { DatabaseUnreachable } from './database-unreachable.ts';
import { APPLICATION_NAME, startEmbedded } from './embedded.ts';
import type { DatabaseLog } from './log.ts';
import { migrate } from './migrate.ts';
import { createPool, type Pool } from './pool.ts';

/** Required for the SQL used here: `NULLS NOT DISTINCT`, `MERGE`. */
const OLDEST_SERVER = 150_000;
/** A database that does not answer for longer at the start counts as unreachable. */
const FIRST_ANSWER_WITHIN_MS = 30_000;

export interface DatabaseOptions {
  /** Null: the embedded PostgreSQL, with its cluster in `dataDir`. */
  readonly url: string | null;
  readonly dataDir: string;
  /** How many connections the pool may hold at once. */
  readonly connections: number;
}

export interface Database {
  readonly pool: Pool;
  /** For further connections: a dedicated client, a tool. */
  readonly url: string;
  /** Waits for running queries, then stops the embedded PostgreSQL if there is one. */
  close(): Promise<void>;
}

/** Starts or connects to the database, and migrates its schema. */
export async function openDatabase(options: DatabaseOptions, log: DatabaseLog): Promise<Database> {
  const embedded = options.url
    ? null
    : await startEmbedded({ dataDir: options.dataDir, database: 'tallystick' }, log);
  const url = embedded?.url ?? options.url ?? '';
  const pool = createPool(url, options.connections, log);
  const close = async () => {
    await pool.end();
    await embedded?.stop();
  };
  try {
    await checkServer(url, log);
    await migrate(pool, log);
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, url, close };
}

async function checkServer(url: string, log: DatabaseLog): Promise<void> {
  const row = await serverSettings(url);
  if (!row || row.version < OLDEST_SERVER) {
    throw new Error(`The database server is too old (${row?.version}): PostgreSQL 15 or newer is needed`);
  }
  if (row.fsync === 'off' || row.commit === 'off') {
    log.warn(
      row,
      'the database may lose acknowledged orders in a power cut: turn fsync and synchronous_commit on',
    );
  }
}

interface ServerSettings {
  readonly version: number;
  readonly fsync: string;
  readonly commit: string;
}

/** Uses a connection of its own, with a time limit. */
async function serverSettings(url: string): Promise<ServerSettings | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: FIRST_ANSWER_WITHIN_MS,
    query_timeout: FIRST_ANSWER_WITHIN_MS,
  });
  // An error that ends the connection also rejects the query, which reports it.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<ServerSettings>(
      `SELECT current_setting('server_version_num')::int AS version,
              current_setting('fsync') AS fsync,
              current_setting('synchronous_commit') AS commit`,
    );
    return rows[0];
  } catch (error) {
    // The server answers but refuses, for example because of a wrong password.
    if (error instanceof pg.DatabaseError) throw error;
    const words = error instanceof Error ? error.message : String(error);
    throw new DatabaseUnreachable(`the database cannot be reached: ${words}`, { cause: error });
  } finally {
    await client.end();
  }
}
