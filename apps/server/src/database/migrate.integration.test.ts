import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import type { Database } from './database.ts';
import { SILENT_LOG } from './log.ts';
import { migrate } from './migrate.ts';

describe('migrate', () => {
  let database: Database;
  let folder: string;
  const file = (name: string, content: string) => writeFile(path.join(folder, name), content);
  const run = () => migrate(database.pool, SILENT_LOG, folder);
  const tables = async (): Promise<string[]> => {
    const sql = `SELECT tablename FROM pg_tables WHERE tablename LIKE 'step_%' ORDER BY 1`;
    return (await database.pool.query<{ tablename: string }>(sql)).rows.map(row => row.tablename);
  };

  beforeEach(async () => {
    database = await createTestDatabase();
    // Numbers far above those of the project's own migrations, which have already run here.
    folder = await mkdtemp(path.join(tmpdir(), 'tallystick-migrate-'));
  });
  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  test('runs SQL and TypeScript in order, once', async () => {
    await file(
      '9002-two.ts',
      `export const up = client => client.query('CREATE TABLE step_two AS TABLE step_one');`,
    );
    await file('9001-one.sql', 'CREATE TABLE step_one (n int); INSERT INTO step_one VALUES (1);');
    expect(await run()).toEqual(['9001-one.sql', '9002-two.ts']);
    expect(await tables()).toEqual(['step_one', 'step_two']);
    expect(await run()).toEqual([]);
  });

  test('refuses a number below one that has run, and runs nothing of it', async () => {
    await file('9005-five.sql', 'CREATE TABLE step_five (n int)');
    await run();
    await file('9004-four.sql', 'CREATE TABLE step_four (n int)');
    await expect(run()).rejects.toThrow(/9004-four.sql is numbered below 9005-five.sql, which has run/);
    expect(await tables()).toEqual(['step_five']);
  });

  test('rolls back one that fails, and keeps those before it', async () => {
    await file('9001-one.sql', 'CREATE TABLE step_one (n int)');
    await file('9002-two.sql', 'CREATE TABLE step_two (n int); SELECT no_such_function();');
    await expect(run()).rejects.toThrow(/migration 9002-two.sql failed: .*no_such_function/);
    expect(await tables()).toEqual(['step_one']);
    await file('9002-two.sql', 'CREATE TABLE step_two (n int)');
    expect(await run()).toEqual(['9002-two.sql']);
  });

  test('refuses one that was changed after it ran', async () => {
    await file('9001-one.sql', 'CREATE TABLE step_one (n int)');
    await run();
    await file('9001-one.sql', 'CREATE TABLE step_one (n bigint)');
    await expect(run()).rejects.toThrow(/9001-one.sql was changed after it ran/);
  });

  test('refuses duplicate numbers and invalid names', async () => {
    await file('9001-one.sql', '');
    await file('9001-uno.sql', '');
    await expect(run()).rejects.toThrow(/9001-one.sql and 9001-uno.sql share a number/);
    await rm(path.join(folder, '9001-uno.sql'));
    await file('one.sql', '');
    await expect(run()).rejects.toThrow(/one.sql is not named like a migration/);
  });

  test('runs once when two servers start at the same time', async () => {
    await file('9001-one.sql', 'SELECT pg_sleep(0.1); CREATE TABLE step_one (n int)');
    const results = await Promise.all([run(), run()]);
    expect(results.flat()).toEqual(['9001-one.sql']);
  });
});
