import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from './database/database.ts';
import { endNow, makeAhead } from './database/partitions/change.ts';
import { partitionsOf, type RangeTable } from './database/partitions/partition.ts';
import { LEDGER, ORDERS, TICKS, TRADES } from './engine/history/history-tables.ts';
import { CandleStore } from './engine/market-data/candle-store.ts';
import { findFills, findOrder, listFills, listOrders } from './modules/spot/store.ts';
import { listTrades } from './modules/market/store.ts';
import { postingRange, tradeRange } from './modules/statement/bounds.ts';
import { firstEntryMs } from './modules/statement/lines.ts';
import { listLedger, listTransfers } from './modules/wallet/store.ts';
import { hotBounds, hotNumberAt, readHotTicks } from './price-log/ticks.ts';
import { createTestDatabase } from './testing/database.ts';
import { carriedOut } from './testing/plans.ts';

/** Partitions with rows, and rows in each: many enough that reading all of one would be seen. */
const PARTITIONS = 6;
const ROWS = 400;
const LAST = PARTITIONS * ROWS;
/** What the planner is told each of them has. */
const TOLD_ROWS = 50_000_000;
const CUSTOMER = 1;

const FILLS: readonly (readonly [RangeTable, string])[] = [
  [TRADES, `select i, 1 + i % 3, 1, 1, 1, 'buy', i, 1 + i % 10, 1, i, 1 + i % 7, 1, i * 1000`],
  [
    ORDERS,
    `select 1 + i % 10, i, 1 + i % 3, 'buy', 'limit', 'GTC', false, 1, 1, null, null, true, case when i % 9 = 0 then 'name-' || i end,
       case when i % 20 = 0 then 'waiting' else 'completed' end, 'filled', 0, 0, 0, 0, i * 1000, i * 1000`,
  ],
  [
    LEDGER,
    `select 1 + i % 10, i, 'spot', 1, case when i % 40 = 0 then -1 else 1 end, 1, case when i % 20 = 0 then 'transfer' else 'trade' end, '', i * 1000`,
  ],
  [TICKS, `select i, 1 + i % 3, 1, '[]', i * 1000, '', ''`],
];

let database: Database;
let canTell = false;
beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  const { rows } = await pool.query<{ version: number }>(
    `select current_setting('server_version_num')::integer as version`,
  );
  canTell = rows[0]!.version >= 180_000;
  for (const [table, row] of FILLS) {
    for (let from = 1; from <= LAST; from += ROWS) {
      await makeAhead(pool, table);
      await pool.query(
        `insert into ${table.name} ${row} from generate_series(${from}, ${from + ROWS - 1}) i`,
      );
      await endNow(pool, table);
    }
    for (const { name } of await partitionsOf(pool, table.name)) {
      // Nothing else may count the rows.
      await pool.query(`alter table ${name} set (autovacuum_enabled = off); analyze ${name}`);
      if (!canTell) continue;
      await pool.query(
        `select pg_restore_relation_stats('schemaname', 'public', 'relname', $1::text, 'relpages', 1,
           'reltuples', $2::real)`,
        [name, TOLD_ROWS],
      );
    }
  }
});
afterAll(() => database.close());

/** What waits is read from the exchange. */
const NOTHING_OPEN = { openOrders: () => [] };
type Read = Parameters<typeof carriedOut>[1];
const page = { before: null, limit: 20 };
const orderPage = { view: 'history', beforeId: null, limit: 20 } as const;
/** In the oldest partition. */
const OLD = 300;
const oldPeriod = { fromMs: 100_000, toMs: 200_000 };

/** Each list with the number of partitions with rows that it may look into; those that come next are empty. */
const LISTS: Readonly<Record<string, readonly [most: number, read: Read]>> = {
  'newest fills': [1, pool => listFills(pool, CUSTOMER, page)],
  'old fills': [1, pool => listFills(pool, CUSTOMER, { ...page, before: [OLD, 0] })],
  // Their ids are looked for by halves.
  'fills of an old period': [PARTITIONS, pool => listFills(pool, CUSTOMER, { ...page, ...oldPeriod })],
  'named fills': [2, pool => findFills(pool, CUSTOMER, [1, LAST])],
  'fills of nobody': [PARTITIONS, pool => listFills(pool, 999, page)],
  'newest trades of a market': [1, pool => new CandleStore(pool).newestTrades(1, 100)],
  'fills from an old one on': [2, pool => listFills(pool, CUSTOMER, { ...page, fromId: OLD })],
  'trades of a market from an old one on': [
    1,
    pool => listTrades(pool, { marketId: 1, fromId: OLD, limit: 20 }),
  ],
  // By time there is an index in each of them.
  'trades of a market in an old period': [
    PARTITIONS,
    pool => listTrades(pool, { marketId: 1, ...oldPeriod, limit: 20 }),
  ],
  'newest public trades of a market': [1, pool => listTrades(pool, { marketId: 1, limit: 20 })],
  'trades of a period': [PARTITIONS, pool => tradeRange(pool, 'trades', 1, 1_000_000)],
  'newest orders': [1, pool => listOrders(pool, NOTHING_OPEN, CUSTOMER, orderPage)],
  'old orders': [1, pool => listOrders(pool, NOTHING_OPEN, CUSTOMER, { ...orderPage, beforeId: OLD })],
  'orders of an old period': [
    PARTITIONS,
    pool => listOrders(pool, NOTHING_OPEN, CUSTOMER, { ...orderPage, ...oldPeriod }),
  ],
  'orders from an old one on': [
    1,
    pool => listOrders(pool, NOTHING_OPEN, CUSTOMER, { ...orderPage, fromId: OLD }),
  ],
  'one order': [1, pool => findOrder(pool, CUSTOMER, OLD)],
  'newest entries': [1, pool => listLedger(pool, CUSTOMER, page)],
  'old entries': [1, pool => listLedger(pool, CUSTOMER, { ...page, before: [OLD, 'spot', 1] })],
  'entries of a reason': [1, pool => listLedger(pool, CUSTOMER, { ...page, reason: 'transfer' })],
  'entries of an old period': [PARTITIONS, pool => listLedger(pool, CUSTOMER, { ...page, ...oldPeriod })],
  transfers: [PARTITIONS, pool => listTransfers(pool, CUSTOMER, { beforeId: null, limit: 20 })],
  'postings of a period': [PARTITIONS, pool => postingRange(pool, CUSTOMER, 1, 1_000_000)],
  'the first entry': [1, pool => firstEntryMs(pool, CUSTOMER)],
  'newest prices of a market': [1, pool => new CandleStore(pool).newestPrices(1, 100)],
  'old ticks': [1, pool => readHotTicks(pool, 1, 100)],
  'first and last tick': [2, pool => hotBounds(pool)],
  'the tick of a time': [PARTITIONS, pool => hotNumberAt(pool, 1, LAST, 100_000)],
};

const ofMarket = { marketId: 2 };
/** Lists whose filter the index knows. None of the second customer's orders waits. */
const FILTERED: Readonly<Record<string, Read>> = {
  'fills of a market': pool => listFills(pool, CUSTOMER, { ...page, ...ofMarket }),
  'orders of a market': pool => listOrders(pool, NOTHING_OPEN, 2, { ...orderPage, ...ofMarket }),
  'fills of a market from one on': pool => listFills(pool, CUSTOMER, { ...page, ...ofMarket, fromId: OLD }),
  'orders of a market from one on': pool =>
    listOrders(pool, NOTHING_OPEN, 2, { ...orderPage, ...ofMarket, fromId: OLD }),
  'orders of a name': pool => listOrders(pool, NOTHING_OPEN, 2, { ...orderPage, clientOrderId: 'name-81' }),
  'trades of a market': pool => listTrades(pool, { marketId: 2, ...oldPeriod, limit: 20 }),
};

describe('a page of a history with very many rows', () => {
  it.each(Object.entries(FILTERED))('%s: no row is read that is not of it', async (_name, read) => {
    if (!canTell) return;
    const { sequential, discarded } = await carriedOut(database.pool, read);
    expect(sequential).toEqual([]);
    expect(discarded).toBe(0);
  });

  it.each(Object.entries(LISTS))('%s: by a key, from few partitions', async (_name, [most, read]) => {
    // Older servers cannot be told of rows they do not have, and rightly read a few hundred as a whole.
    if (!canTell) return;
    const { sequential, tables, discarded } = await carriedOut(database.pool, read);
    expect(sequential).toEqual([]);
    expect(discarded).toBeLessThan(LAST / 12);
    // The last partition and the one before it are empty.
    expect(tables.size).toBeLessThanOrEqual(most + 2);
  });
});
