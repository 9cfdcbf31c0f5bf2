import { LOGIC_VERSION } from '@tallystick/core';
import type { ClientBase } from 'pg';
import { HaltError } from '../engine-error.ts';
import { GENESIS_HASH, journalHash } from './chain.ts';
import { decodeEntries, type JournalEntry } from './command-codec.ts';

/** A place in the journal: everything up to `sequence`, whose row has `hash`. */
export interface JournalPosition {
  readonly sequence: number;
  readonly hash: Buffer;
}

export const JOURNAL_START: JournalPosition = { sequence: 0, hash: GENESIS_HASH };

interface Row {
  first_sequence: string;
  last_sequence: string;
  epoch: string;
  logic_version: number;
  previous_hash: Buffer;
  hash: Buffer;
  commands: string;
}

const PAGE_BYTES = 4_000_000;
const PAGE_ROWS = 2_000;

/** The hash of the row that ends with `sequence`, or null if no row does. */
export async function journalHashAt(client: ClientBase, sequence: number): Promise<Buffer | null> {
  if (sequence === 0) return GENESIS_HASH;
  const found = await client.query<{ hash: Buffer; last_sequence: string }>(
    'select hash, last_sequence from journal where first_sequence <= $1 order by first_sequence desc limit 1',
    [sequence],
  );
  const row = found.rows[0];
  return row !== undefined && Number(row.last_sequence) === sequence ? row.hash : null;
}

/**
 * Hands every command after `from` to `apply`, in order, up to `untilSequence` if given, and returns where it
 * stopped. Each row's place in the chain is verified first. Throws HaltError for a journal that was changed, has a
 * gap, or was written by another version of the logic.
 */
export async function readJournal(
  client: ClientBase,
  from: JournalPosition,
  apply: (entry: JournalEntry) => void,
  untilSequence: number = Number.MAX_SAFE_INTEGER,
): Promise<JournalPosition> {
  let at = from;
  let page = await readPage(client, at.sequence, untilSequence);
  while (page.length > 0) {
    // The next page travels while this one is applied.
    const next = readPage(client, Number(page.at(-1)!.last_sequence), untilSequence);
    try {
      for (const row of page) at = applyRow(row, at, apply);
    } catch (error) {
      await next.catch(() => []);
      throw error;
    }
    page = await next;
  }
  return at;
}

function applyRow(row: Row, at: JournalPosition, apply: (entry: JournalEntry) => void): JournalPosition {
  const firstSequence = Number(row.first_sequence);
  const lastSequence = Number(row.last_sequence);
  const logicVersion = row.logic_version;
  if (firstSequence !== at.sequence + 1) {
    throw new HaltError(`the journal has a gap: after ${at.sequence} comes ${firstSequence}`);
  }
  const { commands } = row;
  const head = { firstSequence, lastSequence, epoch: Number(row.epoch), logicVersion, commands };
  if (!row.previous_hash.equals(at.hash) || !row.hash.equals(journalHash(at.hash, head))) {
    throw new HaltError(`the journal was changed: the row from sequence ${firstSequence} breaks the chain`);
  }
  if (logicVersion !== LOGIC_VERSION) {
    throw new HaltError(
      `the journal from sequence ${firstSequence} was written by logic version ${logicVersion}, this is ` +
        `version ${LOGIC_VERSION}: start the version that wrote it once more and stop it in order, so that ` +
        'it leaves a snapshot',
    );
  }
  const entries = decodeEntries(commands, firstSequence);
  if (firstSequence + entries.length - 1 !== lastSequence) {
    throw new HaltError(`the journal row from sequence ${firstSequence} has ${entries.length} commands`);
  }
  for (const entry of entries) apply(entry);
  return { sequence: lastSequence, hash: row.hash };
}

/** As many rows as make a few megabytes, at least one. */
async function readPage(client: ClientBase, after: number, untilSequence: number): Promise<Row[]> {
  const page = await client.query<Row>({
    name: 'read_journal',
    text: `select first_sequence, last_sequence, epoch, logic_version, previous_hash, hash, commands
      from (
        select *, sum(octet_length(commands)) over (order by first_sequence) - octet_length(commands) as bytes
        from (
          select * from journal where first_sequence > $1 and last_sequence <= $2
          order by first_sequence limit $3
        ) as ahead
      ) as page
      where bytes < $4
      order by first_sequence`,
    values: [after, untilSequence, PAGE_ROWS, PAGE_BYTES],
  });
  return page.rows;
}
