import { CandleStore } from '@tallystick/server/engine/market-data/candle-store';
import { findFills, listFills, listOrders, findOrder } from '@tallystick/server/modules/spot/store';
import { postingRange, tradeRange } from '@tallystick/server/modules/statement/bounds';
import { entryPages } from '@tallystick/server/modules/statement/entries';
import { firstEntryMs } from '@tallystick/server/modules/statement/lines';
import { listInsurance } from '@tallystick/server/modules/perpetual/record-store';
import { listLedger, listTransfers } from '@tallystick/server/modules/wallet/store';
import { hotBounds, hotNumberAt, readHotTicks } from '@tallystick/server/price-log/ticks';
import type pg from 'pg';
import { CUSTOMERS, FROM_MS, TO_MS } from './fill.ts';

/** A list as the product asks for it. `deep`: an id in the oldest tenth of the history. */
export interface HistoryList {
  readonly name: string;
  read(pool: pg.Pool, customerId: number, deep: number): Promise<unknown>;
}

const PAGE = 50;
/** What waits is read from the exchange. */
const NOTHING_OPEN = { openOrders: () => [] };
const DAY_MS = 86_400_000;
const MIDDLE_MS = (FROM_MS + TO_MS) / 2;
const aDay = { fromMs: MIDDLE_MS, toMs: MIDDLE_MS + DAY_MS };
const markets = (customerId: number): number => 1 + (customerId % 20);

export function listsOf(name: string, rows: number): readonly HistoryList[] {
  switch (name) {
    case 'trades':
      return [
        { name: 'fills', read: (pool, id) => listFills(pool, id, { before: null, limit: PAGE }) },
        {
          name: 'fills, deep',
          read: (pool, id, deep) => listFills(pool, id, { before: [deep, 0], limit: PAGE }),
        },
        {
          name: 'fills of a market',
          read: (pool, id) => listFills(pool, id, { before: null, limit: PAGE, marketId: markets(id) }),
        },
        {
          name: 'fills of an old day',
          read: (pool, id) => listFills(pool, id, { before: null, limit: PAGE, ...aDay }),
        },
        { name: 'named fills', read: (pool, id, deep) => findFills(pool, id, [deep, deep + 1, rows - deep]) },
        {
          name: 'newest of a market',
          read: (pool, id) => new CandleStore(pool).newestTrades(markets(id), 100),
        },
        { name: 'bounds of a year', read: pool => tradeRange(pool, 'trades', MIDDLE_MS, TO_MS) },
      ];
    case 'orders':
      return [
        {
          name: 'order history',
          read: (pool, id) =>
            listOrders(pool, NOTHING_OPEN, id, { view: 'history', beforeId: null, limit: PAGE }),
        },
        {
          name: 'order history, deep',
          read: (pool, id, deep) =>
            listOrders(pool, NOTHING_OPEN, id, { view: 'history', beforeId: deep, limit: PAGE }),
        },
        {
          name: 'order history of a market',
          read: (pool, id) =>
            listOrders(pool, NOTHING_OPEN, id, {
              view: 'history',
              beforeId: null,
              limit: PAGE,
              marketId: markets(id),
            }),
        },
        {
          name: 'order history of an old day',
          read: (pool, id) =>
            listOrders(pool, NOTHING_OPEN, id, { view: 'history', beforeId: null, limit: PAGE, ...aDay }),
        },
        { name: 'one order', read: (pool, id, deep) => findOrder(pool, id, deep) },
      ];
    case 'ledger':
      return [
        { name: 'records', read: (pool, id) => listLedger(pool, id, { before: null, limit: PAGE }) },
        {
          name: 'records, deep',
          read: (pool, id, deep) => listLedger(pool, id, { before: [deep, 'spot', 3], limit: PAGE }),
        },
        {
          name: 'records of a reason',
          read: (pool, id) => listLedger(pool, id, { before: null, limit: PAGE, reason: 'transfer' }),
        },
        {
          name: 'records of an old day',
          read: (pool, id) => listLedger(pool, id, { before: null, limit: PAGE, ...aDay }),
        },
        { name: 'transfers', read: (pool, id) => listTransfers(pool, id, { beforeId: null, limit: PAGE }) },
        { name: 'bounds of a year', read: (pool, id) => postingRange(pool, id, MIDDLE_MS, TO_MS) },
        { name: 'first entry', read: (pool, id) => firstEntryMs(pool, id) },
        { name: 'insurance fund', read: pool => listInsurance(pool, 3, null, PAGE) },
        {
          name: 'page of a statement',
          read: (pool, customerId, deep) =>
            entryPages(pool, { customerId }, { first: deep, end: rows }, PAGE).next(),
        },
      ];
    case 'ticks':
      return [
        {
          name: 'newest of a market',
          read: (pool, id) => new CandleStore(pool).newestPrices(markets(id), 100),
        },
        { name: 'ticks from a number', read: (pool, _id, deep) => readHotTicks(pool, deep, 500) },
        { name: 'first and last', read: pool => hotBounds(pool) },
        { name: 'number at a time', read: pool => hotNumberAt(pool, 1, rows, MIDDLE_MS) },
      ];
    default:
      throw new Error(`no lists of ${name}: trades, orders, ledger or ticks`);
  }
}

/** Who has very many rows, some, few and none. */
export const ASKING = [1, 1_000, CUSTOMERS - 1, 2 * CUSTOMERS] as const;
