import { createHash } from 'node:crypto';
import { Exchange, LOGIC_VERSION } from '@tallystick/core';
import type { ClientBase } from 'pg';
import { journalHashAt, type JournalPosition } from '../journal/journal-reader.ts';

const CHUNK_BYTES = 1_000_000;

export interface RestoredSnapshot {
  readonly exchange: Exchange;
  readonly position: JournalPosition;
  readonly logicVersion: number;
}

/** Why a snapshot was passed over. */
export interface BadSnapshot {
  readonly sequence: number;
  readonly reason: string;
}

/** Writes the state as of `position` and drops all but the newest `keep` snapshots. Does nothing if it exists. */
export async function writeSnapshot(
  client: ClientBase,
  exchange: Exchange,
  position: JournalPosition,
  keep: number,
): Promise<void> {
  const bytes = Buffer.from(exchange.snapshot());
  const stateHash = exchange.stateHash();
  await client.query('begin');
  try {
    const written = await client.query(
      `insert into snapshots (sequence, logic_version, journal_hash, state_hash, byte_length)
       values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [position.sequence, LOGIC_VERSION, position.hash, stateHash, bytes.length],
    );
    if (written.rowCount === 1) {
      for (let number = 0; number * CHUNK_BYTES < bytes.length; number++) {
        const chunk = bytes.subarray(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES);
        await client.query('insert into snapshot_chunks (sequence, number, bytes) values ($1, $2, $3)', [
          position.sequence,
          number,
          chunk,
        ]);
      }
      await client.query(
        'delete from snapshots where sequence not in (select sequence from snapshots order by sequence desc limit $1)',
        [keep],
      );
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * The newest snapshot that is whole: its bytes have the state hash recorded with it and restore to that state, and the
 * journal still has the row it was taken after. Others are reported to `onBad` and passed over. Null if there is none.
 */
export async function restoreNewest(
  client: ClientBase,
  onBad: (bad: BadSnapshot) => void,
): Promise<RestoredSnapshot | null> {
  const found = await client.query<{
    sequence: string;
    logic_version: number;
    journal_hash: Buffer;
    state_hash: string;
    byte_length: string;
  }>(
    'select sequence, logic_version, journal_hash, state_hash, byte_length from snapshots order by sequence desc',
  );
  for (const row of found.rows) {
    const sequence = Number(row.sequence);
    try {
      const bytes = await readChunks(client, sequence);
      if (bytes.length !== Number(row.byte_length)) {
        throw new Error(`it has ${bytes.length} of ${row.byte_length} bytes`);
      }
      const hash = await journalHashAt(client, sequence);
      if (hash === null || !hash.equals(row.journal_hash)) throw new Error('the journal does not lead to it');
      if (sha256(bytes) !== row.state_hash) throw new Error('its state hash differs');
      const exchange = Exchange.restore(bytes);
      // One of an older version is written differently by this one.
      if (row.logic_version === LOGIC_VERSION && exchange.stateHash() !== row.state_hash)
        throw new Error('it restores to another state');
      return { exchange, position: { sequence, hash }, logicVersion: row.logic_version };
    } catch (error) {
      onBad({ sequence, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return null;
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

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
