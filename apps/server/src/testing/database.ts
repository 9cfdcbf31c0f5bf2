import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../database/database.ts';
import { SILENT_LOG } from '../database/log.ts';
import { isInTransaction } from '../database/transaction.ts';
import { administer, atDatabase } from './administer.ts';

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
  const migrated = inject('migratedDatabase');
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${migrated} STRATEGY FILE_COPY`);
  return openTestDatabase(server, name);
}

/** What a restored backup of a database is. Its connections are ended for that; its pool makes new ones. */
export async function copyTestDatabase({ url }: Pick<Database, 'url'>): Promise<Database> {
  const server = inject('postgresUrl');
  const original = new URL(url).pathname.slice(1);
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(
    server,
    `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '${original}'`,
  );
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${original} STRATEGY FILE_COPY`);
  return openTestDatabase(server, name);
}

async function openTestDatabase(server: string, name: string): Promise<Database> {
  const url = atDatabase(server, name);
  const database = await openDatabase({ url, dataDir: '', connections: 8 }, SILENT_LOG);
  refuseSecondConnections(database.pool);
  return {
    pool: database.pool,
    url: database.url,
    close: async () => {
      await database.close();
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** Throws when a transaction asks for a second connection: many callers doing that would deadlock. */
function refuseSecondConnections(pool: Database['pool']): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  pool.connect = ((...args: unknown[]) => {
    if (isInTransaction()) throw new Error('a transaction asks for a second connection');
    return connect(...args);
  }) as typeof pool.connect;
}
