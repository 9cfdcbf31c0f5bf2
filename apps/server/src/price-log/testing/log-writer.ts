import { FIRST_PREVIOUS_HASH, hashTick } from '@tallystick/core/market/price-log';
import type pg from 'pg';

/** Writes ticks into the database as the core's events do. */
export class LogWriter {
  readonly #pool: pg.Pool;
  #number = 0;
  #hash = FIRST_PREVIOUS_HASH;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  get number(): number {
    return this.#number;
  }

  /** Continues at another number and hash, as a restored database would. */
  goOnFrom(number: number, hash: string): void {
    this.#number = number;
    this.#hash = hash;
  }

  /** Writes `count` ticks 250 ms apart, alternating between two markets. */
  async write(count: number, { atMs = 1_760_000_000_000, priceE8 = 100_000_000 } = {}): Promise<void> {
    const rows: unknown[][] = [[], [], [], [], [], [], []];
    for (let i = 0; i < count; i++) {
      const number = this.#number + 1;
      const time = atMs + number * 250;
      const price = priceE8 + number;
      const body = {
        number,
        marketId: (number % 2) + 1,
        priceE8: price,
        sources: [{ name: 'test', priceE8: price, atMs: time }],
        atMs: time,
      };
      const hash = hashTick(this.#hash, body);
      const values = [
        number,
        body.marketId,
        price,
        JSON.stringify(body.sources),
        time,
        Buffer.from(this.#hash, 'hex'),
        Buffer.from(hash, 'hex'),
      ];
      for (const [column, value] of values.entries()) rows[column]!.push(value);
      this.#number = number;
      this.#hash = hash;
    }
    await this.#pool.query(
      `insert into price_ticks (number, market_id, price_e8, sources, at_ms, previous_hash, hash)
       select a, b, c, d::jsonb, e, f, g from unnest($1::bigint[], $2::int[], $3::bigint[], $4::text[], $5::bigint[],
         $6::bytea[], $7::bytea[]) as t (a, b, c, d, e, f, g)`,
      rows,
    );
  }
}
