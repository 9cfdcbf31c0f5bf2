import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../database/database.ts';
import { SILENT_LOG } from '../database/log.ts';

/**
 * A database of its own for one test file, migrated, on the server of postgres.global.ts. `close` drops it.
 *
 * @example
 * let database: Database;
 * beforeAll(async () => { database = await createTestDatabase(); });
 * afterAll(() => database.close());
 */
export async function createTestDatabase(): Promise<Database> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  const database = await openDatabase({ url: url.href, dataDir: '', connections: 8 }, SILENT_LOG);
  return {
    pool: database.pool,
    url: database.url,
    close: async () => {
      await database.close();
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function administer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
