import type pg from 'pg';

export type Reads = Pick<pg.Pool, 'query'>;

/** Ids from `first` on, below `end`. */
export interface Range {
  readonly first: number;
  readonly end: number;
}

type Probe = (id: number) => Promise<{ readonly id: number; readonly atMs: number } | null>;

/**
 * The least id whose row, or the row after it, is not older than `atMs`; `end` if none is. Ids and times rise together,
 * since the exchange's clock never goes back: looking in halves takes some thirty looks at the key, and no index by time
 * that every trade would have to be written into.
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
 * The customer's postings of a time, and how far their ledger goes now. What is committed later stays outside: entries are
 * only ever added at the end, so reading the range page by page is reading one moment.
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

/** All customers' trades of a time; of spot and of contracts they are numbered apart. */
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
