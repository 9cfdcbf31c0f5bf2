import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Pool } from '../database/pool.ts';
import { CustodyReconciliation } from '../modules/custody/reconciliation.ts';
import { Stops } from '../module/stops.ts';
import { BoardReader, writeBoard } from './board.ts';

let stops: Stops;
beforeEach(() => {
  vi.useFakeTimers();
  stops = new Stops();
});
afterEach(async () => {
  await stops.run();
  vi.useRealTimers();
});

/** What either end shows, on a table of one row. */
function end(rows: { value: unknown }[]) {
  const pool = {
    async query(_text: string, values: readonly unknown[]) {
      rows[0] = { value: JSON.parse(String(values[1])) };
      return { rows: [] };
    },
    ask: async () => rows,
  } as unknown as Pool;
  return {
    pool,
    reconciliation: { status: { state: 'unchecked' } as never, told: () => undefined },
    indexSources: { all: () => [], told: () => undefined },
    rates: { quotes: () => [], accept: () => undefined },
    custody: { comparison: new CustodyReconciliation({ chains: [] } as never) },
    log: { info() {}, warn() {}, error() {} },
  };
}

it('a gateway shows how the worker’s comparison of custody goes', async () => {
  const rows: { value: unknown }[] = [];
  const [worker, gateway] = [end(rows), end(rows)];
  let nowMs = 0;
  stops.add(writeBoard({ ...worker, machineNow: () => ++nowMs }));
  stops.add(new BoardReader().start(gateway));
  const failed = { lastSuccessAtMs: 5, lastError: 'the node does not answer' };
  worker.custody.comparison.told([['ERC20', failed]]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(gateway.custody.comparison.health('ERC20')).toEqual(failed);
  worker.custody.comparison.told([['ERC20', { lastSuccessAtMs: 9, lastError: null }]]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(gateway.custody.comparison.health('ERC20')).toEqual({ lastSuccessAtMs: 9, lastError: null });
  expect(gateway.custody.comparison.health('TRC20').lastSuccessAtMs).toBe(null);
});

it('of a worker of an earlier version it knows nothing of it', async () => {
  const gateway = end([{ value: { writtenAtMs: 1, books: {}, indexes: [], rates: [] } }]);
  stops.add(new BoardReader().start(gateway));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(gateway.custody.comparison.healths()).toEqual([]);
});
