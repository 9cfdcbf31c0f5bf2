import type { RowsTable } from './projection.ts';

/** When something changed: the command's sequence and time. */
export interface Moment {
  readonly sequence: number;
  readonly atMs: number;
}

/**
 * The latest change of each thing within a batch. One statement cannot write a row twice, and only the state at the end of
 * the batch matters.
 */
export class LatestRows<View, Stamp> {
  readonly table: RowsTable<View, Stamp>;
  readonly #keyOf: (view: View) => number | string;
  readonly #changed = new Map<number | string, readonly [view: View, stamp: Stamp]>();

  constructor(table: RowsTable<View, Stamp>, keyOf: (view: View) => number | string) {
    this.table = table;
    this.#keyOf = keyOf;
  }

  change(view: View, stamp: Stamp): void {
    this.#changed.set(this.#keyOf(view), [view, stamp]);
  }

  /** Ends the batch. */
  close(): void {
    for (const [view, stamp] of this.#changed.values()) this.table.push(view, stamp);
    this.#changed.clear();
  }
}
