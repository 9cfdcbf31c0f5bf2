import type { ReadonlyExchange } from '@tallystick/core';
import type { TableRule } from '../projections/broken-rows.ts';
import type { Compare } from '../projections/compare.ts';
import type { Queryable } from '../projections/queryable.ts';

/** How the tables of a product are compared with the exchange, the ledger and one another. */
export interface VerifiedProduct {
  /** Each must return no rows. */
  readonly rules?: readonly TableRule[];
  /** Returns differences in words, if any. Nothing may be committed meanwhile. */
  verify?(database: Queryable, exchange: ReadonlyExchange): Promise<string[]>;
  /** What is compared with the exchange for each owner. */
  readonly compared?: readonly Compare[];
  /**
   * Selects owner, currency and, as a negative number, the minor units it keeps frozen in spot accounts. Parameters: ids,
   * base and quote currencies of all markets; ids, owners, currencies and frozen amounts of quotes that need no row.
   */
  readonly frozenInSpot?: string;
}
