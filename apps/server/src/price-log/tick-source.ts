import { hashTick } from '@tallystick/core/market/price-log';
import type { LogEntry, LogSource } from '../transparency-log/source.ts';
import type { Queryable } from '../transparency-log/store.ts';
import { TILE_WIDTH } from '../transparency-log/tree.ts';
import { hotBounds, readHotTicks, type StoredTick } from './ticks.ts';

/** The price log: entry n is tick n. */
export class TickSource implements LogSource {
  readonly name = 'price';
  readonly kind = 'tick';
  readonly lookBack = TILE_WIDTH;
  readonly #db: Queryable;

  constructor(db: Queryable) {
    this.#db = db;
  }

  async entries(from: number, limit: number): Promise<LogEntry[]> {
    return (await readHotTicks(this.#db, from, limit)).map(toEntry);
  }

  async first(): Promise<number> {
    return (await hotBounds(this.#db)).first;
  }

  async reaches(number: number): Promise<boolean> {
    return (await hotBounds(this.#db)).last >= number;
  }

  async taken(): Promise<void> {}
}

/** A stored tick as an entry of the log, with its hash recomputed. */
export function toEntry({ previousHash, tick }: StoredTick): LogEntry {
  const { number, market_id: marketId, price_e8: priceE8, at_ms: atMs, hash } = tick;
  const sources = tick.sources.map(source => ({
    name: source.name,
    priceE8: source.price_e8,
    atMs: source.at_ms,
  }));
  const isSound = hashTick(previousHash, { number, marketId, priceE8, sources, atMs }) === hash;
  return { number, previousHash, hash, isSound, sequence: null };
}
