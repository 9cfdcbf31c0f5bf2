import { Exchange } from '@tallystick/core';
import type pg from 'pg';
import { storeOwnBundle } from './cores/cores.ts';
import { ownBundle } from './cores/released.ts';
import type { EngineOptions } from './engine.ts';
import type { JournalPosition, VerifiedRow } from './journal/journal-reader.ts';
import { recoverTables } from './projecting/recover-tables.ts';
import { differenceError } from './reconciliation/difference.ts';
import { verifyAtStart } from './reconciliation/reconciler.ts';
import { writeSeam } from './snapshots/seam.ts';
import { removeUnnamed } from './snapshots/snapshot-store.ts';

/** What an engine begins with: the lease, and the state of the journal's end, twice. */
export interface Beginning {
  /** Holds the lease. */
  readonly client: pg.Client;
  readonly projecting: pg.Client;
  readonly epoch: number;
  /** See `Lease`. */
  readonly run: string;
  /** Hash of this program's core. */
  readonly core: string;
  /** At the journal's end. */
  readonly exchange: Exchange;
  readonly position: JournalPosition;
  /** Where the tables are, and the state there. */
  readonly tables: { readonly exchange: Exchange; readonly position: JournalPosition };
  /** The journal's rows from there to its end. */
  readonly lacking: readonly VerifiedRow[];
  readonly snapshotSequence: number;
  readonly replayedCommands: number;
  /** Sequence at which the journal names the state, if nothing has happened since. */
  readonly namedAt: number;
}

/** What an engine has from the moment it holds the lease. */
export type Held = Pick<Beginning, 'client' | 'projecting' | 'epoch' | 'run'>;

/** Recovers the state from the database, brings the tables to the journal's end, and compares the two. */
export async function recoverBeginning(
  held: Held,
  { log, unreleasedCores = true }: Pick<EngineOptions, 'log' | 'unreleasedCores'>,
): Promise<Beginning> {
  const { client, epoch } = held;
  const startedAt = performance.now();
  const found = await recoverTables(client, {
    epoch,
    unreleased: unreleasedCores,
    onBadSnapshot: bad => log.error(bad, 'a snapshot is not to be believed and passed over'),
  });
  const { exchange, seam, snapshotSequence, replayedCommands } = found;
  // Before the first row of another core: until then the version before can go on.
  const problems = await verifyAtStart(client, exchange);
  if (problems.length > 0) throw differenceError(problems);
  await storeOwnBundle(client);
  const core = (await ownBundle()).hash;
  const position = await writeSeam(client, found, { epoch, core });
  const { sequence } = position;
  for (const left of found.leftOver) {
    await removeUnnamed(client, left);
    log.info({ sequence: left }, 'a snapshot that was being taken when the server was killed is removed');
  }
  if (seam !== null) log.info({ seam, sequence }, 'another core goes on with the journal');
  const ms = Math.round(performance.now() - startedAt);
  log.info({ epoch, sequence, snapshotSequence, replayedCommands, ms }, 'exchange recovered');
  return {
    ...held,
    core,
    exchange,
    position,
    tables: { exchange: Exchange.restore(found.snapshot ?? exchange.snapshot()), position },
    lacking: [],
    snapshotSequence,
    replayedCommands,
    namedAt: seam === null ? snapshotSequence : sequence,
  };
}
