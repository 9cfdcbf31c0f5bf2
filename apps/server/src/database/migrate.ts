import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type pg from 'pg';
import { longWork } from './bounded-client.ts';
import type { DatabaseLog } from './log.ts';

/** What a migration in TypeScript exports: it runs inside the migration's transaction. */
export interface Migration {
  up(client: pg.ClientBase): Promise<void>;
}

const FOLDER = fileURLToPath(new URL('migrations/', import.meta.url));
const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.(sql|ts)$/;

/**
 * From this number on, each new file's number is higher than all before, so every database runs them in one order.
 * Older files were numbered by module and run whenever a database lacked them, so two orders exist, with equal schemas.
 */
export const RISING_FROM = 1004;

/** Any constant works that no other advisory lock uses. */
const LOCK = 7_146_201;

/**
 * Brings the schema up to date: runs every file of `migrations/` that has not run yet, in the order of its number,
 * each in a transaction of its own. Several servers may start at once: one migrates, the others wait.
 *
 * @throws when a file that has run was changed afterwards, two files share a number, or one that has not run stands
 *   below one that has.
 * @returns the names of the files that ran now.
 */
export function migrate(pool: pg.Pool, log: DatabaseLog, folder = FOLDER): Promise<string[]> {
  return longWork('migrations', () => migrateAll(pool, log, folder));
}

async function migrateAll(pool: pg.Pool, log: DatabaseLog, folder: string): Promise<string[]> {
  const files = await listMigrations(folder);
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await client.query(
      `CREATE TABLE IF NOT EXISTS migration (
         number integer PRIMARY KEY,
         name text NOT NULL,
         sha256 text NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now()
       )`,
    );
    // Asked once: a start after the first runs none.
    const before = await runBefore(client);
    const ran: string[] = [];
    for (const file of files) {
      if (hasRun(before, file)) continue;
      await refuseLower(client, file);
      await runOne(client, file);
      log.info({ migration: file.name }, 'database migrated');
      ran.push(file.name);
    }
    return ran;
  } finally {
    // Closing the session releases the lock even if the unlock could not be sent.
    client.release(true);
  }
}

interface MigrationFile {
  readonly number: number;
  readonly name: string;
  readonly path: string;
  readonly content: string;
  readonly sha256: string;
}

async function listMigrations(folder: string): Promise<MigrationFile[]> {
  const files: MigrationFile[] = [];
  for (const name of (await readdir(folder)).toSorted()) {
    if (name === 'README.md' || name.endsWith('.test.ts')) continue;
    const number = Number(FILE_NAME.exec(name)?.[1]);
    if (!Number.isInteger(number))
      throw new Error(`${name} is not named like a migration: 0123-what-it-adds.sql`);
    const twin = files.find(file => file.number === number);
    if (twin) throw new Error(`migrations ${twin.name} and ${name} share a number`);
    const content = await readFile(path.join(folder, name), 'utf8');
    const sha256 = createHash('sha256').update(content).digest('hex');
    files.push({ number, name, path: path.join(folder, name), content, sha256 });
  }
  return files;
}

interface RunBefore {
  readonly number: number;
  readonly name: string;
  readonly sha256: string;
}

async function runBefore(client: pg.PoolClient): Promise<ReadonlyMap<number, RunBefore>> {
  const { rows } = await client.query<RunBefore>('SELECT number, name, sha256 FROM migration');
  return new Map(rows.map(row => [row.number, row]));
}

function hasRun(before: ReadonlyMap<number, RunBefore>, file: MigrationFile): boolean {
  const row = before.get(file.number);
  if (!row) return false;
  if (row.name !== file.name || row.sha256 !== file.sha256) {
    throw new Error(`migration ${file.name} was changed after it ran as ${row.name}: add a new one instead`);
  }
  return true;
}

/** Caused by merging two branches: databases that ran one of them would run the files in another order. */
async function refuseLower(client: pg.PoolClient, file: MigrationFile): Promise<void> {
  if (file.number < RISING_FROM) return;
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM migration WHERE number > $1 ORDER BY number DESC LIMIT 1',
    [file.number],
  );
  if (rows[0]) {
    throw new Error(
      `migration ${file.name} is numbered below ${rows[0].name}, which has run: give it the next number`,
    );
  }
}

async function runOne(client: pg.PoolClient, file: MigrationFile): Promise<void> {
  await client.query('BEGIN');
  try {
    if (file.path.endsWith('.sql')) await client.query(file.content);
    else await ((await import(pathToFileURL(file.path).href)) as Migration).up(client);
    await client.query('INSERT INTO migration (number, name, sha256) VALUES ($1, $2, $3)', [
      file.number,
      file.name,
      file.sha256,
    ]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw new Error(
      `migration ${file.name} failed: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    );
  }
}
