import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { spotCommands, type TimedCommand } from '@tallystick/core/testing/spot-commands';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { SILENT_LOG } from '../../database/log.ts';
import type { Database } from '../../database/database.ts';
import { anotherVersion, ROUNDED_UP, type AnotherVersion } from '../../testing/another-version.ts';
import { Processes, until, type RunningProgram } from '../../testing/cluster/processes.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { scratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { startTestEngine, type TestEngine } from '../testing/test-engine.ts';
import { JournalSource } from './journal-source.ts';
import type { RehearsalReport } from './report.ts';

const REHEARSE = 'apps/server/src/rehearse.ts';
const OWN = fileURLToPath(new URL('../../rehearse.ts', import.meta.url));
/** What a fee of a seller that is rounded up changes: the fee, whoever of the two sells, and what is booked of it. */
const FEES = [
  'posted.entries[].amountMinor',
  'traded.makerFeeMinor',
  'traded.takerFeeMinor',
  'orderChanged.order.feeMinor',
];

let newer: AnotherVersion;
let folder: ScratchFolder;
beforeAll(async () => {
  newer = await anotherVersion(ROUNDED_UP);
  folder = await scratchFolder('rehearsal');
});
afterAll(async () => {
  await newer.remove();
  await folder.remove();
});

let database: Database;
let engine: TestEngine;
let processes: Processes;
let workload: TimedCommand[];
beforeEach(async () => {
  database = await createTestDatabase();
  processes = new Processes();
  const made = spotCommands({ seed: 5, commands: 1_500, customers: 20, waitingOrders: 40 });
  workload = made.commands;
  engine = await startTestEngine(database, { maxBatch: 20 });
  for (const { command } of made.setup) await engine.bus.submit(command);
  // A snapshot in the middle of the journal.
  await trade(300);
  await engine.stop();
  engine = await startTestEngine(database, { maxBatch: 20 });
});
afterEach(async () => {
  await processes.close();
  await engine.stop();
  await database.close();
});

/** The next commands of the day, several on their way at a time. */
async function trade(count: number): Promise<void> {
  for (let done = 0; done < count; done += 20)
    await Promise.all(workload.splice(0, 20).map(({ command }) => engine.bus.submit(command)));
}

function rehearse(program: string, ...args: string[]): RunningProgram {
  const env = { ...process.env, DATABASE_URL: database.url, DATA_DIR: folder.path, MODE: 'demo' };
  return processes.start({ program: process.execPath, args: [program, ...args], env });
}

async function reportOf(file: string): Promise<RehearsalReport | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as RehearsalReport);
}

/** Waits until it has compared everything that is in the journal now. */
async function caughtUp(program: RunningProgram, file: string): Promise<RehearsalReport> {
  const sequence = engine.sequence();
  return until(
    async () => {
      if (program.hasEnded()) throw new Error(`the rehearsal has ended:\n${program.output()}`);
      const report = await reportOf(file);
      return report !== null && report.to >= sequence ? report : null;
    },
    () => `the rehearsal does not follow:\n${program.output()}`,
  );
}

it('a version that rounds a fee otherwise differs in exactly that, live, across a lost session, to the end', async () => {
  const file = path.join(folder.path, 'live.json');
  const program = rehearse(newer.file(REHEARSE), '--report', file);
  await trade(300);
  const first = await caughtUp(program, file);
  expect(first).toMatchObject({ ended: null, verdict: 'differs', own: { logicVersion: 4 } });
  const { rowCount } = await database.pool.query(
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity
     where datname = current_database() and application_name = 'tallystick rehearsal'`,
  );
  expect(rowCount).toBe(1);
  await trade(300);
  await caughtUp(program, file);
  program.signal('SIGTERM');
  await program.ended;
  const report = (await reportOf(file))!;
  expect(report).toMatchObject({ ended: 'it was told to end', verdict: 'differs', beyond: 0 });
  expect(report.to).toBe(engine.sequence());
  expect(report.old).toMatchObject([{ logicVersion: 3 }]);
  expect(report.commands.compared).toBeGreaterThan(0);
  expect(report.commands.passedOver).toBe(0);
  expect(report.differences.length).toBeGreaterThan(0);
  for (const { command, kind, what } of report.differences) {
    expect(kind).toBe('events');
    // An order that was filled carries its fee on, if only until the states are made equal again.
    expect(['placeOrder', 'cancelOrder']).toContain(command);
    expect(FEES).toEqual(expect.arrayContaining([...what]));
  }
  expect(report.conversions.count).toBeGreaterThan(1);
  expect(report.times.own.count).toBe(report.commands.compared + report.commands.later);
  expect(program.output()).toContain('THE NEW VERSION DIFFERS in what nobody expected (it was told to end).');
  expect(program.exitCode()).toBe(1);
});

it('with these differences expected it ends well, and says which others did not come', async () => {
  const file = path.join(folder.path, 'expected.json');
  const rules = path.join(folder.path, 'rules.json');
  await writeFile(
    rules,
    JSON.stringify([
      { command: '*', kind: 'events', what: FEES, why: 'fees of sellers are rounded up' },
      { command: 'passTime', kind: 'due', what: '*', why: 'options end sooner' },
    ]),
  );
  await trade(300);
  const program = rehearse(newer.file(REHEARSE), '--report', file, '--once', '--expected', rules);
  await program.ended;
  expect(program.output()).toContain('Expected, but not seen: due of passTime (options end sooner).');
  const report = (await reportOf(file))!;
  expect(report).toMatchObject({ verdict: 'equal', to: engine.sequence(), behind: 0 });
  expect(report.differences[0]).toMatchObject({ expected: 'fees of sellers are rounded up' });
  expect(program.exitCode()).toBe(0);
});

it('the same core differs in nothing, state for state', async () => {
  const file = path.join(folder.path, 'equal.json');
  await trade(300);
  const program = rehearse(OWN, '--report', file, '--once');
  await program.ended;
  const report = (await reportOf(file))!;
  expect(report).toMatchObject({ verdict: 'equal', differences: [], to: engine.sequence() });
  expect(report.commands).toMatchObject({ later: 0, passedOver: 0 });
  expect(report.commands.compared).toBeGreaterThan(200);
  // Once at the beginning, and once to compare the states at the end.
  expect(report.conversions.count).toBe(2);
  expect(program.exitCode()).toBe(0);
});

it('a rehearsal that is killed, or hangs, is nothing to the exchange', async () => {
  const file = path.join(folder.path, 'killed.json');
  const program = rehearse(newer.file(REHEARSE), '--report', file);
  await caughtUp(program, file);
  program.signal('SIGSTOP');
  await trade(300);
  program.signal('SIGKILL');
  await program.ended;
  await trade(300);
  await engine.stop();
  const before = engine.sequence();
  engine = await startTestEngine(database);
  expect(engine.recovered).toEqual({ snapshotSequence: before, replayedCommands: 0 });
});

it('reads on a session that refuses every write', async () => {
  const source = new JournalSource({
    databaseUrl: database.url,
    log: SILENT_LOG,
    signal: new AbortController().signal,
  });
  const client = await source.client();
  await expect(client.query('update engine_lease set epoch = epoch + 1')).rejects.toThrow('read-only');
  await source.close();
});
