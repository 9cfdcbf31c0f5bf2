import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../database/embedded.ts';
import { SILENT_LOG } from '../database/log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Any database of the server the tests may create theirs in. */
    postgresUrl: string;
  }
}

/**
 * One PostgreSQL for all integration tests: the embedded one in a temporary folder, or the server that
 * DATABASE_URL names (its user must be allowed to create databases).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const external = process.env['DATABASE_URL'];
  if (external) {
    project.provide('postgresUrl', external);
    return async () => {};
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tallystick-postgres-'));
  // As root, PostgreSQL runs as another user, who must get through.
  await chmod(dataDir, 0o755);
  // The tests kill servers, not machines: what they commit need not reach the disk.
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'on',
    max_connections: '100',
  };
  const postgres = await startEmbedded({ dataDir, database: 'tallystick_test', settings }, SILENT_LOG);
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  };
}
