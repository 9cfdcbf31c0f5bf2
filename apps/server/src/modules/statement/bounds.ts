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
export async function postingRange(
  db: Reads,
  customerId: number,
  fromMs: number,
  toMs: number,
): Promise<Range> {
  const probe: Probe = async id =>
    rowOf(
      await db.query<IdRow>(
        `select posting_id as id, at_ms from ledger_entries
          where owner_id = $1 and owner_id > 0 and posting_id >= $2 order by posting_id limit 1`,
        [customerId, id],
      ),
    );
  const newest = rowOf(
    await db.query<IdRow>(
      `select posting_id as id, at_ms from ledger_entries
        where owner_id = $1 and owner_id > 0 order by posting_id desc limit 1`,
      [customerId],
    ),
  );
  return rangeOf(probe, newest?.id ?? 0, fromMs, toMs);
}

/** Bounds of all customers' trades in a period; spot and contracts are numbered separately. */
export async function tradeRange(
  db: Reads,
  table: 'trades' | 'perpetual_trades',
  fromMs: number,
  toMs: number,
): Promise<Range> {
  const probe: Probe = async id =>
    rowOf(
      await db.query<IdRow>(
        `select trade_id as id, at_ms from ${table} where trade_id >= $1 order by trade_id limit 1`,
        [id],
      ),
    );
  const newest = rowOf(
    await db.query<IdRow>(`select trade_id as id, at_ms from ${table} order by trade_id desc limit 1`),
  );
  return rangeOf(probe, newest?.id ?? 0, fromMs, toMs);
}

async function rangeOf(probe: Probe, newest: number, fromMs: number, toMs: number): Promise<Range> {
  return {
    first: await firstFrom(probe, fromMs, newest + 1),
    end: await firstFrom(probe, toMs, newest + 1),
  };
}

interface IdRow {
  readonly id: string;
  readonly at_ms: string;
}

function rowOf({ rows }: { readonly rows: readonly IdRow[] }): { id: number; atMs: number } | null {
  const [row] = rows;
  return row === undefined ? null : { id: Number(row.id), atMs: Number(row.at_ms) };
}
