import { LOGIC_VERSION } from '@tallystick/core';
import type { ClientBase } from 'pg';
import { HaltError } from '../engine-error.ts';
import { journalHash } from '../journal/chain.ts';
import type { JournalPosition } from '../journal/journal-reader.ts';
import { encodeMark } from '../journal/mark.ts';
import type { Recovered } from '../recovery.ts';
import { insertSnapshot } from './snapshot-store.ts';

/**
 * If another core wrote last, this one takes over in a transaction fenced by the lease: it writes a mark with the
 * state's hash as each core serialises it, and the snapshot that the mark names. Returns the journal's end.
 */
export async function writeSeam(
  client: ClientBase,
  { exchange, position, seam }: Recovered,
  { epoch, core }: { readonly epoch: number; readonly core: string },
): Promise<JournalPosition> {
  if (seam === null) return position;
  const sequence = position.sequence + 1;
  const row = {
    firstSequence: sequence,
    lastSequence: sequence,
    epoch,
    logicVersion: LOGIC_VERSION,
    core,
    commands: `[${encodeMark({ atMs: exchange.lastAtMs, mark: seam })}]`,
  };
  const hash = journalHash(position.hash, row);
  const end = { sequence, hash };
  await client.query('begin');
  try {
    await client.query(
      `insert into journal (epoch, first_sequence, last_sequence, logic_version, previous_hash, hash, commands, core)
       values ((select epoch from engine_lease where id = 1 and epoch = $1 for share), $2, $2, $3, $4, $5, $6, $7)`,
      [epoch, sequence, LOGIC_VERSION, position.hash, hash, row.commands, Buffer.from(core, 'hex')],
    );
    await client.query('update projection_position set sequence = $1', [sequence]);
    const stateHash = await insertSnapshot(client, exchange, end, sequence);
    if (stateHash !== seam.toHash) throw new HaltError('the state changed while it was taken over');
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  return end;
}
