import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { createTestDatabase } from '../testing/database.ts';
import { HangingProxy } from '../testing/hanging-proxy.ts';
import { isReady, runServer, temporaryDataDir, type RunningServer } from '../testing/run-server.ts';
import { EXIT } from './exit-code.ts';

let database: Database;
let data: Awaited<ReturnType<typeof temporaryDataDir>>;
let proxy: HangingProxy;
let server: RunningServer | null = null;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await HangingProxy.start(database.url);
  data = await temporaryDataDir();
});
afterAll(async () => {
  await server?.kill();
  await data.remove();
  await proxy.close();
  await database.close();
});

const env = () => ({ DATABASE_URL: proxy.url, LOG_FORMAT: 'json', HOUSE: 'off', DEMO_TRADERS: '0' });
const start = async (): Promise<RunningServer> =>
  (server = await runServer({ dataDir: data.path, env: env(), supervised: true }));

/** The log's line about the end; other work may log after it. */
function lastLine(): Record<string, unknown> {
  const line = server
    ?.output()
    .split('\n')
    .findLast(one => one.startsWith('{') && one.includes('"exitCode"'));
  return JSON.parse(line ?? '{}') as Record<string, unknown>;
}

async function committed(): Promise<number> {
  const { rows } = await database.pool.query<{ last: number }>(
    'select max(last_sequence)::int as last from journal',
  );
  return rows[0]?.last ?? 0;
}

const output = (): string => server?.output() ?? '';

it('a server whose database is not running yet is restarted until it is', async () => {
  proxy.refusing = true;
  const starting = start();
  await expect.poll(() => proxy.opened).toBeGreaterThan(1);
  proxy.refusing = false;
  await starting;
  expect(output()).toContain('the server ends with code 75: the database cannot be reached');
});

it('a server whose connection is cut is restarted on the same data, logs why, and stops normally when told', async () => {
  const before = await committed();
  const { rowCount } = await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'tallystick writer'`,
  );
  expect(rowCount).toBe(1);
  // The connection may be lost during a commit.
  const why =
    'with code 75: (the connection to the database is lost|a commit failed, or its outcome is unknown)';
  await expect.poll(output).toMatch(new RegExp(`the server ends ${why}`));
  await expect.poll(output).toMatch(/The server ended with code 75. It is started again in \d+ s./);
  await expect.poll(output).toMatch(new RegExp(`the last run ended at \\S+ ${why}`));
  await expect.poll(() => isReady(server?.url ?? ''), { timeout: 200_000 }).toBe(true);
  await expect.poll(committed).toBeGreaterThan(before);
  expect(await server?.stop()).toBe(EXIT.ordered);
});

it.each(['SIGTERM', 'SIGINT'] as const)(
  'one whose whole group gets %s ends in order, though it is told twice',
  async signal => {
    const { pid, ended } = await start();
    // `timeout npm start` and Ctrl-C send the signal to the server and to its supervisor, which passes it on.
    process.kill(-pid, signal);
    expect(await ended).toBe(EXIT.ordered);
    expect(output()).not.toContain('cut short');
  },
);

it('a server with inconsistent books stays stopped, also when started by hand', async () => {
  await start();
  // Somebody with the database's password inserts the journal's next row.
  const forge = `insert into journal (first_sequence, last_sequence, epoch, logic_version, previous_hash, hash, commands)
    select last_sequence + 1, last_sequence + 1, epoch, logic_version, hash, hash, '[]' from journal
    order by first_sequence desc limit 1 on conflict do nothing`;
  while ((await database.pool.query(forge)).rowCount === 0);
  expect(await server?.ended).toBe(EXIT.halted);
  expect(lastLine()).toMatchObject({
    exitCode: EXIT.halted,
    msg: expect.stringMatching(
      /^the server ends with code 70: the database refuses .* must not be started again/,
    ),
  });
  await expect(start()).rejects.toThrow(/ended with 70:.*found that the books contradict themselves/s);
  // Deleting this file allows another start, which finds the fault again.
  for (let tries = 0; tries < 2; tries++) {
    await rm(path.join(data.path, 'last-stop.json'), { force: true });
    await expect(start()).rejects.toThrow(/ended with 70:.*the journal was changed: the row/s);
  }
});

it('a server with invalid settings is not restarted', async () => {
  const wrong = runServer({ dataDir: data.path, env: { ...env(), FEED: 'nothing' }, supervised: true });
  await expect(wrong).rejects.toThrow(/^the server ended with 2:\n[^]*FEED must be/);
});
