import type { DatabaseLog } from '../database/log.ts';
import type { Pool } from '../database/pool.ts';
import { writeState } from '../database/server-state.ts';
import type { Reconciliation, ReconciliationStatus } from '../engine/reconciliation/reconciliation.ts';
import type { IndexMakeup, IndexSources } from '../feeds/index-sources.ts';
import type { RateQuote, Rates } from '../feeds/rates.ts';
import type { CustodyReconciliation } from '../modules/custody/reconciliation.ts';
import { PeriodicJob } from '../timekeeping/periodic-job.ts';

/** In `server_state`: what the worker knows and gateways show. */
const BOARD = 'worker-board';
const EVERY_MS = 1_000;
/** A worker that has written nothing for longer is gone: no money leaves on its earlier word. */
const FRESH_MS = 10_000;

interface Board {
  /** Grows with each writing. By the worker's clock. */
  readonly writtenAtMs: number;
  readonly books: ReconciliationStatus;
  readonly indexes: readonly (readonly [marketId: number, makeup: IndexMakeup])[];
  readonly rates: readonly RateQuote[];
  /** Absent: a worker of an earlier version. */
  readonly custody?: ReturnType<CustodyReconciliation['healths']>;
}

interface Shown {
  readonly pool: Pool;
  readonly reconciliation: Pick<Reconciliation, 'status' | 'told'>;
  readonly indexSources: Pick<IndexSources, 'all' | 'told'>;
  readonly rates: Pick<Rates, 'quotes' | 'accept'>;
  readonly custody: { readonly comparison: Pick<CustodyReconciliation, 'healths' | 'told'> };
  readonly log: DatabaseLog;
}

/** The worker's end. Returns a function that stops it. */
export function writeBoard(shown: Shown & { readonly machineNow: () => number }): () => Promise<void> {
  const { pool, reconciliation, indexSources, rates, custody, log, machineNow } = shown;
  const write = (): Promise<void> =>
    writeState(pool, BOARD, {
      writtenAtMs: machineNow(),
      books: reconciliation.status,
      indexes: indexSources.all(),
      rates: rates.quotes(),
      custody: custody.comparison.healths(),
    } satisfies Board);
  const failure = 'gateways could not be told what the worker knows; they will be';
  return new PeriodicJob(write, { everyMs: EVERY_MS, log, failure }).start();
}

/** A gateway's end. */
export class BoardReader {
  #writtenAtMs = -Infinity;
  #heardAtMs = -Infinity;

  /** Whether a worker has written lately. By this machine's steady clock: clocks of two may differ. */
  readonly isFresh = (): boolean => performance.now() - this.#heardAtMs < FRESH_MS;

  /** Returns a function that stops it. What is left out is not read. */
  start(shown: Pick<Shown, 'pool' | 'rates' | 'log'> & Partial<Shown>): () => Promise<void> {
    const { pool, reconciliation, indexSources, rates, custody, log } = shown;
    const read = async (): Promise<void> => {
      const rows = await pool.ask<{ value: Board }>(`select value from server_state where name = '${BOARD}'`);
      const [board] = rows.map(({ value }) => value);
      if (board === undefined || board.writtenAtMs === this.#writtenAtMs) return;
      // What lay there at the start may be of long ago.
      if (this.#writtenAtMs !== -Infinity) this.#heardAtMs = performance.now();
      this.#writtenAtMs = board.writtenAtMs;
      reconciliation?.told(board.books);
      indexSources?.told(board.indexes);
      rates.accept(board.rates);
      custody?.comparison.told(board.custody ?? []);
    };
    const failure = 'what the worker knows could not be read; it will be';
    return new PeriodicJob(read, { everyMs: EVERY_MS, log, failure }).start();
  }
}
