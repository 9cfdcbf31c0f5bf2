import { LOGIC_VERSION, type ReadonlyExchange } from '@tallystick/core';
import type { ClientBase } from 'pg';
import { journalHashAt, journalRowWith, type JournalPosition } from '../journal/journal-reader.ts';
import { decodeMark, isMark, type Mark } from '../journal/mark.ts';
import { sha256, type ReplayStart } from '../replay.ts';

const CHUNK_BYTES = 1_000_000;

/** A snapshot whose bytes have the hash the journal names. */
export interface FoundSnapshot {
  readonly start: ReplayStart;
  readonly position: JournalPosition;
  /** False: from before snapshots were bound, in a journal without entries of a later version. */
  readonly bound: boolean;
}

/** Why a snapshot was skipped. */
export interface BadSnapshot {
  readonly sequence: number;
  readonly reason: string;
}

/**
 * An intact snapshot whose state no journal entry names. If the journal leads to that state, the process was killed
 * before it wrote the entry. Never accepted.
 */
export interface UnnamedSnapshot {
  readonly sequence: number;
  readonly stateHash: string;
}

/**
 * Writes the state as of `position` and drops all but the newest `keep` snapshots. Does nothing if it exists. It is
 * accepted only once the journal names its hash: `boundBy` is the sequence of that entry, if there is one already.
 * Returns the state's hash.
 */
export async function writeSnapshot(
  client: ClientBase,
  exchange: ReadonlyExchange,
  position: JournalPosition,
  keep: number,
  boundBy: number | null = null,
): Promise<string> {
  await client.query('begin');
  try {
    const stateHash = await insertSnapshot(client, exchange, position, boundBy);
    await client.query(
      // The tables may be behind: what they lack is derived from the newest snapshot before.
      `delete from snapshots where sequence not in (
         (select sequence from snapshots order by sequence desc limit $1) union all
         (select s.sequence from snapshots s join projection_position p on s.sequence <= p.sequence
          where s.bound_by is not null order by 1 desc limit 1))`,
      [keep],
    );
    await client.query('commit');
    return stateHash;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Part of a transaction. Returns the state's hash. */
export async function insertSnapshot(
  client: ClientBase,
  exchange: ReadonlyExchange,
  { sequence, hash }: JournalPosition,
  boundBy: number | null,
): Promise<string> {
  const bytes = Buffer.from(exchange.snapshot());
  const stateHash = sha256(bytes);
  const written = await client.query(
    `insert into snapshots (sequence, logic_version, journal_hash, state_hash, byte_length, bound_by)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [sequence, LOGIC_VERSION, hash, stateHash, bytes.length, boundBy],
  );
  if (written.rowCount === 0) return stateHash;
  for (let number = 0; number * CHUNK_BYTES < bytes.length; number++) {
    const chunk = bytes.subarray(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES);
    await client.query('insert into snapshot_chunks (sequence, number, bytes) values ($1, $2, $3)', [
      sequence,
      number,
      chunk,
    ]);
  }
  return stateHash;
}

/** Drops snapshots that were never named, so that a new one of the same sequence can be taken. */
export async function removeUnnamed(client: ClientBase, sequence: number): Promise<void> {
  await client.query('delete from snapshots where sequence = $1 and bound_by is null', [sequence]);
}

interface SnapshotRow {
  sequence: string;
  logic_version: number;
  journal_hash: Buffer;
  state_hash: string;
  byte_length: string;
  bound_by?: string | null;
}

/**
 * Snapshots up to `untilSequence` that are intact and named by the journal, newest first. Others are reported to `onBad`
 * or `onUnnamed`, and skipped. Verifying the journal's chain is left to the replay.
 */
export async function* snapshotsNewestFirst(
  client: ClientBase,
  untilSequence: number,
  onBad: (bad: BadSnapshot) => void,
  onUnnamed: (unnamed: UnnamedSnapshot) => void,
): AsyncGenerator<FoundSnapshot> {
  const found = await client.query<SnapshotRow>(
    'select * from snapshots where sequence <= $1 order by sequence desc',
    [untilSequence],
  );
  for (const row of found.rows) {
    const sequence = Number(row.sequence);
    let snapshot: FoundSnapshot | null;
    try {
      snapshot = await readSnapshot(client, row, untilSequence);
    } catch (error) {
      onBad({ sequence, reason: error instanceof Error ? error.message : String(error) });
      continue;
    }
    if (snapshot === null) onUnnamed({ sequence, stateHash: row.state_hash });
    else yield snapshot;
  }
}

/** Null: its only fault is that no entry names it. */
async function readSnapshot(
  client: ClientBase,
  row: SnapshotRow,
  until: number,
): Promise<FoundSnapshot | null> {
  const sequence = Number(row.sequence);
  const hash = await journalHashAt(client, sequence);
  if (hash === null || !hash.equals(row.journal_hash)) throw new Error('the journal does not lead to it');
  const bound = await isBound(client, row, until);
  const unnamed = !bound && (await anyCoreNamed(client));
  if (unnamed && (row.bound_by ?? null) !== null) throw new Error('the journal does not name its state');
  const bytes = await readChunks(client, sequence);
  if (bytes.length !== Number(row.byte_length)) {
    throw new Error(`it has ${bytes.length} of ${row.byte_length} bytes`);
  }
  if (sha256(bytes) !== row.state_hash) throw new Error('its state hash differs');
  if (unnamed) return null;
  // Ask the journal which core wrote there: anybody could have written the snapshot's own row.
  const last = await journalRowWith(client, sequence);
  const written = last ?? { core: null, logicVersion: row.logic_version };
  const start = { core: written.core, logicVersion: written.logicVersion, snapshot: bytes };
  return { start, position: { sequence, hash }, bound };
}

/** Whether the journal entry it points to names its state. Throws if it names another. */
async function isBound(client: ClientBase, row: SnapshotRow, until: number): Promise<boolean> {
  const at = Number(row.bound_by ?? 0);
  const sequence = Number(row.sequence);
  if (at < sequence || at === 0 || at > until) return false;
  const mark = await markAt(client, at);
  if (mark === null) return false;
  const named = mark.type === 'state' ? mark.sequence : at;
  if (named !== sequence) return false;
  const stateHash = mark.type === 'state' ? mark.stateHash : mark.toHash;
  if (stateHash !== row.state_hash) throw new Error(`the journal names another state, ${stateHash}`);
  return true;
}

async function markAt(client: ClientBase, sequence: number): Promise<Mark | null> {
  const row = await journalRowWith(client, sequence);
  if (row === null) return null;
  const entry = (JSON.parse(row.commands) as unknown[][])[sequence - row.firstSequence];
  return entry !== undefined && isMark(entry[1]) ? decodeMark(entry, sequence).mark : null;
}

/** Whether a version that binds its snapshots has written to this journal. */
async function anyCoreNamed(client: ClientBase): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from journal where core is not null limit 1');
  return rowCount !== 0;
}

async function readChunks(client: ClientBase, sequence: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let number = 0; ; number++) {
    const found = await client.query<{ bytes: Buffer }>({
      name: 'read_snapshot_chunk',
      text: 'select bytes from snapshot_chunks where sequence = $1 and number = $2',
      values: [sequence, number],
    });
    const chunk = found.rows[0];
    if (chunk === undefined) return Buffer.concat(chunks);
    chunks.push(chunk.bytes);
  }
}
