import type { ReadonlyExchange } from '@tallystick/core';
import type { Compare } from '../projections/compare.ts';
import type { Queryable } from '../projections/queryable.ts';

/** How the tables of a product are held against the exchange, the ledger and one another. */
export interface VerifiedProduct {
  /** Words of disagreement, or nothing. Nothing may be committed meanwhile. */
  verify(database: Queryable, exchange: ReadonlyExchange): Promise<string[]>;
  /** What of each owner is compared with the exchange. */
  readonly compared?: readonly Compare[];
  /**
   * Selects owner, currency and, negative, the minor units that it keeps frozen in spot accounts. Parameters: ids, base and
   * quote currencies of all markets.
   */
  readonly frozenInSpot?: string;
}
