import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SignedLogName } from '@tallystick/protocol';
import { openCheckpoint, verifyGrowth, type NoteKey } from '@tallystick/verify';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderStore } from '../object-store/folder-store.ts';
import type { Database } from '../database/database.ts';
import { inTransaction } from '../database/transaction.ts';
import { createTestDatabase } from '../testing/database.ts';
import { AuditLog } from '../audit-log/audit-log.ts';
import { SignedHeads } from './signed-heads.ts';
import { leafHash } from './tree.ts';
import { JournalWriter } from './testing/journal-writer.ts';

const ORIGIN = 'test.example/price-log';
const NOW_MS = 1_760_000_000_000;

let database: Database;
let dataDir: string;
let journal: JournalWriter;
let registry: Registry;
let said: string[];
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'tallystick-heads-'));
  journal = new JournalWriter(database.pool);
  said = [];
});
afterEach(async () => {
  await database.close();
  await rm(dataDir, { recursive: true });
});

/** Opens the logs as a server does; each call is like a restart. */
function open(isShownOnly = false): Promise<SignedHeads> {
  registry = new Registry();
  return SignedHeads.open({
    pool: database.pool,
    registry,
    log: pino({ level: 'warn' }, { write: line => void said.push(line) }),
    now: () => NOW_MS,
    objects: new FolderStore(dataDir),
    origin: ORIGIN,
    keys: [Buffer.alloc(32, 1)],
    checkpointEveryMs: 10_000,
    isShownOnly,
  });
}

const act = (count: number): Promise<void> =>
  inTransaction(database.pool, async client => {
    const log = new AuditLog(() => NOW_MS);
    for (let i = 0; i < count; i++)
      await log.write(client, null, { action: 'test.act', subject: 'test', before: null, after: i });
  });

/** What the database's owner can do: only triggers protect the audit log. */
async function tamper(sql: string): Promise<void> {
  await database.pool.query(`alter table desk_audit disable trigger all; ${sql}`);
}

async function keysOf(heads: SignedHeads, name: SignedLogName): Promise<NoteKey[]> {
  const { keys, origin } = await heads.log(name).reader.keys();
  return keys.map(key => ({ name: origin, publicKey: key.public_key }));
}

describe('checkpoints of the journal and the audit log', () => {
  it('verify with the published keys, each as its own log, and name the last command', async () => {
    await journal.write(300);
    await act(3);
    const heads = await open();
    await heads.turn();
    const [rows, entries] = await Promise.all([
      heads.log('journal').reader.checkpoint(),
      heads.log('audit').reader.checkpoint(),
    ]);
    const journalKeys = await keysOf(heads, 'journal');
    expect(openCheckpoint(rows.note, journalKeys, 'row')).toMatchObject({
      ok: true,
      checkpoint: { origin: `${ORIGIN}/journal`, size: 300, sequence: 900 },
    });
    expect(openCheckpoint(entries.note, await keysOf(heads, 'audit'), 'entry')).toMatchObject({
      ok: true,
      checkpoint: { origin: `${ORIGIN}/audit`, size: 3, sequence: null },
    });
    // It is not valid as a price log.
    expect(openCheckpoint(rows.note, journalKeys)).toEqual({ ok: false, problem: 'other_log' });
    expect(heads.status()).toMatchObject([
      { log: 'journal', state: 'signing', entries: 300, signed: 300 },
      { log: 'audit', state: 'signing', entries: 3, signed: 3 },
      { log: 'public', state: 'catching_up', entries: 0, signed: 0 },
    ]);
  });

  it('are never older where another process signs, and a tree that a page has seen elsewhere is proven', async () => {
    await journal.write(5);
    const signing = await open();
    await signing.turn();
    const shown = (await open(true)).log('journal').reader;
    const before = await shown.checkpoint();
    await journal.write(7);
    await signing.turn();
    // It has not looked since.
    const newest = await shown.checkpoint();
    expect([before.size, newest.size]).toEqual([5, 12]);
    const { hashes } = await shown.consistency(before.size, newest.size);
    const keys = await keysOf(signing, 'journal');
    expect(verifyGrowth(before.note, newest.note, hashes, keys)).toBeNull();
    await expect(shown.consistency(12, 13)).rejects.toMatchObject({ code: 'not_yet_signed' });
  });

  it('continue after a restart, beyond several tiles, and prove append-only growth', async () => {
    await journal.write(5);
    const first = await open();
    await first.turn();
    const seen = await first.log('journal').reader.checkpoint();
    await journal.write(1_200);
    const second = await open();
    await second.turn();
    await journal.write(10);
    await second.turn();
    const { reader } = second.log('journal');
    const newest = await reader.checkpoint();
    expect([newest.size, newest.sequence]).toEqual([1_215, 3_645]);
    const { hashes } = await reader.consistency(seen.size, newest.size);
    expect(verifyGrowth(seen.note, newest.note, hashes, await keysOf(second, 'journal'))).toBe(null);
    const forged = hashes.with(
      0,
      hashes[0]!.replace(/^./, digit => (digit === '0' ? '1' : '0')),
    );
    expect(verifyGrowth(seen.note, newest.note, forged, await keysOf(second, 'journal'))).toBe(
      'not_consistent',
    );
  });

  it('contain neither the rows nor their hashes', async () => {
    await journal.write(7);
    await act(7);
    const heads = await open();
    await heads.turn();
    const { rows } = await database.pool.query<{ hash: string }>(
      `select encode(hash, 'hex') as hash from journal union all select encode(hash, 'hex') from desk_audit`,
    );
    const told: unknown[] = [];
    for (const name of ['journal', 'audit'] as const) {
      const { reader } = heads.log(name);
      told.push(heads.wire(name, await reader.checkpoint()), await reader.keys());
      for (let from = 1; from <= 7; from++) told.push(await reader.consistency(from, 7));
    }
    const text = JSON.stringify(told);
    expect(rows).toHaveLength(14);
    expect(rows.filter(({ hash }) => text.includes(hash))).toEqual([]);
  });
});

describe('signing stops, with a report', () => {
  async function signed(): Promise<SignedHeads> {
    await journal.write(600);
    await act(40);
    const heads = await open();
    await heads.turn();
    return heads;
  }

  it.each<[string, SignedLogName, string, string, number]>([
    [
      'a signed row’s commands were changed',
      'journal',
      `update journal set commands = '[]' where first_sequence = 4`,
      'entry_changed',
      2,
    ],
    [
      'a row in the middle is gone',
      'journal',
      `delete from journal where first_sequence = 898`,
      'entry_changed',
      300,
    ],
    [
      'the newest row is gone',
      'journal',
      `delete from journal where first_sequence = 1798`,
      'entry_missing',
      600,
    ],
    [
      'the newest row was changed',
      'journal',
      `update journal set commands = '[]' where first_sequence = 1798`,
      'entry_changed',
      600,
    ],
    [
      'where rows lie was changed',
      'journal',
      `update journal_marks set last_sequence = 3 where number = 512`,
      'entry_changed',
      600,
    ],
    [
      'the tail of the audit log was cut',
      'audit',
      `delete from desk_audit where id > 30`,
      'entry_missing',
      40,
    ],
    ['all of the audit log is gone', 'audit', `delete from desk_audit`, 'entry_missing', 40],
    [
      'somebody else is named',
      'audit',
      `update desk_audit set operator_name = 'nobody' where id = 7`,
      'entry_changed',
      7,
    ],
    [
      'the tree was put back, too',
      'audit',
      `delete from desk_audit where id > 30; update log_trees set size = 30 where log = 'audit'; delete from log_checkpoints; update log_tiles set hashes = substr(hashes, 1, 960) where log = 'audit'`,
      'older_than_what_was_signed',
      40,
    ],
  ])('when %s', async (_what, name, sql, kind, number) => {
    await signed();
    await tamper(sql);
    // The next start finds it.
    const again = await open();
    for (let turn = 0; turn < 3; turn++) await again.turn();
    expect(again.log(name).publisher.fault).toEqual({ kind, number });
    expect(again.status().find(one => one.log === name)).toMatchObject({
      state: 'stopped',
      fault: { kind, number },
    });
    expect(again.isStopped).toBe(true);
    const metric = `tallystick_${name}_log_stopped`;
    expect((await registry.getSingleMetric(metric)?.get())?.values[0]?.value).toBe(1);
    expect(said.filter(line => line.includes('differs from what was signed'))).toHaveLength(1);
    // It stays found, whatever is written later.
    await journal.write(5);
    const later = await open();
    for (let turn = 0; turn < 3; turn++) await later.turn();
    expect(later.log(name).publisher.state).toBe('stopped');
    const { size } = (await later.log(name).reader.checkpoints(1e9, 1, one => one)).items[0] ?? { size: 0 };
    expect(size).toBeLessThanOrEqual(600);
  });

  it('when the first stretch was rewritten with its hashes and leaves: the next entry does not follow', async () => {
    const heads = await signed();
    await database.pool.query('delete from journal where first_sequence <= 768');
    await new JournalWriter(database.pool).write(256, 'other');
    const { rows } = await database.pool.query<{ hash: Buffer; blinding: Buffer }>(
      `select hash, blinding from journal, log_trees where log = 'journal' order by first_sequence limit 256`,
    );
    const leaves = rows.map(({ hash, blinding }) =>
      leafHash(createHmac('sha256', blinding).update(hash).digest()),
    );
    await database.pool.query(
      `update log_tiles set hashes = $1 where log = 'journal' and level = 0 and index = 0`,
      [Buffer.concat(leaves)],
    );
    await heads.turn();
    expect(heads.log('journal').publisher.fault).toEqual({ kind: 'entry_changed', number: 257 });
  });

  it('when all later hashes were recomputed: the tree differs', async () => {
    await signed();
    const { rows } = await database.pool.query<{ hash: Buffer }>(
      'select hash from journal where last_sequence = 30',
    );
    await database.pool.query('delete from journal where first_sequence > 30');
    journal.goOnFrom(30, rows[0]!.hash);
    await journal.write(600, 'other');
    const again = await open();
    await again.turn();
    expect(again.log('journal').publisher.fault).toEqual({ kind: 'entry_changed', number: 600 });
  });
});
