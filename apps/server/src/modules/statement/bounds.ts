import type { Reads } from '../../database/reads.ts';
import { idsOf, type IdRange } from '../../engine/history/id-bounds.ts';

export type Range = IdRange;

/**
 * Bounds of the customer's postings in a period, and the ledger's current end. Entries are only added at the end, so
 * reading this range page by page gives a consistent snapshot.
 */
export function postingRange(db: Reads, customerId: number, fromMs: number, toMs: number): Promise<Range> {
  const source = 'ledger_entries where owner_id = $1 and owner_id > 0';
  return idsOf(db, { id: 'posting_id', time: 'at_ms', source, values: [customerId] }, { fromMs, toMs });
}

/** Bounds of all customers' trades in a period; spot and contracts are numbered separately. */
export function tradeRange(
  db: Reads,
  table: 'trades' | 'perpetual_trades',
  fromMs: number,
  toMs: number,
): Promise<Range> {
  return idsOf(db, { id: 'trade_id', time: 'at_ms', source: `${table} where true` }, { fromMs, toMs });
}
