import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../database/database.ts';
import { startEmbedded } from '../database/embedded.ts';
import { SILENT_LOG } from '../database/log.ts';
import { storeOwnBundle } from '../engine/cores/cores.ts';
import { administer, atDatabase } from './administer.ts';
import { scratchFolder } from './scratch-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server for test databases, with any of its databases except the template. */
    postgresUrl: string;
    /** A migrated database to copy: migrating one for every test takes ten times as long. */
    migratedDatabase: string;
  }
}

/**
 * One PostgreSQL for all integration tests: an embedded one in a temporary folder, or the server in DATABASE_URL, whose
 * user must be allowed to create databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env['DATABASE_URL'];
  const postgres = external ? { url: external, stop: async () => {} } : await startTemporary();
  const migrated = `migrated_${randomBytes(6).toString('hex')}`;
  const close = async (): Promise<void> => {
    await administer(postgres.url, `DROP DATABASE IF EXISTS ${migrated} WITH (FORCE)`);
    await postgres.stop();
  };
  try {
    await administer(postgres.url, `CREATE DATABASE ${migrated}`);
    const url = atDatabase(postgres.url, migrated);
    const { pool, close: closeMigrated } = await openDatabase(
      { url, dataDir: '', connections: 1 },
      SILENT_LOG,
    );
    // Each engine would pack it again for a database without it.
    await storeOwnBundle(pool);
    // A database can be copied only while nobody is connected to it.
    await closeMigrated();
  } catch (error) {
    await close();
    throw error;
  }
  project.provide('postgresUrl', postgres.url);
  project.provide('migratedDatabase', migrated);
  return close;
}

async function startTemporary(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const folder = await scratchFolder('postgres');
  // Tests kill servers, not machines: commits need not reach the disk.
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'on',
    max_connections: '200',
    // The tables are small: starting parallel workers takes longer than the query.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    // The folder may be in memory.
    max_wal_size: '512MB',
  };
  const postgres = await startEmbedded(
    { dataDir: folder.path, database: 'tallystick_test', settings },
    SILENT_LOG,
  );
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      await folder.remove();
    },
  };
}
