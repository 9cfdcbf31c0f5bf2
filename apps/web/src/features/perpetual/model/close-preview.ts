import type { Walk } from '#lib/book-walk.ts';

/** Preview of closing lots of a position; amounts in minor units. */
export interface ClosePreview {
  /** What trades immediately. */
  readonly walk: Walk;
  /** Average of the closed lots; null when none can be closed. */
  readonly price: string | null;
  /** Result of these lots after the closing fee. */
  readonly resultMinor: bigint;
  /** Margin of these lots plus the result; never negative for an isolated position. */
  readonly returnedMinor: bigint;
  readonly feeMinor: bigint;
  /** Total result of the position since it was opened, with fees and funding. */
  readonly totalMinor: bigint;
}
