import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { CheckFailed, checkJournal } from '@tallystick/audit';
import { mixedSetup, MIXED_START_MS } from '@tallystick/core/testing/mixed-history';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../database/database.ts';
import { HaltError } from '../../engine/engine-error.ts';
import { startTestEngine } from '../../engine/testing/test-engine.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { auditJournal } from '../audit-journal.ts';
import { DifferenceFound } from '../audit-result.ts';
import { writeDecidedRows } from '../testing/decided-rows.ts';
import { historyOf } from '../testing/histories.ts';
import { historyCommand } from '../testing/history-step.ts';
import { auditDump } from './audit-dump.ts';
import { booksHashOf } from '../../engine/books-hash.ts';
import { exportJournal } from './export-journal.ts';

const OTHER_BOOKS = 'ab'.repeat(32);

let database: Database;
let folder: string;
let dump: string;
let sequence = 0;
let stateHash = '';
let booksHash = '';
/** Books of the running exchange now and then, by sequence. */
const points = new Map<number, string>();

const inFolder = (name: string): string => path.join(folder, name);

async function exported(name: string, untilSequence?: number): Promise<string> {
  const stored = await database.pool.connect();
  try {
    await exportJournal(stored, inFolder(name), untilSequence === undefined ? {} : { untilSequence });
  } finally {
    stored.release();
  }
  return inFolder(name);
}

/** Trades, contracts and all other products, with restarts in between. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tallystick-dump-'));
  database = await createTestDatabase();
  let nowMs = MIXED_START_MS;
  const start = () => startTestEngine(database, { maxBatch: 7, snapshotEvery: 150 }, { now: () => nowMs });
  let engine = await start();
  for (const command of mixedSetup()) await engine.bus.submit(command);
  for (const seed of [1, 2, 3]) {
    for (const [i, step] of historyOf(seed).entries()) {
      nowMs += step.waitMs;
      if (engine.exchange.dueAtMs() <= nowMs) await engine.wake();
      const idempotency = { scope: `history:${seed}`, key: `${i}`, inputHash: 'h' };
      await engine.bus.submit(historyCommand(step, engine.exchange, nowMs), { idempotency });
    }
    points.set(engine.sequence(), booksHashOf(engine.exchange));
    await engine.stop();
    engine = await start();
  }
  await engine.wake();
  await engine.stop();
  await writeDecidedRows(database.pool);
  sequence = engine.sequence();
  stateHash = engine.exchange.stateHash();
  booksHash = booksHashOf(engine.exchange);
  dump = await exported('journal.ndjson');
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

describe('a dump of the journal', () => {
  it('leads this code to the state, the books and every state that the journal names', async () => {
    const told: number[] = [];
    const result = await auditDump(dump, { unreleased: true, books: points, onBooks: at => told.push(at) });
    expect(result).toMatchObject({ sequence, stateHash, booksHash });
    expect(result.books).toEqual({ named: points.size, compared: points.size, beyond: [], passed: [] });
    expect(result.states).toBeGreaterThanOrEqual(3);
    expect(result.now).toBe(result.commands);
    expect(told).toEqual([...points.keys()]);
    const stored = await auditJournal({
      databaseUrl: database.url,
      unreleased: true,
      idempotencyRetentionMs: 1e12,
      feedRetentionMs: 1e12,
    });
    expect(stored.firstDifference).toBeNull();
    expect(stored).toMatchObject({ ok: true, journalHash: result.journalHash, stateHash, booksHash });
  });

  it('leads the independent checker to the same books at the same sequences', async () => {
    const told: number[] = [];
    const result = await checkJournal(dump, { books: points, onBooks: at => told.push(at) });
    expect(result).toMatchObject({ at: { sequence }, booksHash, beyond: [] });
    expect(result.commands).toBe((await auditDump(dump, { unreleased: true })).commands);
    expect(told).toEqual([...points.keys()]);
  });

  it('is packed if its name says so', async () => {
    const packed = await exported('journal.ndjson.gz');
    expect(gunzipSync(await readFile(packed)).equals(await readFile(dump))).toBe(true);
    expect(await checkJournal(packed)).toMatchObject({ at: { sequence }, booksHash });
    expect(await auditDump(packed, { unreleased: true })).toMatchObject({ sequence, stateHash });
  });

  it('continues where an earlier run has stopped, with the same result', async () => {
    const half = await exported('half.ndjson', Math.floor(sequence / 2));
    const stateFile = inFolder('checker.state');
    const first = await checkJournal(half, { stateFile, saveEveryMs: 0 });
    const second = await checkJournal(dump, { stateFile, books: points });
    expect(second).toMatchObject({ at: { sequence }, booksHash });
    expect(second.now).toBe(second.commands - first.commands);
    expect((await checkJournal(dump, { stateFile })).now).toBe(0);

    const auditState = inFolder('audit.state');
    const before = await auditDump(half, { unreleased: true, stateFile: auditState, saveEveryMs: 0 });
    const after = await auditDump(dump, { unreleased: true, stateFile: auditState, books: points });
    expect(after).toMatchObject({ sequence, stateHash, booksHash });
    expect(after.now).toBe(after.commands - before.commands);
    expect(await auditDump(dump, { unreleased: true, stateFile: auditState })).toMatchObject({
      now: 0,
      stateHash,
    });
    await expect(auditDump(half, { unreleased: true, stateFile: auditState })).rejects.toThrow(
      'a later place',
    );
    await expect(checkJournal(half, { stateFile })).rejects.toThrow('a later place');
  });

  it('is for programs: both say what they found, and by their exit code', async () => {
    const run = async (...args: string[]): Promise<string> =>
      (await promisify(execFile)(process.execPath, args, { encoding: 'utf8' })).stdout;
    const root = path.resolve(import.meta.dirname, '../../../../..');
    const audit = path.join(root, 'apps/server/src/audit/main.ts');
    const checker = path.join(root, 'packages/audit/src/cli.ts');
    const books = inFolder('books.ndjson');
    const records = [...points].map(([at, hash]) => ({ kind: 'books', body: { sequence: at, hash } }));
    await writeFile(books, records.map(one => `${JSON.stringify(one)}\n`).join(''));
    expect(await run(audit, '--dump', dump, '--books', books, '--unreleased')).toContain(
      `books   ${booksHash}`,
    );
    expect(await run(checker, dump, '--books', books)).toContain(`books   ${booksHash}`);
    await writeFile(books, JSON.stringify({ sequence: 100, hash: OTHER_BOOKS }));
    await expect(run(checker, dump, '--books', books)).rejects.toMatchObject({ code: 1 });
    await expect(run(audit, '--dump', dump, '--books', books, '--unreleased')).rejects.toMatchObject({
      code: 1,
    });
    await expect(run(checker, inFolder('nothing'))).rejects.toMatchObject({ code: 2 });
  });
});

describe('a changed dump', () => {
  const altered = async (change: (lines: string[]) => string[]): Promise<string> => {
    const lines = (await readFile(dump, 'utf8')).split('\n').slice(0, -1);
    await writeFile(inFolder('altered.ndjson'), `${change(lines).join('\n')}\n`);
    return inFolder('altered.ndjson');
  };
  /** What the checker and the audit end with. */
  const verdicts = async (file: string): Promise<string[]> => {
    const results = await Promise.allSettled([checkJournal(file), auditDump(file, { unreleased: true })]);
    return results.map(one =>
      one.status === 'fulfilled' ? 'right' : (one.reason as Error).constructor.name,
    );
  };
  const foundByBoth = [CheckFailed.name, HaltError.name];

  it.each([
    ['a row left out', (lines: string[]) => lines.toSpliced(9, 1)],
    ['a row twice', (lines: string[]) => lines.toSpliced(9, 0, lines[9]!)],
    ['two rows swapped', (lines: string[]) => lines.toSpliced(9, 2, lines[10]!, lines[9]!)],
    ['the end cut off', (lines: string[]) => lines.slice(0, -1)],
    ['rows cut off, with an end of its own', (lines: string[]) => [...lines.slice(0, -9), lines.at(-1)!]],
    ['rows after the end', (lines: string[]) => [...lines, lines[9]!]],
    ['another kind', (lines: string[]) => ['{"kind":"something else"}', ...lines.slice(1)]],
  ])('is found by both: %s', async (_, change) => {
    expect(await verdicts(await altered(change))).toEqual(foundByBoth);
  });

  it('is found by both: any byte of any row', async () => {
    const bytes = await readFile(dump);
    const from = bytes.indexOf('{"first"');
    const step = Math.floor((bytes.length - from) / 40);
    for (let at = from + 3; at < bytes.length - 1; at += step) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      await writeFile(inFolder('altered.ndjson'), changed);
      expect([at, await verdicts(inFolder('altered.ndjson'))]).toEqual([at, foundByBoth]);
    }
  });

  it('is found by both if its chain was written anew around a forged command', async () => {
    const file = await altered(lines =>
      rechained(lines, commands => commands.replace('"faucet"', '"treasury"')),
    );
    await expect(checkJournal(file)).rejects.toThrow(
      /command \d+ \(credit\) had to be refused: insufficient_balance/,
    );
    await expect(auditDump(file, { unreleased: true })).rejects.toThrow('replay refuses what was accepted');
  });

  it('is found by the books and the states it names, if only amounts were changed', async () => {
    const file = await altered(lines =>
      rechained(lines, commands => commands.replace('"60000000000"', '"60000000001"')),
    );
    await expect(checkJournal(file, { books: points })).rejects.toThrow('have the hash');
    await expect(auditDump(file, { unreleased: true })).rejects.toThrow(DifferenceFound);
  });

  it('is found if something came before what was due, or time passed for nothing', async () => {
    const late = (commands: string): string => commands.replaceAll('"passTime"', '"cancelAllOrders",1,null');
    await expect(checkJournal(await altered(lines => rechained(lines, late)))).rejects.toThrow(
      'before what was due',
    );
    const idle = (commands: string): string => commands.replace('"openCustomer",4', '"passTime"');
    const file = await altered(lines => rechained(lines, idle));
    await expect(checkJournal(file)).rejects.toThrow('(passTime) had to be refused: nothing_due');
    await expect(auditDump(file, { unreleased: true })).rejects.toThrow('replay refuses what was accepted');
  });
});

/** The dump with changed commands in its rows, and hashes that fit again, as whoever has the database could write it. */
function rechained(lines: readonly string[], change: (commands: string) => string): string[] {
  let previous: Buffer = Buffer.alloc(32);
  return lines.map(line => {
    const row = JSON.parse(line) as Record<string, unknown>;
    if ('end' in row)
      return JSON.stringify({ end: { ...(row['end'] as object), hash: previous.toString('hex') } });
    if (typeof row['commands'] !== 'string') return line;
    const commands = change(row['commands']);
    const { first, last, epoch, logic_version: version, core } = row as Record<string, string>;
    const head = `${first},${last},${epoch},${version}${core === null ? '' : `,${core}`}\n`;
    previous = createHash('sha256').update(previous).update(head).update(commands).digest();
    return JSON.stringify({ ...row, commands, hash: previous.toString('hex') });
  });
}
