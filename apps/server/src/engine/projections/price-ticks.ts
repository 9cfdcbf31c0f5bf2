import type { IndexTick } from '@tallystick/core';
import { BigintColumn, HexColumn, IntegerColumn, TextColumn } from './columns.ts';
import { type ProjectionTable } from './table.ts';

/** The price log, every tick with its sources and its place in the chain. */
export class PriceTicksTable implements ProjectionTable {
  readonly name = 'price_ticks';
  readonly #number = new BigintColumn();
  readonly #marketId = new IntegerColumn();
  readonly #priceE8 = new BigintColumn();
  readonly #sources = new TextColumn();
  readonly #atMs = new BigintColumn();
  readonly #previousHash = new HexColumn();
  readonly #hash = new HexColumn();

  readonly columns = [
    this.#number,
    this.#marketId,
    this.#priceE8,
    this.#sources,
    this.#atMs,
    this.#previousHash,
    this.#hash,
  ];

  statement(parameters: readonly string[]): string {
    return `insert into price_ticks (number, market_id, price_e8, sources, at_ms, previous_hash, hash)
      select t.number, t.market_id, t.price_e8, t.sources::jsonb, t.at_ms, t.previous_hash, t.hash
      from unnest(${parameters.join(', ')})
        as t (number, market_id, price_e8, sources, at_ms, previous_hash, hash)`;
  }

  add(tick: IndexTick): void {
    this.#number.pushNumber(tick.number);
    this.#marketId.push(tick.marketId);
    this.#priceE8.pushNumber(tick.priceE8);
    this.#sources.push(JSON.stringify(tick.sources));
    this.#atMs.pushNumber(tick.atMs);
    this.#previousHash.push(tick.previousHash);
    this.#hash.push(tick.hash);
  }
}
