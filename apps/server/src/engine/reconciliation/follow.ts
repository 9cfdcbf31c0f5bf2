import type { Exchange } from '@tallystick/core';
import type { ClientBase } from 'pg';
import { ownBundle } from '../cores/released.ts';
import { EngineError, HaltError } from '../engine-error.ts';
import { decodeEntries } from '../journal/command-codec.ts';
import { journalRows, type JournalPosition } from '../journal/journal-reader.ts';

/**
 * Applies what this program's core has written to the journal since `from`; where it stopped. Throws HaltError where the
 * journal does not lead on, EngineError where another core goes on.
 */
export async function follow(
  client: ClientBase,
  exchange: Exchange,
  from: JournalPosition,
): Promise<JournalPosition> {
  const { hash: own } = await ownBundle();
  let at = from;
  for await (const row of journalRows(client, from)) {
    if (row.core !== own) throw new EngineError(`another core goes on at sequence ${row.firstSequence}`);
    for (const entry of decodeEntries(row.commands, row.firstSequence)) {
      // What the journal says of itself changes nothing.
      if ('mark' in entry) continue;
      const outcome = exchange.apply(entry.command, entry.atMs);
      if (!outcome.ok) {
        throw new HaltError(
          `replay refuses what was accepted: command ${entry.sequence} (${entry.command.type}): ${outcome.refusal.code}`,
        );
      }
    }
    at = { sequence: row.lastSequence, hash: row.hash };
  }
  return at;
}
