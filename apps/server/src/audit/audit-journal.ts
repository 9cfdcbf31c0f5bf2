import pg from 'pg';
import { Exchange } from '@tallystick/core';
import type { ClientBase } from 'pg';
import { DAY_MS } from '@tallystick/core/durations';
import { openCores } from '../engine/cores/cores.ts';
import { releasedCores } from '../engine/cores/released.ts';
import { HaltError } from '../engine/engine-error.ts';
import { historyFloor } from '../engine/history/floors.ts';
import { HISTORY_TABLES, HOLD_HISTORY } from '../engine/history/history-tables.ts';
import { JOURNAL_START } from '../engine/journal/journal-reader.ts';
import { projectedSequence } from '../engine/projecting/position.ts';
import { KEPT_MS } from '../feed/retention.ts';
import type { AuditCheck } from './audit-check.ts';
import { DifferenceFound, type AuditResult, type Difference } from './audit-result.ts';
import { BUILT_IN_CHECKS } from './checks.ts';
import { compareTable, type Bounds } from './compare-tables.ts';
import { booksHashOf } from '../engine/books-hash.ts';
import { journalEnd, JournalAudit } from './journal-audit.ts';
import { ShadowTables } from './shadow-tables.ts';

/** The database as of one moment. */
export const SNAPSHOT = 'begin isolation level repeatable read read only';

export interface AuditOptions {
  readonly databaseUrl: string;
  /** Stop at the journal row with this sequence. Tables are then not compared, because they show the journal's end. */
  readonly untilSequence?: number;
  /** Run cores from the database that this repository does not contain. Default false. */
  readonly unreleased?: boolean;
  /** Told of such a core before it runs. */
  readonly onUnreleased?: (core: string) => void;
  /** Run after journal and tables were found correct. */
  readonly checks?: readonly AuditCheck[];
  readonly onProgress?: (progress: { readonly sequence: number; readonly head: number }) => void;
  /** Idempotency keys are kept this long. Default a day. */
  readonly idempotencyRetentionMs?: number;
  /** Events of the feed are kept this long at least. */
  readonly feedRetentionMs?: number;
  readonly now?: () => number;
}

/**
 * Replays the journal from its beginning, each stretch with the core that wrote it, and compares the result with
 * everything stored: the hash chain, every state hash, every snapshot, every row of every derived table, and the
 * `checks`. It only reads, from a single snapshot of the database, so it can run beside an exchange. Memory does not
 * grow with the journal, because the computed tables are temporary tables of the database.
 */
export async function auditJournal(options: AuditOptions): Promise<AuditResult> {
  const audit = await openAudit(options);
  try {
    return await runAudit(audit);
  } finally {
    await audit.close();
  }
}

/** The stored database, and the tables computed from its journal. */
export interface Audit {
  readonly stored: ClientBase;
  readonly computed: ClientBase;
  readonly shadow: ShadowTables;
  readonly journal: JournalAudit;
  readonly options: AuditOptions;
  close(): Promise<void>;
}

/** Prepares an audit without replaying anything. */
export async function openAudit(options: AuditOptions): Promise<Audit> {
  const stored = await connected(options.databaseUrl);
  const computed = await connected(options.databaseUrl);
  const close = async (): Promise<void> => {
    await stored.end();
    await computed.end();
  };
  try {
    const shadow = await ShadowTables.create(computed);
    await stored.query(SNAPSHOT);
    await holdHistory(stored);
    const { unreleased = false, onUnreleased } = options;
    const told = onUnreleased === undefined ? {} : { onUnreleased };
    const cores = await openCores(stored, { ownFromBundle: true, unreleased, ...told });
    const released = new Set(releasedCores().map(one => one.hash));
    const journal = new JournalAudit({ stored, shadow, cores, released, ...options });
    return { stored, computed, shadow, journal, options, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, application_name: 'tallystick audit', keepAlive: true });
  await client.connect();
  // Both sessions must write values as text in the same way.
  await client.query(`select set_config('timezone', 'UTC', false), set_config('datestyle', 'ISO', false),
    set_config('jit', 'off', false)`);
  return client;
}

async function runAudit(audit: Audit): Promise<AuditResult> {
  const { journal } = audit;
  const rows: Record<string, number> = {};
  let firstDifference: Difference | null = null;
  try {
    await replayAndCompare(audit, rows);
  } catch (error) {
    firstDifference = differenceOf(error, journal.at.sequence);
  }
  return {
    ok: firstDifference === null,
    firstDifference,
    sequence: journal.at.sequence,
    journalHash: journal.at.hash.toString('hex'),
    stateHash: journal.stateHash,
    booksHash: firstDifference === null ? booksHash(journal) : null,
    commands: journal.commands,
    stretches: journal.stretches,
    notes: journal.notes,
    rows,
  };
}

function booksHash(journal: JournalAudit): string | null {
  const snapshot = journal.snapshot();
  return snapshot === null ? null : booksHashOf(Exchange.restore(snapshot));
}

/** Replays the journal and compares the tables where they are: a running exchange writes them behind its journal. */
async function replayAndCompare(audit: Audit, rows: Record<string, number>): Promise<void> {
  const { stored, journal } = audit;
  const end = await journalEnd(stored);
  const sequence = (await tablesAt(stored)) ?? end;
  let compared = false;
  const reached = async (): Promise<void> => {
    compared = true;
    await compareAll(audit, rows);
  };
  const behind = sequence < end && audit.options.untilSequence === undefined;
  if (behind && sequence === JOURNAL_START.sequence) await reached();
  await journal.run(JOURNAL_START, behind ? { sequence, reached } : undefined);
  if (journal.cutShort || compared) return;
  if (sequence !== journal.at.sequence) {
    throw new DifferenceFound({
      table: 'projection_position',
      key: `sequence=${sequence}`,
      stored: String(sequence),
      computed: String(journal.at.sequence),
      what: 'the tables are said to be where no row of the journal ends',
    });
  }
  await compareAll(audit, rows);
}

/** Null in a database that this version has not opened yet: its tables are at the journal's end. */
async function tablesAt(stored: ClientBase): Promise<number | null> {
  const { rows } = await stored.query<{ there: boolean }>(
    `select to_regclass('public.projection_position') is not null as there`,
  );
  return rows[0]!.there ? projectedSequence(stored) : null;
}

/** Compares everything replayed and counts each table's rows. Throws DifferenceFound at the first difference. */
export async function compareAll(
  { stored, computed, shadow, journal, options }: Audit,
  rows: Record<string, number>,
): Promise<void> {
  const now = options.now ?? Date.now;
  const retentionMs = options.idempotencyRetentionMs ?? DAY_MS;
  const bounds: Bounds = {
    sequence: journal.at.sequence,
    archived: await archivedTicks(stored),
    keptSinceMs: Math.max(now(), journal.lastAtMs) - retentionMs,
    fedSinceMs: Math.max(now(), journal.lastAtMs) - (options.feedRetentionMs ?? KEPT_MS),
    kept: await keptConditions(stored),
  };
  for (const [name, condition] of bounds.kept)
    journal.notes.push(
      `${name} was compared only where ${condition}: older rows are kept for a time (HISTORY_DAYS)`,
    );
  for (const table of shadow.tables) rows[table.name] = await compareTable(stored, computed, table, bounds);
  const snapshot = journal.snapshot();
  const exchange = snapshot === null ? new Exchange() : Exchange.restore(snapshot);
  const context = { stored, computed, exchange, sequence: journal.at.sequence, journalHash: journal.at.hash };
  for (const check of [...BUILT_IN_CHECKS, ...(options.checks ?? [])]) {
    const difference = await check(context);
    if (difference !== null) throw new DifferenceFound(difference);
  }
}

async function archivedTicks(stored: ClientBase): Promise<number> {
  const { rows } = await stored.query<{ last: string }>(
    'select coalesce(max(last), 0) as last from price_log_archives',
  );
  return Number(rows[0]!.last);
}

/** An error in replaying the journal is a difference; a failure of the audit itself is thrown on. */
function differenceOf(error: unknown, after: number): Difference {
  if (error instanceof DifferenceFound) return error.difference;
  // Cores run in realms of their own, so their error classes are recognised by name.
  const named = error instanceof Object && 'name' in error ? (error as Error) : null;
  if (!(error instanceof HaltError) && named?.name !== 'InvariantBroken') throw error;
  return {
    table: 'journal',
    key: `after sequence=${after}`,
    stored: null,
    computed: null,
    what: named?.message ?? String(error),
  };
}

/** See HOLD_HISTORY. A database that this version has not opened yet keeps everything. */
async function holdHistory(stored: ClientBase): Promise<void> {
  await stored.query(
    `do $$ begin
      if to_regclass('public.history_floors') is not null then ${HOLD_HISTORY}; end if;
    end $$`,
  );
}

async function keptConditions(stored: ClientBase): Promise<ReadonlyMap<string, string>> {
  const kept = new Map<string, string>();
  for (const { name, column } of HISTORY_TABLES) {
    const { first } = await historyFloor(stored, name);
    if (first > 0) kept.set(name, `${column} >= ${first}`);
  }
  return kept;
}
