import type pg from 'pg';

export type Reads = Pick<pg.Pool, 'query'>;

/** Ids from `first` on, below `end`. */
export interface Range {
  readonly first: number;
  readonly end: number;
}

type Probe = (id: number) => Promise<{ readonly id: number; readonly atMs: number } | null>;

/**
 * The lowest id whose row, or the next row, is not older than `atMs`; `end` if there is none. Ids and times rise
 * together because the exchange's clock never goes back. So a binary search needs some thirty key look-ups, instead of
 * an index by time that every trade would have to update.
 */
async function firstFrom(probe: Probe, atMs: number, end: number): Promise<number> {
  let low = 1;
  let high = end;
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2);
    const row = await probe(middle);
    if (row === null || row.id >= high || row.atMs >= atMs) high = middle;
    else low = row.id + 1;
  }
  return low;
}

/**
 * Bounds of the customer's postings in a period, and the ledger's current end. Entries are only added at the end, so
 * reading this range page by page gives a consistent snapshot.
 */
export function postingRange(db: Reads, customerId: number, fromMs: number, toMs: number): Promise<Range> {
  const source = 'ledger_entries where owner_id = $1 and owner_id > 0';
  return rangeOf(db, 'posting_id', source, [customerId], fromMs, toMs);
}

/** Bounds of all customers' trades in a period; spot and contracts are numbered separately. */
export function tradeRange(
  db: Reads,
  table: 'trades' | 'perpetual_trades',
  fromMs: number,
  toMs: number,
): Promise<Range> {
  return rangeOf(db, 'trade_id', `${table} where true`, [], fromMs, toMs);
}

async function rangeOf(
  db: Reads,
  id: string,
  source: string,
  values: readonly number[],
  fromMs: number,
  toMs: number,
): Promise<Range> {
  const rowAt = async (rest: string, more: readonly number[]) => {
    const { rows } = await db.query<{ id: string; at_ms: string }>(
      `select ${id} as id, at_ms from ${source} ${rest} limit 1`,
      [...values, ...more],
    );
    const [row] = rows;
    return row === undefined ? null : { id: Number(row.id), atMs: Number(row.at_ms) };
  };
  const probe: Probe = lowest => rowAt(`and ${id} >= $${values.length + 1} order by ${id}`, [lowest]);
  const newest = await rowAt(`order by ${id} desc`, []);
  const end = (newest?.id ?? 0) + 1;
  return { first: await firstFrom(probe, fromMs, end), end: await firstFrom(probe, toMs, end) };
}
