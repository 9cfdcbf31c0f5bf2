import { statfs } from 'node:fs/promises';
import {
  bounds,
  makeTable,
  partitionsOf,
  type RangeTable,
} from '@tallystick/server/database/partitions/partition';
import { LEDGER, ORDERS, TICKS, TRADES } from '@tallystick/server/engine/history/history-tables';
import type pg from 'pg';
import { progress } from '../report.ts';

/** Three years of trading. */
export const FROM_MS = Date.UTC(2023, 0, 1);
export const TO_MS = Date.UTC(2026, 0, 1);
export const CUSTOMERS = 100_000;

export interface FilledTable {
  readonly table: RangeTable;
  /** With its indexes, measured with ten million rows. */
  readonly bytesPerRow: number;
  /** Ids that `rows` rows take. */
  readonly idsPerRow: number;
  /** Expressions over the number `i` of the row, from 1. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Few customers have most rows: the first one 2 %, half of all customers 20 %. */
const CUSTOMER = `(1 + floor(${CUSTOMERS} * power(random(), 3)))::integer`;
const MARKET = `(1 + i % 20)::integer`;

const atMs = (rows: number): string => `(${FROM_MS} + (${TO_MS - FROM_MS}::numeric * i / ${rows}))::bigint`;

export function filledTables(rows: number): Readonly<Record<string, FilledTable>> {
  return {
    trades: {
      table: TRADES,
      bytesPerRow: 260,
      idsPerRow: 1,
      columns: {
        trade_id: 'i',
        market_id: MARKET,
        price_ticks: '600000 + (i % 1000)::integer',
        quantity_lots: '100 + i % 900',
        quote_minor: '60000000 + i % 9000000',
        taker_side: `case when i % 2 = 0 then 'buy' else 'sell' end`,
        taker_order_id: '2 * i',
        taker_customer_id: CUSTOMER,
        taker_fee_minor: '1000 + i % 100',
        maker_order_id: '2 * i - 1',
        maker_customer_id: CUSTOMER,
        maker_fee_minor: '500 + i % 100',
        at_ms: atMs(rows),
      },
    },
    orders: {
      table: ORDERS,
      bytesPerRow: 270,
      idsPerRow: 1,
      columns: {
        customer_id: CUSTOMER,
        order_id: 'i',
        market_id: MARKET,
        side: `case when random() < 0.5 then 'buy' else 'sell' end`,
        order_type: `'limit'`,
        time_in_force: `'GTC'`,
        post_only: 'false',
        price_ticks: '600000 + (i % 1000)::integer',
        quantity_lots: '100 + i % 900',
        triggered: 'true',
        // One in ten thousand still waits.
        status: `case when i % 10000 = 0 then 'waiting' when i % 3 = 0 then 'cancelled' else 'completed' end`,
        reason: `case when i % 10000 = 0 then null when i % 3 = 0 then 'cancelledByCustomer' else 'filled' end`,
        filled_lots: '100',
        filled_quote_minor: '60000000',
        fee_minor: '1000',
        frozen_minor: '0',
        placed_at_ms: atMs(rows),
        updated_at_ms: atMs(rows),
      },
    },
    ledger: {
      table: LEDGER,
      bytesPerRow: 170,
      // Two rows of the customer in a posting.
      idsPerRow: 0.5,
      columns: {
        owner_id: `case when (i + 1) / 2 % 4 = 0 then 0 else
          (1 + floor(${CUSTOMERS} * power(hashint8((i + 1) / 2)::bigint % 1000000 / 2000000.0 + 0.5, 3)))::integer end`,
        posting_id: '(i + 1) / 2',
        account: `'spot'`,
        currency_id: '(2 + i % 2)::integer',
        amount_minor: 'case when i % 2 = 0 then 100 else -99 end',
        balance_after_minor: '1000000',
        reason: `case when (i + 1) / 2 % 500 = 0 then 'transfer' else 'trade' end`,
        reference: `'trade:' || i`,
        at_ms: atMs(rows),
      },
    },
    ticks: {
      table: TICKS,
      bytesPerRow: 420,
      idsPerRow: 1,
      columns: {
        number: 'i',
        market_id: MARKET,
        price_e8: '6000000000000 + i % 1000000',
        sources: `jsonb_build_array(jsonb_build_object('name', 'one', 'priceE8', 6000000000000, 'atMs', 1700000000000),
          jsonb_build_object('name', 'two', 'priceE8', 6000000000001, 'atMs', 1700000000001),
          jsonb_build_object('name', 'three', 'priceE8', 6000000000002, 'atMs', 1700000000002))`,
        at_ms: atMs(rows),
        previous_hash: 'sha256(int8send(i - 1))',
        hash: 'sha256(int8send(i))',
      },
    },
  };
}

/** Throws if the disk is too small for the rows: an hour later it would be full. */
export async function refuseWithoutRoom(
  folder: string,
  { bytesPerRow }: FilledTable,
  rows: number,
): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  // Sorting for an index takes room besides.
  const needed = rows * bytesPerRow * 1.4 + 2 ** 30;
  const gb = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
  if (needed > free)
    throw new Error(
      `${rows} rows need ${gb(needed)} of disk, and ${folder} has ${gb(free)}: fewer --rows, please`,
    );
}

/**
 * Fills the table with rows made by the server, in partitions of `step`. They are written without indexes, which are
 * built when a partition is complete, and without the log: this database is thrown away.
 */
export async function fill(
  pool: pg.Pool,
  { table, columns, idsPerRow }: FilledTable,
  rows: number,
  step: number,
): Promise<void> {
  for (const { name } of await partitionsOf(pool, table.name)) await pool.query(`drop table ${name}`);
  const lastId = Math.ceil(rows * idsPerRow);
  const slice = 1_000_000;
  for (let from = 0; from <= lastId + step; from += step) {
    const name = `${table.name}_${from}`;
    await makeTable(pool, table, name);
    await pool.query(`alter table ${name} set unlogged`);
    const [firstRow, endRow] = [from / idsPerRow, Math.min((from + step) / idsPerRow, rows + 1)];
    // Rows of one id lie at both sides of the bound.
    const before = Math.ceil(1 / idsPerRow) - 1;
    for (let row = Math.max(Math.ceil(firstRow) - before, 1); row < endRow; row += slice) {
      await pool.query(
        `insert into ${name} (${Object.keys(columns).join(', ')})
         select ${Object.values(columns).join(', ')} from generate_series($1::bigint, $2::bigint) i
          where ${columns[table.column]} >= ${from} and ${columns[table.column]} < ${from + step}`,
        // Rows of one id lie at both sides of a slice.
        [row, Math.min(row + slice, endRow + 1, rows + 1) - 1],
      );
    }
    const isLast = from > lastId;
    const until = isLast ? Infinity : from + step;
    await pool.query(
      `alter table ${table.name} attach partition ${name} ${bounds(from === 0 ? -Infinity : from, until)}`,
    );
    await pool.query(`vacuum (freeze, analyze) ${name}`);
    progress(`${name} …`);
  }
}

/**
 * Tells the planner that the other tables have as many rows: it then plans as in a database that has all of them. Only
 * PostgreSQL 18 can. Throws if the planner does not believe it.
 */
export async function pretendRows(pool: pg.Pool, rows: number, except: RangeTable): Promise<boolean> {
  const { rows: server } = await pool.query<{ version: number }>(
    `select current_setting('server_version_num')::integer as version`,
  );
  if (server[0]!.version < 180_000) return false;
  for (const { table, columns } of Object.values(filledTables(rows))) {
    if (table.name === except.name) continue;
    const [first] = await partitionsOf(pool, table.name);
    const { name } = first!;
    // The planner multiplies rows of a page by the pages that are there: there must be one.
    await pool.query(
      `insert into ${name} (${Object.keys(columns).join(', ')})
       select ${Object.values(columns).join(', ')} from generate_series(1, 1) i on conflict do nothing`,
    );
    await pool.query(`alter table ${name} set (autovacuum_enabled = off)`);
    await pool.query(
      `select pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text, 'relpages', 1,
         'reltuples', $2::real)`,
      [name, rows],
    );
    const { rows: planned } = await pool.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      `explain (format json) select from ${table.name}`,
    );
    const believed = planned[0]!['QUERY PLAN'][0].Plan['Plan Rows'];
    if (believed < rows / 2) throw new Error(`the planner believes in ${believed} rows of ${table.name}`);
  }
  return true;
}
