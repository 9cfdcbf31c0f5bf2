import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Command } from '@tallystick/core';
import { DAY_MS } from '@tallystick/core/durations';
import {
  MIXED_START_MS,
  mixedCommand,
  mixedHistory,
  mixedSetup,
} from '@tallystick/core/testing/mixed-history';
import fc from 'fast-check';
import pg from 'pg';
import pino from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FolderStore } from '../object-store/folder-store.ts';
import type { Database } from '../database/database.ts';
import { inTransaction } from '../database/transaction.ts';
import { Follower } from '../engine/follower.ts';
import { Reconciler, verifyAtStart } from '../engine/reconciliation/reconciler.ts';
import { recoverTables } from '../engine/projecting/recover-tables.ts';
import { startTestEngine } from '../engine/testing/test-engine.ts';
import { AuditLog } from '../audit-log/audit-log.ts';
import { BooksCounter } from '../modules/books/counter.ts';
import { PriceLog } from '../price-log/price-log.ts';
import { appendPublicRecord } from '../public-log/append.ts';
import { SignedHeads } from '../transparency-log/signed-heads.ts';
import { Signer } from '../transparency-log/signer.ts';
import { createTestDatabase } from '../testing/database.ts';
import { forgedSnapshot, tampered } from '../testing/tampering.ts';
import { auditJournal } from './audit-journal.ts';
import { AUDITED_TABLES } from './audited-tables.ts';
import { writeDecidedRows } from './testing/decided-rows.ts';
import { writeClosedMonth } from './testing/closed-month.ts';
import { eventfulSteps } from './testing/eventful-steps.ts';
import { publishPoints } from './testing/published-points.ts';
import { REPLAYED_TABLES, ReplayedOnce } from './testing/replayed-once.ts';

/** Which checks find tampering by the database's owner, for every table. */
const PAGE = readFileSync(path.join(import.meta.dirname, '../../../../docs/reliability.md'), 'utf8');
const SECTION = PAGE.split(/^### /m).find(part => part.startsWith('Tables, and who notices')) ?? '';
const LINES = [...SECTION.matchAll(/^\| `(\w+)` +\| (.+?) +\|$/gm)].map(([, table = '', who = '']) => ({
  table,
  who,
}));

const NOTICERS = ['start', 'background', 'heads', 'audit'] as const;
type Noticer = (typeof NOTICERS)[number];
const COVERED = LINES.map(({ table, who }) => ({
  table,
  by: who.includes('none happen in the test') ? [] : NOTICERS.filter(name => who.split(', ').includes(name)),
})).filter(({ by }) => by.length > 0);

/** Changes of a row, for tables where adding 1 to a number is not suitable. */
const CHANGES: Readonly<Record<string, string>> = {
  journal: `commands = commands || ' '`,
  snapshots: `state_hash = repeat('0', 64)`,
  snapshot_chunks: 'bytes = set_byte(bytes, 200, 255 - get_byte(bytes, 200))',
  customer_states: 'frozen = not frozen',
  desk_audit: `after = after || ' '`,
  public_records: `body = body || ' '`,
  idempotency: `result = '[]'`,
  log_tiles: 'hashes = set_byte(hashes, 0, 255 - get_byte(hashes, 0))',
  log_trees: 'size = size - 1',
  orders: 'filled_lots = filled_lots + 1',
  log_checkpoints: 'root = set_byte(root, 0, 255 - get_byte(root, 0))',
  projection_position: 'sequence = sequence + 1',
  company_periods: `month = '2001-01'`,
  company_turnovers: 'credit_minor = credit_minor + 1',
  log_keys: 'public_key = set_byte(public_key, 0, 255 - get_byte(public_key, 0))',
};
/** Harmless acts: the row is made again, belongs to no log, or is not read yet. */
const HARMLESS: ReadonlySet<string> = new Set([
  'delete snapshots',
  'delete log_checkpoints',
  'add snapshot_chunks',
  'add log_trees',
  'add log_tiles',
  'add log_keys',
  'add journal_marks',
  // It has one row at most.
  'add projection_position',
  // The month is open again, or closed once more; what people have closed stands in the audit log.
  'delete company_periods',
  'add company_periods',
]);
/** Tables whose first row is tampered with instead of the newest. */
const FIRST_ROWS: ReadonlySet<string> = new Set(['journal', 'log_tiles', 'desk_audit', 'public_records']);

const CHOSEN_ROWS: Readonly<Record<string, string>> = {
  // Refusals are stored too, but no command produces them.
  idempotency: `where result like '[%'`,
  // The audit finds changes of the platform's own entries.
  ledger_entries: 'where owner_id > 0',
};

/** Histories are played until every table has rows. */
const MOST_HISTORIES = 20;
let database: Database;
let dataDir: string;
let replayed: ReplayedOnce;
let nowMs = MIXED_START_MS;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(tmpdir(), 'tallystick-tampering-'));
  const engine = await startTestEngine(database, {}, { now: () => nowMs });
  for (const command of mixedSetup()) await engine.bus.submit(command);
  let keys = 0;
  const submit = async (waitMs: number, command: () => Command) => {
    nowMs += waitMs;
    if (engine.exchange.dueAtMs() <= nowMs) await engine.wake();
    const key = String(++keys);
    return engine.bus.submit(command(), { idempotency: { scope: 'test', key, inputHash: key } });
  };
  // Profit leaves a day after it was announced in public: modules/books/profit.integration.test.ts has that.
  for (const { waitMs, command } of eventfulSteps().filter(step => step.command.type !== 'withdrawProfit')) {
    const { outcome } = await submit(waitMs, () => command);
    if (!outcome.ok) throw new Error(`${command.type} was refused: ${outcome.refusal.code}`);
  }
  for (const history of fc.sample(fc.noBias(mixedHistory), { numRuns: MOST_HISTORIES, seed: 11 })) {
    for (const step of history) {
      // Nobody has agreed to what a history takes out.
      if (mixedCommand(step, engine.exchange, nowMs).type === 'withdrawProfit') continue;
      await submit(step.waitMs, () => mixedCommand(step, engine.exchange, nowMs));
    }
    if ((await emptyTables()).length === 0) break;
  }
  const empty = await emptyTables();
  if (empty.length > 0) throw new Error(`nothing can be tampered with in ${empty.join(', ')}`);
  await engine.stop();
  await writeDecidedRows(database.pool);
  const lastPostingId = engine.exchange.lastPostingId;
  await new BooksCounter({
    pool: database.pool,
    exchange: { lastPostingId, currencies: () => engine.exchange.currencies() },
  }).count();
  await writeClosedMonth(database.pool, engine.exchange, nowMs);
  await inTransaction(database.pool, async client => {
    const log = new AuditLog(() => nowMs);
    for (let i = 0; i < 20; i++)
      await log.write(client, null, { action: 'test.act', subject: 'test', before: null, after: i });
    for (let i = 1; i <= 20; i++) {
      const body = { sequence: i, hash: 'a'.repeat(64) };
      await appendPublicRecord(client, { kind: 'books', atMs: nowMs, body });
    }
  });
  await publishPoints(database.pool, engine.exchange, nowMs);
  const fault = await heads(dataDir);
  if (fault !== null) throw new Error(fault);
  for (const table of ['log_tiles', 'log_trees', 'log_keys', 'log_checkpoints', 'journal_marks'])
    await database.pool.query(`create table signed_${table} as select * from ${table}`);
  replayed = await ReplayedOnce.open(auditOptions());
}, 120_000);
afterAll(async () => {
  await replayed.close();
  await database.close();
  await rm(dataDir, { recursive: true });
});

/** Tables that have no row to tamper with yet. */
async function emptyTables(): Promise<string[]> {
  const empty: string[] = [];
  for (const { name } of AUDITED_TABLES) {
    if (!COVERED.some(({ table }) => table === name)) continue;
    const { rowCount } = await database.pool.query(`select from ${name} limit 1`);
    if (rowCount === 0) empty.push(name);
  }
  return empty;
}

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** What a starting exchange finds, or null. */
function start(): Promise<string | null> {
  return withClient(async client => {
    const bad: string[] = [];
    try {
      const { exchange } = await recoverTables(client, { onBadSnapshot: ({ reason }) => bad.push(reason) });
      return [...bad, ...(await verifyAtStart(client, exchange))][0] ?? null;
    } catch (error) {
      return String(error);
    }
  });
}

/** What the background comparison finds if it was already running. */
function background(): Promise<string | null> {
  return withClient(async client => {
    const { exchange, position } = await recoverTables(client, { onBadSnapshot: () => {} });
    const reconciler = new Reconciler({
      client,
      follower: new Follower(exchange, position),
      owners: 3,
      entries: 500,
    });
    for (;;) {
      const { problems, completed } = await reconciler.step();
      if (completed || problems.length > 0) return problems[0] ?? null;
    }
  });
}

/** What the signers of price log, journal and audit log find after a restart. */
async function heads(folder: string): Promise<string | null> {
  const options = {
    pool: database.pool,
    registry: new Registry(),
    log: pino({ level: 'silent' }),
    now: () => nowMs,
    objects: new FolderStore(folder),
    origin: 'test.example/price-log',
    keys: [Buffer.alloc(32, 1)],
    checkpointEveryMs: 10_000,
  };
  const signer = new Signer(options.origin, options.keys);
  const prices = await PriceLog.open({ ...options, signer, keepDays: 30 });
  const others = await SignedHeads.open(options);
  for (let turn = 0; turn < 3; turn++) {
    await prices.turn();
    await others.turn();
  }
  const faults = [prices.publisher.fault, ...others.status().map(({ fault }) => fault)];
  const fault = faults.find(one => one !== null);
  return fault === undefined ? null : `${fault.kind} ${fault.number}`;
}

/** With a copy of the data folder, so that a run leaves no trace in it. */
async function headsOnce(): Promise<string | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tallystick-tampering-heads-'));
  try {
    await cp(dataDir, folder, { recursive: true });
    return await heads(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

const auditOptions = () => ({
  databaseUrl: database.url,
  unreleased: true,
  idempotencyRetentionMs: 3_650 * DAY_MS,
  feedRetentionMs: 3_650 * DAY_MS,
  now: () => nowMs,
});

async function audit(table: string): Promise<string | null> {
  const found = REPLAYED_TABLES.has(table)
    ? (await auditJournal(auditOptions())).firstDifference
    : await replayed.difference();
  return found === null ? null : `${found.table}: ${found.what}`;
}

const NOTICED: Readonly<Record<Noticer, (table: string) => Promise<string | null>>> = {
  start,
  background,
  heads: headsOnce,
  audit,
};

interface Column {
  readonly name: string;
  readonly type: string;
  readonly is_unique: boolean;
}

async function columnsOf(table: string): Promise<Column[]> {
  const { rows } = await database.pool.query<Column>(
    `select attname as name, atttypid::regtype::text as type,
       exists (select from pg_index left join pg_inherits on inhrelid = indrelid
         where attrelid in (indrelid, inhparent) and indisunique and attnum = any (indkey)) as is_unique
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  );
  return rows;
}

const isNumber = ({ type }: Column): boolean => ['bigint', 'integer'].includes(type);

/** Statements that change, delete or add one row, by name. */
async function actsOn(table: string): Promise<Readonly<Record<string, string>>> {
  const columns = await columnsOf(table);
  const free = columns.filter(column => isNumber(column) && !column.is_unique);
  const figure = free.find(({ name }) => name.endsWith('_minor')) ?? free[0];
  const change = CHANGES[table] ?? `${figure?.name} = ${figure?.name} + 1`;
  const kept = CHOSEN_ROWS[table] ?? '';
  const row = `(select ctid from ${table} ${kept} order by ctid ${FIRST_ROWS.has(table) ? '' : 'desc'} limit 1)`;
  const keys = columns.filter(column => column.is_unique);
  const moved = keys.filter(isNumber).map(({ name }) => `'${name}', (t.${name} % 1000) + 1000000`);
  if (table === 'journal') moved.push(`'last_sequence', 2000000`);
  const other = moved.length > 0 ? moved : keys.map(({ name }) => `'${name}', 'forged'`);
  const acts = {
    change: `update ${table} set ${change} where ctid = ${row}`,
    delete: `delete from ${table} where ctid = ${row}`,
    add: `insert into ${table} overriding system value
      select (jsonb_populate_record(t, jsonb_build_object(${other.join(', ')}))).* from ${table} t where ctid = ${row}`,
  };
  return Object.fromEntries(Object.entries(acts).filter(([act]) => !HARMLESS.has(`${act} ${table}`)));
}

/** Tampers, runs the checks, and restores everything. */
async function noticed(
  { table, by }: { readonly table: string; readonly by: readonly Noticer[] },
  act: string,
  statement: string,
): Promise<string[]> {
  const undo = await withClient(tampered(act, table, statement).carryOut);
  try {
    const found: string[] = [];
    for (const name of by) {
      // For a row deleted or added one finding is enough; the last check takes longest.
      if (act !== 'change' && found.length > 0) break;
      const what = await NOTICED[name](table);
      if (what !== null) found.push(name);
    }
    return found;
  } finally {
    await withClient(undo);
    await restoreSigned();
  }
}

/** The signers may have written to these tables during the case. */
async function restoreSigned(): Promise<void> {
  for (const table of ['log_tiles', 'log_trees', 'log_keys', 'log_checkpoints', 'journal_marks'])
    await database.pool.query(`delete from ${table}; insert into ${table} select * from signed_${table}`);
}

it('every table has a line in docs/reliability.md', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname not like 'signed\\_%' order by relname collate "C"`,
  );
  expect(LINES.map(({ table }) => table).toSorted()).toEqual(rows.map(({ name }) => name));
});

it('nobody notices anything while nobody has tampered', async () => {
  expect([
    await start(),
    await background(),
    await headsOnce(),
    await audit('journal'),
    await audit('orders'),
  ]).toEqual([null, null, null, null, null]);
});

describe.each(COVERED.map((line, index) => ({ ...line, index })))('$table', ({ index, ...line }) => {
  it(`tells ${line.by.join(', ')}`, async () => {
    const told: Record<string, string[]> = {};
    const acts = Object.entries(await actsOn(line.table));
    // An audit takes seconds: tables that only it checks get one of the three acts.
    const chosen = line.by.join() === 'audit' ? [acts[index % acts.length]!] : acts;
    for (const [act, statement] of chosen) told[act] = await noticed(line, act, statement);
    const { change, ...others } = told;
    if (change !== undefined) expect(change).toEqual(line.by);
    expect(Object.entries(others).filter(([, by]) => by.length === 0)).toEqual([]);
  });
});

it('a forged snapshot with its right hash is not believed', async () => {
  const undo = await withClient(forgedSnapshot(1).carryOut);
  try {
    expect(await start()).not.toBe(null);
    expect(await audit('snapshots')).toMatch(/^snapshot/);
    await withClient(async client => {
      const { exchange } = await recoverTables(client, { onBadSnapshot: () => {} });
      expect(await verifyAtStart(client, exchange)).toEqual([]);
    });
  } finally {
    await withClient(undo);
  }
});
