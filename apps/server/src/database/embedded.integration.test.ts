import { chmod, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { APPLICATION_NAME, type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { SILENT_LOG } from './log.ts';

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the embedded PostgreSQL', () => {
  let dataDir: string;
  let running: EmbeddedPostgres | null;
  const start = async (): Promise<EmbeddedPostgres> =>
    (running = await startEmbedded({ dataDir, database: 'tallystick' }, SILENT_LOG));

  beforeEach(async () => {
    running = null;
    dataDir = await mkdtemp(path.join(tmpdir(), 'tallystick-embedded-'));
    await chmod(dataDir, 0o755);
  });
  afterEach(async () => {
    await running?.stop();
    const elsewhere = await readlink(path.join(dataDir, 'postgres')).catch(() => null);
    if (elsewhere) await rm(elsewhere, { recursive: true });
    await rm(dataDir, { recursive: true });
  });

  test('is durable and keeps its data over a restart', async () => {
    const first = await start();
    const settings = await query(
      first.url,
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
              current_setting('full_page_writes') AS pages, current_setting('server_encoding') AS encoding`,
    );
    expect(settings).toEqual([{ fsync: 'on', commit: 'on', pages: 'on', encoding: 'UTF8' }]);
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  test('stops and replaces one left by a killed server', async () => {
    const abandoned = await start();
    await query(abandoned.url, 'CREATE TABLE kept AS SELECT 7 AS n');
    const next = await start();
    expect(await query(next.url, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  });

  test('is left alone while another server uses it', async () => {
    const { url } = await start();
    const other = new pg.Client({ connectionString: url, application_name: `${APPLICATION_NAME} writer` });
    await other.connect();
    try {
      await expect(startEmbedded({ dataDir, database: 'tallystick' }, SILENT_LOG)).rejects.toThrow(
        /Another Tallystick server is using the database/,
      );
      expect((await other.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    } finally {
      await other.end();
    }
  });

  test('starts even if its pid file names a process that is no PostgreSQL', async () => {
    await (await start()).stop();
    const content = `${process.pid}\n${dataDir}/postgres\n0\n5432\n${dataDir}/postgres\n\n0\nready   \n`;
    await writeFile(path.join(dataDir, 'postgres', 'postmaster.pid'), content);
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('uses a folder its user can reach when the data folder is private to root', async () => {
    await chmod(dataDir, 0o700);
    const { url } = await start();
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const elsewhere = await readlink(path.join(dataDir, 'postgres')).catch(() => null);
    expect(elsewhere !== null).toBe(process.getuid?.() === 0);
  });
});
