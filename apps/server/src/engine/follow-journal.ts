import type { ClientBase } from 'pg';
import { ownBundle } from './cores/released.ts';
import { EngineError } from './engine-error.ts';
import type { Follower } from './follower.ts';
import { decodeEntries } from './journal/command-codec.ts';
import { journalRows } from './journal/journal-reader.ts';

/**
 * Lets `follower` apply what this program's core has journaled since, up to `untilSequence`, which ends a row. Throws
 * HaltError if the journal does not continue from there, EngineError if another core wrote the next rows.
 */
export async function followJournal(
  client: ClientBase,
  follower: Follower,
  untilSequence?: number,
): Promise<void> {
  const { hash: own } = await ownBundle();
  for await (const row of journalRows(client, follower.position, untilSequence)) {
    if (row.core !== own) throw new EngineError(`another core goes on at sequence ${row.firstSequence}`);
    follower.take(row, decodeEntries(row.commands, row.firstSequence));
  }
}
