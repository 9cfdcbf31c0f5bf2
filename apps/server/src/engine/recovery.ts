import { Exchange } from '@tallystick/core';
import type { ClientBase } from 'pg';
import { HaltError } from './engine-error.ts';
import type { JournalEntry } from './journal/command-codec.ts';
import { JOURNAL_START, readJournal, type JournalPosition } from './journal/journal-reader.ts';
import { restoreNewest, type BadSnapshot } from './snapshots/snapshot-store.ts';

export interface Recovered {
  readonly exchange: Exchange;
  readonly position: JournalPosition;
  /** Where the snapshot stood; 0 if the whole journal was replayed. */
  readonly snapshotSequence: number;
  readonly replayedCommands: number;
}

export interface RecoveryOptions {
  readonly onBadSnapshot: (bad: BadSnapshot) => void;
  /** Stop after this sequence, which must end a journal row. */
  readonly untilSequence?: number;
}

/**
 * The state of the exchange from the database alone: the newest whole snapshot, and the journal after it. Throws
 * HaltError if the journal cannot be trusted or read to its end, and InvariantBroken if the result does not add up.
 */
export async function recover(client: ClientBase, options: RecoveryOptions): Promise<Recovered> {
  const snapshot = await restoreNewest(client, options.onBadSnapshot);
  const exchange = snapshot?.exchange ?? new Exchange();
  const start = snapshot?.position ?? JOURNAL_START;
  const position = await readJournal(
    client,
    start,
    entry => replayEntry(exchange, entry),
    options.untilSequence,
  );
  exchange.checkInvariants('all');
  return {
    exchange,
    position,
    snapshotSequence: start.sequence,
    replayedCommands: position.sequence - start.sequence,
  };
}

/** What was accepted once is accepted again, or the logic has changed. */
export function replayEntry(exchange: Exchange, entry: JournalEntry): void {
  const outcome = exchange.apply(entry.command, entry.atMs);
  if (!outcome.ok) {
    throw new HaltError(
      `replay refuses what was accepted: command ${entry.sequence} (${entry.command.type}): ${outcome.refusal.code}`,
    );
  }
}
