import type { Exchange } from '@tallystick/core';
import type { ClientBase } from 'pg';
import { openCores, type CoresOptions } from './cores/cores.ts';
import type { Cores } from './cores/core.ts';
import { JOURNAL_START, journalRows, type JournalPosition } from './journal/journal-reader.ts';
import type { Mark } from './journal/mark.ts';
import { Replay, SnapshotUnusable, StateDiffers, type ReplayStart } from './replay.ts';
import { snapshotsNewestFirst, type BadSnapshot } from './snapshots/snapshot-store.ts';

export interface Recovered {
  readonly exchange: Exchange;
  readonly position: JournalPosition;
  /** Where the snapshot stood; 0 if the whole journal was replayed. */
  readonly snapshotSequence: number;
  readonly replayedCommands: number;
  /** Not null: another core wrote last, and this has to be journaled before anything else. */
  readonly seam: Extract<Mark, { type: 'seam' }> | null;
}

export interface RecoveryOptions extends Partial<CoresOptions> {
  readonly onBadSnapshot: (bad: BadSnapshot) => void;
  /** Stop after this sequence, which must end a journal row. */
  readonly untilSequence?: number;
}

/**
 * The state of the exchange from the database alone: the newest snapshot that the journal vouches for, and the journal
 * after it, each stretch by the core that wrote it. Throws HaltError if the journal cannot be trusted or read to its
 * end, and InvariantBroken if the result does not add up.
 */
export async function recover(client: ClientBase, options: RecoveryOptions): Promise<Recovered> {
  const cores = await openCores(client, { unreleased: true, ...options });
  const { untilSequence = Number.MAX_SAFE_INTEGER, onBadSnapshot } = options;
  for await (const { start, position, bound } of snapshotsNewestFirst(client, untilSequence, onBadSnapshot)) {
    try {
      return await recoverFrom(client, cores, start, { position, bound, untilSequence });
    } catch (error) {
      // Damaged in a way that only restoring it shows, or not where the journal goes on; the chain says which it is.
      if (!(error instanceof SnapshotUnusable || error instanceof StateDiffers)) throw error;
      onBadSnapshot({ sequence: position.sequence, reason: error.message });
    }
  }
  return recoverFrom(client, cores, null, { position: JOURNAL_START, bound: true, untilSequence });
}

interface From {
  readonly position: JournalPosition;
  readonly bound: boolean;
  readonly untilSequence: number;
}

async function recoverFrom(
  client: ClientBase,
  cores: Cores,
  start: ReplayStart | null,
  { position: from, bound, untilSequence }: From,
): Promise<Recovered> {
  const replay = new Replay(cores, start);
  let position = from;
  for await (const row of journalRows(client, from, untilSequence)) {
    await replay.row(row);
    position = { sequence: row.lastSequence, hash: row.hash };
  }
  const { exchange, seam } = await replay.end();
  exchange.checkInvariants('all');
  return {
    exchange,
    position,
    snapshotSequence: from.sequence,
    replayedCommands: position.sequence - from.sequence,
    seam: seam === null ? null : { ...seam, bound },
  };
}
