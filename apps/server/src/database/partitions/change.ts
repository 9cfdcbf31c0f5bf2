import pg from 'pg';
import { inTransaction } from '../transaction.ts';
import {
  bounds,
  isEmpty,
  isLeftOver,
  leftOverName,
  makeTable,
  partitionsOf,
  type Partition,
  type RangeTable,
} from './partition.ts';

/**
 * Others wait behind a change that waits for a lock. So it gives up soon and is tried again later: partitions are made
 * long before rows come to them.
 */
const LOCK_TIMEOUT_MS = 300;
/** A partition that still grows is closed only up to this size: its rows are read while writers wait. */
const SOON_READ_BYTES = 256 * 2 ** 20;
/** What took long to prepare is not given up at once. */
const PATIENT_TRIES = 10;
/** A process that stands still after it got its locks, in the middle of a change, must let go of them. */
const IDLE_TIMEOUT_MS = 10_000;
const LOCK_NOT_AVAILABLE = '55P03';

/** `busy`: somebody used the table for too long; nothing was changed. */
export type Changed<T> = T | 'busy';

/**
 * Makes partitions until two are empty, the one that is written to next and the last. Late or not, rows have a place: the
 * last partition takes all there are, and then ends above them, while writers wait for it to be read once.
 *
 * @returns how many were made.
 */
export async function makeAhead(pool: pg.Pool, table: RangeTable): Promise<Changed<number>> {
  for (let made = 0; ; made++) {
    const [next, last] = (await partitionsOf(pool, table.name)).slice(-2);
    if (next === undefined || last === undefined) throw new Error(`${table.name} is not partitioned`);
    if ((await isEmpty(pool, next.name)) && (await isEmpty(pool, last.name))) return made;
    const split = await changed(pool, table, async (client, parts) => {
      const tail = parts.at(-1)!;
      if (tail.name !== last.name) return;
      await exclusively(client, table);
      const { rows } = await client.query<{ newest: string | null }>(
        `select max(${table.column}) as newest from ${tail.name}`,
      );
      const above = rows[0]!.newest === null ? tail.from : Number(rows[0]!.newest);
      const end = (Math.floor(above / table.step) + 1) * table.step;
      await move(client, table, tail, tail.from, end);
      await attachNew(client, table, end, Infinity);
    });
    if (split === 'busy') return split;
  }
}

/**
 * Ends the partition that is written to, after its newest row, so that it can grow old; the next takes over. Does
 * nothing when it is empty, or so large that writers would wait for long.
 *
 * @returns whether it ended.
 */
export async function endNow(pool: pg.Pool, table: RangeTable): Promise<Changed<boolean>> {
  return changed(pool, table, async (client, parts) => {
    // The last one stays for what nobody foresaw.
    const [current, next] = await growing(client, parts);
    if (current === undefined || next === undefined || next.to === Infinity) return false;
    const { rows: sizes } = await client.query<{ bytes: string }>(
      'select pg_relation_size($1::regclass) as bytes',
      [current.name],
    );
    if (Number(sizes[0]!.bytes) > SOON_READ_BYTES) return false;
    await exclusively(client, table);
    const { rows } = await client.query<{ newest: string | null }>(
      `select max(${table.column}) as newest from ${current.name}`,
    );
    const newest = rows[0]!.newest;
    if (newest === null || Number(newest) + 1 >= current.to || !(await isEmpty(client, next.name)))
      return false;
    await client.query(`alter table ${table.name} detach partition ${next.name}`);
    await move(client, table, current, current.from, Number(newest) + 1);
    await attach(client, table, next.name, Number(newest) + 1, next.to);
    return true;
  });
}

/** The newest partition with rows, and the one after it. */
async function growing(
  db: pg.ClientBase,
  parts: readonly Partition[],
): Promise<readonly [current?: Partition, next?: Partition | undefined]> {
  for (let i = parts.length - 1; i >= 0; i--)
    if (!(await isEmpty(db, parts[i]!.name))) return [parts[i]!, parts[i + 1]];
  return [];
}

export interface Retirement {
  /** Partitions that end here or below are retired. */
  readonly upTo: number;
  /** Selects from `source` the rows that stay, with all columns. Default: none. */
  readonly keep?: (source: string) => string;
  /** Whether rows in it still change: nobody may write while those that stay are copied. */
  readonly changing?: boolean;
  /** What must hold at the same moment, in the same transaction. */
  readonly also?: (client: pg.ClientBase, retired: readonly Partition[]) => Promise<void>;
}

/**
 * Puts one partition, with the rows that stay, in the place of the oldest ones, which are dropped whole: no row is
 * deleted by itself, and nothing is left for a vacuum.
 *
 * @returns how many were dropped.
 */
export async function retire(
  pool: pg.Pool,
  table: RangeTable,
  { upTo, keep, changing = false, also }: Retirement,
): Promise<Changed<number>> {
  return changed(pool, table, async (client, parts) => {
    const retired = parts.filter(({ to }) => to <= upTo);
    const end = retired.at(-1)?.to;
    if (end === undefined) return 0;
    // Nothing but what was left of others.
    if (isLeftOver(table.name, retired.at(-1)!)) return 0;
    const name = leftOverName(table.name, end);
    if (changing) await exclusively(client, table);
    await makeTable(client, table, name);
    if (keep !== undefined) {
      const source = retired.map(({ name: part }) => `select * from ${part}`).join(' union all ');
      await client.query(`insert into ${name} ${keep(`(${source})`)}`);
    }
    await exclusively(client, table, PATIENT_TRIES);
    for (const { name: part } of retired) await client.query(`drop table ${part}`);
    await attach(client, table, name, -Infinity, end);
    await also?.(client, retired);
    return retired.length;
  });
}

/** In a transaction, with the partitions as nobody else changes them meanwhile. */
async function changed<T>(
  pool: pg.Pool,
  table: RangeTable,
  work: (client: pg.ClientBase, parts: readonly Partition[]) => Promise<T>,
): Promise<Changed<T>> {
  try {
    return await inTransaction(pool, async client => {
      await client.query(
        `set local lock_timeout = ${LOCK_TIMEOUT_MS};
         set local idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`,
      );
      // Held off: other changes, not those who read and write rows.
      await client.query(`lock table only ${table.name} in share update exclusive mode`);
      return work(client, await partitionsOf(client, table.name));
    });
  } catch (error) {
    if (isBusy(error)) return 'busy';
    throw error;
  }
}

/** `tries`: between them, those who waited behind it have their turn. */
async function exclusively(client: pg.ClientBase, { name }: RangeTable, tries = 1): Promise<void> {
  for (let left = tries; ; left--) {
    await client.query('savepoint unlocked');
    try {
      await client.query(`lock table only ${name} in access exclusive mode`);
      return;
    } catch (error) {
      if (left <= 1 || !isBusy(error)) throw error;
      await client.query('rollback to savepoint unlocked; select pg_sleep(0.5)');
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
}

async function move(
  client: pg.ClientBase,
  table: RangeTable,
  { name }: Partition,
  from: number,
  to: number,
): Promise<void> {
  await client.query(`alter table ${table.name} detach partition ${name}`);
  await attach(client, table, name, from, to);
}

async function attach(
  client: pg.ClientBase,
  table: RangeTable,
  name: string,
  from: number,
  to: number,
): Promise<void> {
  await client.query(`alter table ${table.name} attach partition ${name} ${bounds(from, to)}`);
}

async function attachNew(client: pg.ClientBase, table: RangeTable, from: number, to: number): Promise<void> {
  const name = `${table.name}_${from}`;
  await makeTable(client, table, name);
  await attach(client, table, name, from, to);
}
