import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '@tallystick/server/database/embedded';
import { SILENT_LOG } from '@tallystick/server/database/log';
import { atDatabase } from '@tallystick/server/testing/administer';
import { runServer, temporaryDataDir } from '@tallystick/server/testing/run-server';
import type { TestProject } from 'vitest/node';
import { RECORDED } from './app.ts';
import { findChromium } from './browser.ts';
import { PREPARED_DATABASE } from './prepared-app.ts';

/**
 * Once for all browser tests: the browser is unpacked, and an exchange is started for the first time and stopped again.
 * Each file goes on from a copy of it (see prepared-app.ts): to fill the charts anew for every file took longer than
 * many files. What a first start alone does is seen by journey.e2e.ts.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tallystick-postgres-'));
  // As root, PostgreSQL runs as another user, who must get through.
  await chmod(folder, 0o755);
  // The tests end servers, not machines: what they commit need not reach the disk.
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: '200',
    max_parallel_workers_per_gather: '0',
    jit: 'off',
  };
  const postgres = await startEmbedded(
    { dataDir: folder, database: PREPARED_DATABASE, settings },
    SILENT_LOG,
  );
  const data = await temporaryDataDir();
  const close = async (): Promise<void> => {
    await postgres.stop();
    await rm(folder, { recursive: true });
    await data.remove();
  };
  try {
    const env = { ...RECORDED, DATABASE_URL: postgres.url };
    const [server] = await Promise.all([runServer({ dataDir: data.path, env }), findChromium()]);
    const code = await server.stop();
    if (code !== 0) throw new Error(`SIGTERM ended the server with ${code}:\n${server.output()}`);
  } catch (error) {
    await close();
    throw error;
  }
  // Nobody may be connected to a database that is being copied: statements come from another one.
  const postgresUrl = atDatabase(postgres.url, 'postgres');
  project.provide('preparedExchange', { postgresUrl, dataDir: data.path });
  return close;
}
