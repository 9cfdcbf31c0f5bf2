import type { OrderView, PositionView, ReadonlyExchange } from '@tallystick/core';

/** What several parts of a portfolio look at. */
export interface CustomerReads {
  readonly customerId: number;
  readonly exchange: ReadonlyExchange;
  /** Spot orders that wait. */
  readonly orders: readonly OrderView[];
  /** Held, or waiting to open. */
  readonly positions: readonly PositionView[];
}

/** Sums by key, in the order in which keys first came. */
export class Sums<Key extends object> {
  readonly #sums = new Map<string, { readonly key: Key; minor: bigint; count: number }>();

  add(key: Key, minor: bigint): void {
    const text = JSON.stringify(key);
    const sum = this.#sums.get(text);
    if (sum === undefined) this.#sums.set(text, { key, minor, count: 1 });
    else {
      sum.minor += minor;
      sum.count++;
    }
  }

  /** Without sums of 0. */
  all(): { readonly key: Key; readonly minor: bigint; readonly count: number }[] {
    return [...this.#sums.values()].filter(({ minor }) => minor !== 0n);
  }
}
