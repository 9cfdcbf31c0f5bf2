/** One source's price inside an index tick. */
export interface IndexSource {
  readonly name: string;
  readonly priceE8: number;
  readonly atMs: number;
}

/**
 * One tick of the price log. `number` counts all ticks of all markets from 1 without gaps; `hash` chains each
 * tick to the one before: hash = SHA-256(previousHash ‖ canonical bytes of the tick).
 */
export interface IndexTick {
  readonly number: number;
  readonly marketId: number;
  /** 1e-8 quote units. */
  readonly priceE8: number;
  readonly sources: readonly IndexSource[];
  readonly atMs: number;
  /** Lower-case hex, 64 digits. The first tick's previous hash is 64 zeros. */
  readonly previousHash: string;
  readonly hash: string;
}
