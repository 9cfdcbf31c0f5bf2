import { randomBytes } from 'node:crypto';
import { openDatabase } from '@tallystick/server/database/database';
import { startEmbedded } from '@tallystick/server/database/embedded';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { storeOwnBundle } from '@tallystick/server/engine/cores/cores';
import { administer, atDatabase } from '@tallystick/server/testing/administer';
import { scratchFolder } from '@tallystick/server/testing/scratch-folder';

/** Where worlds get their databases. */
export interface Laboratory {
  readonly serverUrl: string;
  /** Name of a migrated database that nobody uses. */
  readonly template: string;
}

export interface OwnLaboratory extends Laboratory {
  close(): Promise<void>;
}

export interface WorldDatabase {
  readonly url: string;
  /** Drops it. */
  close(): Promise<void>;
}

/** Machines die here, not the database's disk: commits need not reach it. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '100',
  shared_buffers: '192MB',
  max_wal_size: '512MB',
  max_parallel_workers_per_gather: '0',
  // A world lives for minutes, and its engine's plans do not depend on statistics.
  autovacuum: 'off',
  track_counts: 'off',
};

/** An embedded PostgreSQL of its own with a migrated template. */
export async function openLaboratory(): Promise<OwnLaboratory> {
  const folder = await scratchFolder('simulation');
  const server = await startEmbedded(
    { dataDir: folder.path, database: 'simulation', settings: SETTINGS },
    SILENT_LOG,
  );
  const close = async (): Promise<void> => {
    await server.stop();
    await folder.remove();
  };
  const template = 'opened';
  try {
    await administer(server.url, `CREATE DATABASE ${template}`);
    const url = atDatabase(server.url, template);
    const database = await openDatabase({ url, dataDir: '', connections: 1 }, SILENT_LOG);
    await storeOwnBundle(database.pool);
    await database.close();
  } catch (error) {
    await close();
    throw error;
  }
  return { serverUrl: server.url, template, close };
}

export async function createWorldDatabase({ serverUrl, template }: Laboratory): Promise<WorldDatabase> {
  const name = `world_${randomBytes(6).toString('hex')}`;
  await administer(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  return {
    url: atDatabase(serverUrl, name),
    close: () => administer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}
