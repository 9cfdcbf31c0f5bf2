import type { Depth, Side } from '@tallystick/core';

/** `[priceTicks, quantityLots]`. */
export type Level = readonly [priceTicks: number, quantityLots: number];

/** Levels that changed; 0 lots = level gone. Best first. */
export interface DepthDelta {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** The price levels of one market as far as they are committed. */
export class DepthBook {
  readonly #bids: Map<number, number>;
  readonly #asks: Map<number, number>;
  #changedBids = new Map<number, number>();
  #changedAsks = new Map<number, number>();
  #sorted: DepthDelta | null = null;

  constructor(depth: Depth) {
    this.#bids = new Map(depth.bids);
    this.#asks = new Map(depth.asks);
  }

  change(side: Side, priceTicks: number, quantityLots: number): void {
    const levels = side === 'buy' ? this.#bids : this.#asks;
    if (quantityLots === 0) levels.delete(priceTicks);
    else levels.set(priceTicks, quantityLots);
    (side === 'buy' ? this.#changedBids : this.#changedAsks).set(priceTicks, quantityLots);
    this.#sorted = null;
  }

  /** What changed since the last call, or null. */
  takeChanges(): DepthDelta | null {
    if (this.#changedBids.size === 0 && this.#changedAsks.size === 0) return null;
    const delta = { bids: descending(this.#changedBids), asks: ascending(this.#changedAsks) };
    this.#changedBids = new Map();
    this.#changedAsks = new Map();
    return delta;
  }

  /** All levels, best first. */
  levels(): DepthDelta {
    return (this.#sorted ??= { bids: descending(this.#bids), asks: ascending(this.#asks) });
  }
}

function descending(levels: ReadonlyMap<number, number>): Level[] {
  return [...levels].toSorted((a, b) => b[0] - a[0]);
}

function ascending(levels: ReadonlyMap<number, number>): Level[] {
  return [...levels].toSorted((a, b) => a[0] - b[0]);
}
