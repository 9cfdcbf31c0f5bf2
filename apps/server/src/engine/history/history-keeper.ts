import { HOUR_MS } from '@tallystick/core/durations';
import type pg from 'pg';
import { longWork } from '../../database/bounded-client.ts';
import { endNow, makeAhead, retire, type Retirement } from '../../database/partitions/change.ts';
import {
  isEmpty,
  partitionsOf,
  type Partition,
  type RangeTable,
} from '../../database/partitions/partition.ts';
import type { DatabaseLog } from '../../database/log.ts';
import type { ResultStore } from '../idempotency/result-store.ts';
import { carryForward } from './carry-forward.ts';
import {
  CANDLES,
  CONTRACT_CANDLES,
  EVENTS,
  HISTORY_TABLES,
  JOURNAL,
  LEDGER,
  ORDERS,
  PERPETUAL_TRADES,
  TICKS,
  TRADES,
} from './history-tables.ts';
import { journalNeededFrom } from './journal-needed.ts';
import { ledgerNeededFrom } from './ledger-needed.ts';
import { forgetTimes, noteTimes, type TimedPartition } from './partition-times.ts';

export interface HistoryRetention {
  /** How long orders that have ended, trades, their ledger entries and fine candles are kept; null: for ever. */
  readonly historyMs: number | null;
  /** How long the journal is kept; null: for ever. What newer snapshots need always is. */
  readonly journalMs: number | null;
}

export interface HistoryKeeperOptions {
  readonly pool: pg.Pool;
  readonly log: DatabaseLog;
  readonly retention: HistoryRetention;
  /** Commands' keys, whose days end by themselves. */
  readonly results: Pick<ResultStore, 'prune'>;
  readonly now: () => number;
  /** See EngineOptions. */
  readonly clockStopped: (() => boolean) | undefined;
}

const EVERY_MS = 60_000;

export const FOR_EVER: HistoryRetention = { historyMs: null, journalMs: null };

/** What is kept of each table when its time is over. */
const KEPT: readonly (readonly [RangeTable, Pick<Retirement, 'keep' | 'changing'>])[] = [
  [ORDERS, { keep: source => `select * from ${source} as old where status = 'waiting'`, changing: true }],
  [TRADES, {}],
  [PERPETUAL_TRADES, {}],
  [LEDGER, { keep: carryForward }],
];

/**
 * Looks after the partitions of the tables that grow with trading: makes them before rows come, and takes the old ones
 * away where they are kept for a time (docs/decisions/0097). Everything is done in small steps that give up when the
 * exchange uses a table, and is tried again with the next turn.
 */
export class HistoryKeeper {
  readonly #options: HistoryKeeperOptions;
  readonly #pool: pg.Pool;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> | null = null;

  constructor(options: HistoryKeeperOptions) {
    this.#options = options;
    this.#pool = options.pool;
  }

  /** A turn a minute from now on. */
  start(): void {
    const { log, now } = this.#options;
    this.#timer = setInterval(() => {
      this.#running ??= this.turn(now())
        .catch((error: unknown) => log.error({ err: error }, 'partitions could not be looked after'))
        .finally(() => {
          this.#running = null;
        });
    }, EVERY_MS);
    this.#timer.unref();
  }

  /** Resolves when the running turn has ended; none is begun after. */
  async stop(): Promise<void> {
    if (this.#timer !== null) clearInterval(this.#timer);
    await this.#running;
  }

  /** Makes partitions ahead of need. */
  prepare(): Promise<void> {
    return longWork('history', async () => {
      for (const table of HISTORY_TABLES) await makeAhead(this.#pool, table);
    });
  }

  /** One turn. `nowMs`: by the exchange's clock. */
  turn(nowMs: number): Promise<void> {
    return longWork('history', () => this.#turn(nowMs));
  }

  async #turn(nowMs: number): Promise<void> {
    await this.prepare();
    // With a clock that runs ahead, rows would be dropped too early.
    if (this.#options.clockStopped?.() === true) return;
    await this.#options.results.prune(nowMs);
    for (const table of [TICKS, EVENTS]) await this.#dropEmpty(table);
    const { historyMs, journalMs } = this.#options.retention;
    if (historyMs !== null) {
      for (const [table, kept] of KEPT) {
        const neededFrom = table === LEDGER ? await ledgerNeededFrom(this.#pool) : Infinity;
        await this.#retireOld(table, historyMs, nowMs, kept, neededFrom);
      }
      for (const table of [CANDLES, CONTRACT_CANDLES]) {
        await retire(this.#pool, table, {
          upTo: nowMs - historyMs,
          keep: source => `select * from ${source} as old where interval not in ('1m', '5m')`,
          changing: true,
        });
      }
    }
    if (journalMs !== null) {
      const needed = await journalNeededFrom(this.#pool);
      await this.#retireOld(JOURNAL, journalMs, nowMs, {}, needed);
    }
  }

  /** Of tables whose old rows others have moved or deleted. */
  async #dropEmpty(table: RangeTable): Promise<void> {
    let upTo = -Infinity;
    const parts = await partitionsOf(this.#pool, table.name);
    for (const { name, to } of parts) {
      if (!(await isEmpty(this.#pool, name))) {
        await retire(this.#pool, table, { upTo });
        return;
      }
      upTo = to;
    }
  }

  /** `neededFrom`: rows from this id on stay, however old. */
  async #retireOld(
    table: RangeTable,
    retentionMs: number,
    nowMs: number,
    kept: Pick<Retirement, 'keep' | 'changing'>,
    neededFrom = Infinity,
  ): Promise<void> {
    let parts = await noteTimes(this.#pool, table, nowMs);
    const current = parts.findLast(({ beganAtMs }) => beganAtMs !== null);
    // So that little is kept beyond its time.
    const endEveryMs = Math.max(retentionMs / 30, HOUR_MS);
    if (current !== undefined && nowMs - current.beganAtMs! >= endEveryMs) {
      if ((await endNow(this.#pool, table)) === true)
        parts = await noteTimes(this.#pool, table, nowMs, current);
    }
    const old = leading(parts, ({ endedAtMs, to }) => {
      return endedAtMs !== null && endedAtMs < nowMs - retentionMs && to <= neededFrom;
    });
    const last = old.at(-1);
    if (last === undefined) return;
    await retire(this.#pool, table, {
      ...kept,
      upTo: last.to,
      also: (client, retired) => noteFloor(client, table, last, retired),
    });
  }
}

function leading(
  parts: readonly TimedPartition[],
  is: (part: TimedPartition) => boolean,
): readonly TimedPartition[] {
  const end = parts.findIndex(part => !is(part));
  return end < 0 ? parts : parts.slice(0, end);
}

/** In the transaction that retires: whoever sees the rows gone sees why. */
async function noteFloor(
  client: pg.ClientBase,
  table: RangeTable,
  { to, endedAtMs }: TimedPartition,
  retired: readonly Partition[],
): Promise<void> {
  await client.query(
    `insert into history_floors (table_name, first, at_ms) values ($1, $2, $3)
     on conflict (table_name) do update set first = excluded.first, at_ms = excluded.at_ms`,
    [table.name, to, endedAtMs],
  );
  await forgetTimes(client, retired);
}
