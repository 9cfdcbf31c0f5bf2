import { LAST_HOUSE_ID } from '@tallystick/protocol/house-accounts';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { Queryable } from '../../engine/projections/queryable.ts';
import { everybodyEarned } from './store.ts';
import { type Worths } from './worths.ts';

/** Recomputed at most this often, because it adds up all rebates. */
const FRESH_MS = 60_000;

export interface Place {
  readonly promoterId: number;
  readonly rank: number;
  readonly valueMinor: bigint;
}

export interface Ranking {
  readonly atMs: number;
  readonly top: readonly Place[];
  readonly of: ReadonlyMap<number, Place>;
}

export interface RankingsOptions {
  readonly pool: Queryable;
  readonly worths: () => Worths;
  /** Demo accounts rank in the demo only; the house's makers never do. */
  readonly withDemo: boolean;
  /** Stopped promoters are not shown. */
  readonly takesPart: (promoterId: number) => boolean;
  readonly now: () => number;
}

/** Promoters ranked by their rebates' worth at last prices; currencies without a price count as zero. */
export class Rankings {
  readonly #options: RankingsOptions;
  #newest: Promise<Ranking> | null = null;
  #atMs = 0;

  constructor(options: RankingsOptions) {
    this.#options = options;
  }

  /** Shared by all who ask within a minute. */
  current(): Promise<Ranking> {
    const nowMs = this.#options.now();
    if (this.#newest === null || nowMs >= this.#atMs + FRESH_MS || nowMs < this.#atMs) {
      this.#atMs = nowMs;
      const asked = this.#make(nowMs);
      this.#newest = asked;
      // A failure is not cached.
      asked.catch(() => {
        if (this.#newest === asked) this.#newest = null;
      });
    }
    return this.#newest;
  }

  async #make(atMs: number): Promise<Ranking> {
    const { pool, takesPart, withDemo } = this.#options;
    const worths = this.#options.worths();
    const values = new Map<number, bigint>();
    for (const one of await everybodyEarned(pool, LAST_HOUSE_ID, withDemo)) {
      if (!takesPart(one.promoterId)) continue;
      values.set(one.promoterId, (values.get(one.promoterId) ?? 0n) + (worths.minor(one, USDT) ?? 0n));
    }
    const places = [...values]
      .toSorted(([a, valueA], [b, valueB]) => (valueA === valueB ? a - b : valueA > valueB ? -1 : 1))
      .map(([promoterId, valueMinor], i) => ({ promoterId, rank: i + 1, valueMinor }));
    return {
      atMs,
      top: places.slice(0, 10),
      of: new Map(places.map(place => [place.promoterId, place])),
    };
  }
}
