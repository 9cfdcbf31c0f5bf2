import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { inject } from 'vitest';
import type { Database } from '../../database/database.ts';
import { SILENT_LOG } from '../../database/log.ts';
import { migrate } from '../../database/migrate.ts';
import { createPool } from '../../database/pool.ts';
import { administer, atDatabase } from '../../testing/administer.ts';

/** A database left behind by another version: see write-history.ts. */
export interface PreviousDatabase {
  readonly head: { readonly sequence: number; readonly stateHash: string; readonly lastAtMs: number };
  readonly migrations: readonly string[];
  /** JSON arrays of rows. */
  readonly tables: Readonly<Record<string, string>>;
}

/** Written by the oldest core, from before cores were stored; that server was killed. */
export function unmarkedHistory(): PreviousDatabase {
  const packed = readFileSync(new URL('unmarked-history.json.gz', import.meta.url));
  return JSON.parse(gunzipSync(packed).toString('utf8')) as PreviousDatabase;
}

const MIGRATIONS = fileURLToPath(new URL('../../database/migrations/', import.meta.url));

/** The database as it was left, then migrated. `close` drops it. */
export async function restorePrevious(left: PreviousDatabase, name: string): Promise<Database> {
  const server = inject('postgresUrl');
  await administer(server, `CREATE DATABASE ${name} TEMPLATE template0 STRATEGY FILE_COPY`);
  const url = atDatabase(server, name);
  const pool = createPool(url, 8, SILENT_LOG);
  const folder = await mkdtemp(path.join(tmpdir(), 'tallystick-migrations-'));
  try {
    for (const file of left.migrations) {
      await copyFile(path.join(MIGRATIONS, file), path.join(folder, file));
    }
    await migrate(pool, SILENT_LOG, folder);
    const client = await pool.connect();
    await client.query('set session_replication_role = replica');
    for (const [table, rows] of Object.entries(left.tables)) {
      // Rows that the migrations themselves insert.
      await client.query(`delete from ${table}`);
      await client.query(
        `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1)`,
        [rows],
      );
    }
    client.release(true);
    await migrate(pool, SILENT_LOG);
  } finally {
    await rm(folder, { recursive: true });
  }
  const close = async (): Promise<void> => {
    await pool.end();
    await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { pool, url, close };
}
