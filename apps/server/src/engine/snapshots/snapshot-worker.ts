import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { isUnsound } from '../engine-error.ts';
import { recover } from '../recovery.ts';
import { writeSnapshot } from './snapshot-store.ts';

/** What the worker gets, and what it reports. */
export interface SnapshotJob {
  readonly databaseUrl: string;
  readonly untilSequence: number;
  readonly keep: number;
  readonly unreleasedCores: boolean;
}
export interface SnapshotReport {
  readonly sequence: number;
  /** The hash the journal must name before the snapshot is accepted. */
  readonly stateHash: string;
  readonly badSnapshots: readonly string[];
  /** Not null: journal and snapshots do not lead to consistent books, and no snapshot was written. */
  readonly unsound: string | null;
}

/**
 * Rebuilds the state from the database, as a restart would, and writes it as a snapshot. So snapshots never delay orders,
 * and each proves that the snapshot before and the journal lead to consistent books.
 */
async function main(job: SnapshotJob): Promise<SnapshotReport> {
  const client = new pg.Client({
    connectionString: job.databaseUrl,
    application_name: 'tallystick snapshot',
  });
  await client.connect();
  const badSnapshots: string[] = [];
  try {
    const { exchange, position } = await recover(client, {
      untilSequence: job.untilSequence,
      unreleased: job.unreleasedCores,
      onBadSnapshot: bad => badSnapshots.push(`${bad.sequence}: ${bad.reason}`),
    });
    const stateHash = await writeSnapshot(client, exchange, position, job.keep);
    return { sequence: position.sequence, stateHash, badSnapshots, unsound: null };
  } catch (error) {
    if (!isUnsound(error)) throw error;
    return { sequence: job.untilSequence, stateHash: '', badSnapshots, unsound: error.message };
  } finally {
    await client.end();
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
parentPort?.postMessage(await main(workerData as SnapshotJob));
