import { parentPort, workerData } from 'node:worker_threads';
import type { ReadonlyExchange } from '@tallystick/core';
import { LAST_HOUSE_ID } from '@tallystick/protocol/house-accounts';
import pg from 'pg';
import { isUnsound } from '../../engine/engine-error.ts';
import { recover } from '../../engine/recovery.ts';
import { holderOf, makePoint, type KeptCustomer, type MadePoint } from './make-point.ts';
import { Random } from './random.ts';

export interface LiabilityJob {
  readonly databaseUrl: string;
  /** See EngineOptions. */
  readonly unreleased: boolean;
  readonly point: number;
  /** Ends a row of the journal. */
  readonly sequence: number;
  readonly atMs: number;
}

/** A file to be written, the result, or why there is none. After each file the thread waits for a message. */
export type LiabilityReport =
  | {
      readonly kind: 'chunk';
      readonly currencyId: number;
      readonly number: number;
      readonly file: Uint8Array;
    }
  | { readonly kind: 'tops'; readonly currencyId: number; readonly file: Uint8Array }
  | { readonly kind: 'statements'; readonly number: number; readonly customers: readonly KeptCustomer[] }
  | { readonly kind: 'made'; readonly made: MadePoint }
  | { readonly kind: 'unsound'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Sends a report and waits until it was taken: files must not gather faster than the store takes them. */
async function tell(report: LiabilityReport): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  parentPort?.once('message', () => resolve());
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(report);
  await promise;
}

async function holdersIn(client: pg.Client): Promise<Map<number, string>> {
  const { rows } = await client.query<{ id: number; email: string | null; phone: string | null }>(
    'select id, email, phone from customers where id > $1',
    [LAST_HOUSE_ID],
  );
  return new Map(rows.map(({ id, email, phone }) => [id, holderOf(id, email, phone)]));
}

/**
 * An exchange of its own, as it was at the point: from a snapshot and the journal, never from tables. Recovery has checked
 * all invariants, what is owed to customers among them.
 */
async function exchangeAt(
  client: pg.Client,
  { sequence, unreleased }: LiabilityJob,
): Promise<ReadonlyExchange> {
  const { exchange, position } = await recover(client, {
    unreleased,
    untilSequence: sequence,
    onBadSnapshot: () => {},
  });
  if (position.sequence !== sequence) throw new Error(`the journal ends at ${position.sequence}`);
  return exchange;
}

async function make(job: LiabilityJob): Promise<MadePoint> {
  const client = new pg.Client({
    connectionString: job.databaseUrl,
    application_name: 'tallystick liabilities',
  });
  // A lost connection also fails the query that waits.
  client.on('error', () => {});
  await client.connect();
  try {
    return await makePoint({
      exchange: await exchangeAt(client, job),
      point: job.point,
      atMs: job.atMs,
      holders: await holdersIn(client),
      random: new Random(),
      files: {
        chunk: (currencyId, number, file) => tell({ kind: 'chunk', currencyId, number, file }),
        tops: (currencyId, file) => tell({ kind: 'tops', currencyId, file }),
        statements: (number, customers) => tell({ kind: 'statements', number, customers }),
      },
    });
  } finally {
    await client.end();
  }
}

try {
  await tell({ kind: 'made', made: await make(workerData as LiabilityJob) });
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  await tell({ kind: isUnsound(error) ? 'unsound' : 'failed', reason });
}
