import pg from 'pg';
import { APPLICATION_NAME, startEmbedded } from './embedded.ts';
import type { DatabaseLog } from './log.ts';
import { migrate } from './migrate.ts';

/** What the SQL of this project needs: `NULLS NOT DISTINCT`, `MERGE`. */
const OLDEST_SERVER = 150_000;

export interface DatabaseOptions {
  /** Null: the embedded PostgreSQL, with its cluster in `dataDir`. */
  readonly url: string | null;
  readonly dataDir: string;
  /** How many connections the pool may hold at once. */
  readonly connections: number;
}

export interface Database {
  readonly pool: pg.Pool;
  /** For further connections: a dedicated client, a tool. */
  readonly url: string;
  /** Waits for running queries, then stops the embedded PostgreSQL if there is one. */
  close(): Promise<void>;
}

/** Starts or reaches the database, and brings its schema up to date. */
export async function openDatabase(options: DatabaseOptions, log: DatabaseLog): Promise<Database> {
  const embedded = options.url
    ? null
    : await startEmbedded({ dataDir: options.dataDir, database: 'tallystick' }, log);
  const url = embedded?.url ?? options.url ?? '';
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    application_name: APPLICATION_NAME,
    keepAlive: true,
  });
  // Without a listener a dropped idle connection would end the process.
  pool.on('error', error => log.error({ err: error }, 'an idle database connection failed'));
  const close = async () => {
    await pool.end();
    await embedded?.stop();
  };
  try {
    await checkServer(pool, log);
    await migrate(pool, log);
  } catch (error) {
    await close();
    throw error;
  }
  return { pool, url, close };
}

async function checkServer(pool: pg.Pool, log: DatabaseLog): Promise<void> {
  const { rows } = await pool.query<{ version: number; fsync: string; commit: string }>(
    `SELECT current_setting('server_version_num')::int AS version,
            current_setting('fsync') AS fsync,
            current_setting('synchronous_commit') AS commit`,
  );
  const [row] = rows;
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
