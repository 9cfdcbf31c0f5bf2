import type { ClientBase } from 'pg';
import { HaltError } from '../engine-error.ts';
import { GENESIS_HASH, journalHash } from './chain.ts';

/** A place in the journal: everything up to `sequence`, whose row has `hash`. */
export interface JournalPosition {
  readonly sequence: number;
  readonly hash: Buffer;
}

export const JOURNAL_START: JournalPosition = { sequence: 0, hash: GENESIS_HASH };

/** A row whose place in the chain has been verified. */
export interface VerifiedRow {
  readonly firstSequence: number;
  readonly lastSequence: number;
  /** Of the writer. */
  readonly epoch: number;
  readonly logicVersion: number;
  /** Hash of the core that wrote it; null in rows from before cores were kept. */
  readonly core: string | null;
  readonly commands: string;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
}

interface Row {
  first_sequence: string;
  last_sequence: string;
  epoch: string;
  logic_version: number;
  /** Missing in a database that this version has not opened yet. */
  core?: Buffer | null;
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

/** The core that wrote a row, and its logic version. */
export type Writer = Pick<VerifiedRow, 'core' | 'logicVersion'>;

const NEWEST_WRITER = 'select core, logic_version from journal order by first_sequence desc limit 1';

/** Who wrote the journal's newest row, as it says itself; null if there is none. */
export async function newestWriter(
  ask: (text: string) => Promise<{ readonly rows: readonly Pick<Row, 'core' | 'logic_version'>[] }>,
): Promise<Writer | null> {
  const { rows } = await ask(NEWEST_WRITER);
  const row = rows[0];
  if (row === undefined) return null;
  return { core: row.core?.toString('hex') ?? null, logicVersion: row.logic_version };
}

/**
 * Every row after `from`, in order, up to `untilSequence`; each one's place in the chain is verified first. Throws
 * HaltError for a journal that was changed or has a gap.
 */
export async function* journalRows(
  client: ClientBase,
  from: JournalPosition,
  untilSequence: number = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<VerifiedRow> {
  let at = from;
  for (;;) {
    // No page is fetched while another is applied, which may restore a state first: a server closes the connection of
    // whoever leaves what was sent lying for some seconds, as if nobody were there any more.
    const page = await readPage(client, at.sequence, untilSequence);
    if (page.length === 0) return;
    for (const row of page) {
      const verified = verify(row, at);
      yield verified;
      at = { sequence: verified.lastSequence, hash: verified.hash };
    }
  }
}

/** The row that holds `sequence`, its own hash verified but not its place in the chain; null if there is none. */
export async function journalRowWith(client: ClientBase, sequence: number): Promise<VerifiedRow | null> {
  const found = await client.query<Row>(
    'select * from journal where first_sequence <= $1 order by first_sequence desc limit 1',
    [sequence],
  );
  const row = found.rows[0];
  if (row === undefined || Number(row.last_sequence) < sequence) return null;
  return verify(row, { sequence: Number(row.first_sequence) - 1, hash: row.previous_hash });
}

function verify(row: Row, at: JournalPosition): VerifiedRow {
  const firstSequence = Number(row.first_sequence);
  const lastSequence = Number(row.last_sequence);
  if (firstSequence !== at.sequence + 1) {
    if (at.sequence === 0) {
      throw new HaltError(
        `the journal has a gap: it begins at sequence ${firstSequence}. What was before is missing, or was kept for ` +
          'a time only (JOURNAL_DAYS); then it can be read from a snapshot on, not from its beginning',
      );
    }
    throw new HaltError(`the journal has a gap: after ${at.sequence} comes ${firstSequence}`);
  }
  const { commands, hash, logic_version: logicVersion } = row;
  const core = row.core?.toString('hex') ?? null;
  const epoch = Number(row.epoch);
  const head = { firstSequence, lastSequence, epoch, logicVersion, core, commands };
  if (!row.previous_hash.equals(at.hash) || !hash.equals(journalHash(at.hash, head))) {
    throw new HaltError(`the journal was changed: the row from sequence ${firstSequence} breaks the chain`);
  }
  return { ...head, previousHash: at.hash, hash };
}

/** As many rows as make a few megabytes, but at least one. */
async function readPage(client: ClientBase, after: number, untilSequence: number): Promise<Row[]> {
  const page = await client.query<Row>({
    name: 'read_journal',
    text: `select page.*
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
