import type { IndexSource } from '@tallystick/core/market/price-log';
import type { WireLoggedTick } from '@tallystick/protocol';
import type { ClientBase, Pool } from 'pg';

type Queryable = Pick<ClientBase | Pool, 'query'>;

interface TickRow {
  readonly number: string;
  readonly market_id: number;
  readonly price_e8: string;
  readonly sources: readonly IndexSource[];
  readonly at_ms: string;
  readonly previous_hash: string;
  readonly hash: string;
}

/** A tick as it is published, with the hash it says it follows. */
export interface StoredTick {
  readonly previousHash: string;
  readonly tick: WireLoggedTick;
}

/** Ticks of the database from a number on, oldest first. What is archived is not among them. */
export async function readHotTicks(db: Queryable, from: number, limit: number): Promise<StoredTick[]> {
  const { rows } = await db.query<TickRow>(
    `select number, market_id, price_e8, sources, at_ms, encode(previous_hash, 'hex') as previous_hash,
       encode(hash, 'hex') as hash
     from price_ticks where number >= $1 order by number limit $2`,
    [from, limit],
  );
  return rows.map(row => ({
    previousHash: row.previous_hash,
    tick: {
      number: Number(row.number),
      market_id: row.market_id,
      price_e8: Number(row.price_e8),
      at_ms: Number(row.at_ms),
      sources: row.sources.map(source => ({
        name: source.name,
        price_e8: source.priceE8,
        at_ms: source.atMs,
      })),
      hash: row.hash,
    },
  }));
}

/** Of the database: the oldest and newest number; zeros if it has no tick. */
export async function hotBounds(db: Queryable): Promise<{ readonly first: number; readonly last: number }> {
  const { rows } = await db.query<{ first: string | null; last: string | null }>(
    'select min(number) as first, max(number) as last from price_ticks',
  );
  return { first: Number(rows[0]?.first ?? 0), last: Number(rows[0]?.last ?? 0) };
}

/** The first number from `first` to `last` whose tick is not older than `atMs`, or null. By halving: times only grow. */
export async function hotNumberAt(
  db: Queryable,
  first: number,
  last: number,
  atMs: number,
): Promise<number | null> {
  let low = first;
  let high = last + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const { rows } = await db.query<{ at_ms: string }>('select at_ms from price_ticks where number = $1', [
      middle,
    ]);
    if (rows[0] !== undefined && Number(rows[0].at_ms) >= atMs) high = middle;
    else low = middle + 1;
  }
  return low > last ? null : low;
}
