import { SILENT_LOG } from '@tallystick/server/database/log';
import { createPool, type Pool } from '@tallystick/server/database/pool';
import { CUSTOMERS } from './fill.ts';
import type { HistoryList } from './lists.ts';
import { diskBlocks, queuedMs } from './process-costs.ts';

export const READS = 200;
/** Connections that are opened for their first query. */
const CONNECTIONS = 40;
/** Before that, a connection learns the tables, as the server's have. */
const LEARNING = 50;

/** Milliseconds (and blocks), ascending. */
export interface Waits {
  /** The first query of a connection, which knows neither tables nor plans. */
  readonly cold: readonly number[];
  /** A page on a connection that knows them; whose page it is was not asked for before. */
  readonly warm: readonly number[];
  /** The same without the time that both ends were ready and other processes had the processors. */
  readonly own: readonly number[];
  /** Blocks that the same pages were read from the disk for: each is a wait of the disk's, one after the other. */
  readonly disk: readonly number[];
  /** The shortest of three times the same page: what it takes with its data in memory. */
  readonly best: readonly number[];
}

/** Customers with very many rows, some, few and none in turns, each another one and at another place. */
function asking(read: number): number {
  const nth = Math.floor(read / 4);
  return [1 + nth, 1_000 + 37 * nth, CUSTOMERS - 1 - 11 * nth, 2 * CUSTOMERS + nth][read % 4]!;
}

const deepAt = (read: number, ids: number): number => 1 + Math.floor((ids / 10) * (read / READS));

export async function waits(url: string, list: HistoryList, ids: number): Promise<Waits> {
  const cold: number[] = [];
  for (let i = 0; i < CONNECTIONS; i++) {
    await onConnection(url, async pool => {
      const read = READS + LEARNING + i;
      cold.push(await timed(() => list.read(pool, asking(read), deepAt(i, ids))));
    });
  }
  const [warm, own, disk, best]: [number[], number[], number[], number[]] = [[], [], [], []];
  await onConnection(url, async (pool, pid) => {
    for (let i = 0; i < LEARNING; i++) await list.read(pool, asking(READS + i), deepAt(i, ids));
    for (let i = 0; i < READS; i++) {
      const ask = (): Promise<unknown> => list.read(pool, asking(i), deepAt(i, ids));
      const [queued, blocks] = [queuedMs([pid, process.pid]), diskBlocks(pid)];
      const first = await timed(ask);
      warm.push(first);
      own.push(Math.max(first - (queuedMs([pid, process.pid]) - queued), 0));
      disk.push(diskBlocks(pid) - blocks);
      best.push(Math.min(first, await timed(ask), await timed(ask)));
    }
  });
  const ascending = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
  return {
    cold: ascending(cold),
    warm: ascending(warm),
    own: ascending(own),
    disk: ascending(disk),
    best: ascending(best),
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** With a new connection, alone, and the process that serves it. */
async function onConnection(url: string, work: (pool: Pool, pid: number) => Promise<void>): Promise<void> {
  const pool = createPool(url, 1, SILENT_LOG);
  try {
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    await work(pool, rows[0]!.pid);
  } finally {
    await pool.end();
  }
}
