import type { WireLoggedTick } from '@tallystick/protocol';
import { idsOf } from '../engine/history/id-bounds.ts';
import { PRICE_TICKS } from '../engine/projections/price-ticks.ts';
import type { Queryable } from '../engine/projections/queryable.ts';
import { select } from '../engine/projections/select.ts';

/** A tick as published, with the hash it claims to follow. */
export interface StoredTick {
  readonly previousHash: string;
  readonly tick: WireLoggedTick;
}

/** Ticks in the database from a number on, oldest first, without archived ones. */
export async function readHotTicks(db: Queryable, from: number, limit: number): Promise<StoredTick[]> {
  const ticks = await select(db, PRICE_TICKS, 'where number >= $1 order by number limit $2', [from, limit]);
  return ticks.map(({ number, marketId, priceE8, sources, atMs, previousHash, hash }) => ({
    previousHash,
    tick: {
      number,
      market_id: marketId,
      price_e8: priceE8,
      at_ms: atMs,
      sources: sources.map(source => ({
        name: source.name,
        price_e8: source.priceE8,
        at_ms: source.atMs,
      })),
      hash,
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

/** First number from `first` to `last` whose tick is at or after `atMs`, or null. */
export async function hotNumberAt(
  db: Queryable,
  first: number,
  last: number,
  atMs: number,
): Promise<number | null> {
  const ticks = { id: 'number', time: 'at_ms', source: 'price_ticks where true' };
  const { first: found } = await idsOf(db, ticks, { fromMs: atMs });
  return found > last ? null : Math.max(found, first);
}
