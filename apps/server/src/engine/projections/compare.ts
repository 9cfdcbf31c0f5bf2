import { isDeepStrictEqual } from 'node:util';
import type { ReadonlyExchange } from '@tallystick/core';
import type { Projection } from './projection.ts';
import type { Queryable } from './queryable.ts';
import { select } from './select.ts';

/** Owners of accounts from one id to another, both included. */
export interface Owners {
  readonly from: number;
  readonly to: number;
  /** Ids that the exchange knows in this range, ascending. */
  readonly ids: readonly number[];
}

/** A list for all owners, sorted by owner. */
export type ByOwner = (exchange: ReadonlyExchange) => (owner: number) => readonly unknown[];

/** An exchange and its lists by owner. Each list is made only once. */
export interface Compared {
  readonly exchange: ReadonlyExchange;
  of(list: ByOwner): (owner: number) => readonly unknown[];
}

/** Compares the database's rows of these owners with the exchange: differences in words, or nothing. */
export type Compare = (database: Queryable, state: Compared, owners: Owners) => Promise<string[]>;

/**
 * Compares the table's rows that meet the condition, owner by owner in the order of the key.
 *
 * @param rowless which of the exchange's entries need no row; if there is one, it must be right
 */
export function compareRows<View extends { readonly customerId: number }>(
  what: string,
  table: Pick<Projection<View>, 'name' | 'key' | 'decode'>,
  condition: string,
  core: (exchange: ReadonlyExchange) => (owner: number) => readonly View[],
  rowless?: (exchange: ReadonlyExchange) => (view: View) => boolean,
): Compare {
  const rest = `where ${condition} and customer_id between $1 and $2 order by ${table.key.join(', ')}`;
  return async (database, state, owners) => {
    const views = await select(database, table, rest, [owners.from, owners.to]);
    const told = views.map(view => [view.customerId, view] as const);
    const list = state.of(core) as (owner: number) => readonly View[];
    if (rowless === undefined) return compareLists(what, owners, told, list);
    const needsNone = rowless(state.exchange);
    const toldOf = Map.groupBy(views, view => view.customerId);
    return compareLists(what, owners, told, owner =>
      withRows(list(owner), toldOf.get(owner) ?? [], needsNone),
    );
  };
}

/** The entries that must be in the table, and those that are there without need. Both lists are in the order of the key. */
function withRows<View>(
  entries: readonly View[],
  told: readonly View[],
  needsNone: (view: View) => boolean,
): readonly View[] {
  let next = 0;
  return entries.filter(entry => {
    if (needsNone(entry) && !isDeepStrictEqual(entry, told[next])) return false;
    next++;
    return true;
  });
}

/** The same for rows that were read already. */
export function compareLists(
  what: string,
  { ids }: Owners,
  told: readonly (readonly [owner: number, value: unknown])[],
  core: (owner: number) => readonly unknown[],
): string[] {
  const listed = Map.groupBy(told, ([owner]) => owner);
  const problems: string[] = [];
  for (const owner of ids) {
    const values = listed.get(owner)?.map(([, value]) => value) ?? [];
    listed.delete(owner);
    if (!isDeepStrictEqual(values, [...core(owner)]))
      problems.push(`${what} of customer ${owner} differ from the exchange’s`);
  }
  for (const owner of listed.keys())
    problems.push(`${what} of customer ${owner}, whom the exchange does not know`);
  return problems;
}

export function byOwner<T extends { readonly customerId: number }>(
  all: readonly T[],
): (owner: number) => T[] {
  const grouped = Map.groupBy(all, one => one.customerId);
  return owner => grouped.get(owner) ?? [];
}
