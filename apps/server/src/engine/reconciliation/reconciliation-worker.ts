import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import { isUnsound } from '../engine-error.ts';
import { Follower } from '../follower.ts';
import { projectedSequence } from '../projecting/position.ts';
import { recover } from '../recovery.ts';
import { Reconciler, type StepReport } from './reconciler.ts';

export interface ReconciliationJob {
  readonly databaseUrl: string;
  /** See EngineOptions. */
  readonly unreleased: boolean;
  readonly owners: number;
  readonly entries: number;
}

/** A step's report, or why the books are wrong, or why this step was not possible. */
export type ReconciliationReport =
  | { readonly kind: 'step'; readonly report: StepReport }
  | { readonly kind: 'unsound'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Its own exchange follows the journal in its own thread, so no order waits for a comparison. */
async function open({ databaseUrl, unreleased, owners, entries }: ReconciliationJob): Promise<Reconciler> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'tallystick reconciliation',
  });
  // A lost connection also fails the next query.
  client.on('error', () => {});
  await client.connect();
  // Not further: the tables are compared where they are.
  const untilSequence = await projectedSequence(client);
  const { exchange, position } = await recover(client, {
    unreleased,
    untilSequence,
    onBadSnapshot: () => {},
  });
  return new Reconciler({ client, follower: new Follower(exchange, position), owners, entries });
}

let reconciler: Reconciler | null = null;

async function step(): Promise<ReconciliationReport> {
  try {
    reconciler ??= await open(workerData as ReconciliationJob);
    return { kind: 'step', report: await reconciler.step() };
  } catch (error) {
    reconciler = null;
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: isUnsound(error) ? 'unsound' : 'failed', reason };
  }
}

parentPort?.on('message', () => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  void step().then(report => parentPort?.postMessage(report));
});
