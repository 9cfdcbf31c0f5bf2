import type { Exchange } from '@tallystick/core';
import type { ClientBase } from 'pg';
import { openCores, type CoresOptions } from './cores/cores.ts';
import type { Cores } from './cores/core.ts';
import { OtherVersion } from './engine-error.ts';
import { JOURNAL_START, journalRows, newestWriter, type JournalPosition } from './journal/journal-reader.ts';
import type { Mark } from './journal/mark.ts';
import type { ProjectionCatchUp } from './projecting/catch-up.ts';
import { Replay, SnapshotUnusable, StateDiffers, type ReplayStart } from './replay.ts';
import { snapshotsNewestFirst, type BadSnapshot, type UnnamedSnapshot } from './snapshots/snapshot-store.ts';
import { UnnamedSnapshots } from './snapshots/unnamed-snapshots.ts';

export interface Recovered {
  readonly exchange: Exchange;
  readonly position: JournalPosition;
  /** The state as `exchange` serialises it, if available. */
  readonly snapshot: Uint8Array | null;
  /** Where the snapshot stood; 0 if the whole journal was replayed. */
  readonly snapshotSequence: number;
  readonly replayedCommands: number;
  /** Snapshots to whose state the journal leads, though no entry names them: the process was killed too early. */
  readonly leftOver: readonly number[];
  /** Not null if another core wrote last: this must be journaled before anything else. */
  readonly seam: Extract<Mark, { type: 'seam' }> | null;
}

export interface RecoveryOptions extends Partial<CoresOptions> {
  readonly onBadSnapshot: (bad: BadSnapshot) => void;
  /** Stop after this sequence, which must end a journal row. */
  readonly untilSequence?: number;
  /** Writes what the tables lack. */
  readonly catchUp?: ProjectionCatchUp;
}

/**
 * Restores the exchange from the database alone: the newest snapshot that the journal names, and the journal after it,
 * each stretch by the core that wrote it. Throws HaltError if the journal cannot be trusted or read to its end
 * (OtherVersion if only another program can), and InvariantBroken if the books of the result do not add up.
 */
export async function recover(client: ClientBase, options: RecoveryOptions): Promise<Recovered> {
  const cores = await openCores(client, { unreleased: true, ...options });
  await refuseOlder(client, cores);
  const { untilSequence = Number.MAX_SAFE_INTEGER, onBadSnapshot, catchUp } = options;
  const unnamed: UnnamedSnapshot[] = [];
  const onUnnamed = (one: UnnamedSnapshot): void => void unnamed.push(one);
  const common = { unnamed, untilSequence, onBadSnapshot, catchUp };
  const found = snapshotsNewestFirst(client, untilSequence, onBadSnapshot, onUnnamed);
  for await (const { start, position, bound } of found) {
    // The rows from the tables' position on must be replayed.
    if (catchUp !== undefined && position.sequence > catchUp.from) continue;
    try {
      return await recoverFrom(client, cores, start, { position, bound, ...common });
    } catch (error) {
      // Restoring failed, or the snapshot is not where the journal continues; the chain tells which is damaged.
      if (!(error instanceof SnapshotUnusable || error instanceof StateDiffers)) throw error;
      onBadSnapshot({ sequence: position.sequence, reason: error.message });
    }
  }
  return recoverFrom(client, cores, null, { position: JOURNAL_START, bound: true, ...common });
}

/** A version from before the one that wrote last has nothing to go on from: it could not read that one's state. */
async function refuseOlder(client: ClientBase, { own }: Cores): Promise<void> {
  const writer = await newestWriter(text => client.query(text));
  const { LOGIC_VERSION } = own.module;
  if (writer === null || writer.logicVersion <= LOGIC_VERSION) return;
  throw new OtherVersion(
    `logic version ${writer.logicVersion} has written to the journal, and this is ${LOGIC_VERSION}: there is no way back, ` +
      'start the version that wrote last',
  );
}

interface From extends Pick<RecoveryOptions, 'onBadSnapshot'> {
  readonly catchUp: ProjectionCatchUp | undefined;
  readonly unnamed: readonly UnnamedSnapshot[];
  readonly position: JournalPosition;
  readonly bound: boolean;
  readonly untilSequence: number;
}

async function recoverFrom(
  client: ClientBase,
  cores: Cores,
  start: ReplayStart | null,
  { position: from, bound, untilSequence, unnamed: given, onBadSnapshot, catchUp }: From,
): Promise<Recovered> {
  const unnamed = new UnnamedSnapshots(given);
  const replay = new Replay(cores, start, {
    marked: mark => unnamed.heard(mark),
    applied: (entry, events) => catchUp?.applied(entry, events),
    changed: (core, exchange) => catchUp?.changed(core, exchange),
  });
  let position = from;
  for await (const row of journalRows(client, from, untilSequence)) {
    await replay.row(row);
    await catchUp?.ended(row);
    position = { sequence: row.lastSequence, hash: row.hash };
    unnamed.reached(row.lastSequence, replay.exchange!);
  }
  const { exchange, seam } = await replay.end();
  const replayedCommands = position.sequence - from.sequence;
  // Restoring has checked the snapshot's state.
  if (replayedCommands > 0) exchange.checkInvariants('all');
  const { leftOver, bad } = unnamed.judge();
  for (const one of bad) onBadSnapshot(one);
  return {
    leftOver,
    exchange,
    position,
    snapshotSequence: from.sequence,
    replayedCommands,
    snapshot: replayedCommands === 0 && seam === null ? (start?.snapshot ?? null) : null,
    seam: seam === null ? null : { ...seam, bound },
  };
}
