import { DAY_MS } from '@tallystick/core/durations';
import type { RangeTable } from '../../database/partitions/partition.ts';

/** First results by key: a day in each partition, dropped whole once no key of the day is honoured any more. */
export const KEYS: RangeTable = {
  name: 'idempotency',
  column: 'at_ms',
  step: DAY_MS,
  partitionKey: 'scope, key',
};
export const JOURNAL: RangeTable = { name: 'journal', column: 'first_sequence', step: 100_000_000 };
export const ORDERS: RangeTable = {
  name: 'orders',
  column: 'order_id',
  step: 50_000_000,
  // Room for an order's later states in its own page.
  storage: 'fillfactor = 85',
};
export const TRADES: RangeTable = { name: 'trades', column: 'trade_id', step: 50_000_000 };
export const PERPETUAL_TRADES: RangeTable = {
  name: 'perpetual_trades',
  column: 'trade_id',
  step: 50_000_000,
};
/** A posting has several entries. */
export const LEDGER: RangeTable = { name: 'ledger_entries', column: 'posting_id', step: 20_000_000 };
export const TICKS: RangeTable = { name: 'price_ticks', column: 'number', step: 20_000_000 };
export const EVENTS: RangeTable = { name: 'exchange_events', column: 'sequence', step: 50_000_000 };
export const CANDLES: RangeTable = { name: 'candles', column: 'open_ms', step: 90 * DAY_MS };
/** Made by migration 1201. */
export const CONTRACT_CANDLES: RangeTable = {
  name: 'contract_candles',
  column: 'open_ms',
  step: 90 * DAY_MS,
};

/**
 * First in a transaction that sees the database as of one moment: until it ends, nobody puts together older rows, which such
 * a transaction would miss, because it sees neither the old ones, which are gone, nor what has taken their place.
 */
export const HOLD_HISTORY =
  'lock table journal, orders, trades, perpetual_trades, ledger_entries in access share mode';

/** Every table that grows with trading. The first partitions were made by migration 1045, with the same figures. */
export const HISTORY_TABLES: readonly RangeTable[] = [
  JOURNAL,
  ORDERS,
  TRADES,
  PERPETUAL_TRADES,
  LEDGER,
  TICKS,
  EVENTS,
  CANDLES,
  CONTRACT_CANDLES,
  KEYS,
];
