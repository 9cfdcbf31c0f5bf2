import { isDeepStrictEqual } from 'node:util';
import type { ReadonlyExchange } from '@tallystick/core';
import type { Projection } from './projection.ts';
import type { Queryable } from './queryable.ts';
import { select } from './select.ts';

/** Owners of accounts from one id to another, both included. */
export interface Owners {
  readonly from: number;
  readonly to: number;
  /** Those between whom the exchange knows, ascending. */
  readonly ids: readonly number[];
}

/** What is listed for all owners, owner by owner. */
export type ByOwner = (exchange: ReadonlyExchange) => (owner: number) => readonly unknown[];

/** An exchange, and its lists, each made once. */
export interface Compared {
  readonly exchange: ReadonlyExchange;
  of(list: ByOwner): (owner: number) => readonly unknown[];
}

/** Compares what the database says of owners with what the exchange knows: words of disagreement, or nothing. */
export type Compare = (database: Queryable, state: Compared, owners: Owners) => Promise<string[]>;

/** A comparison of the rows of a table for which the condition holds, owner by owner in the order of its key. */
export function compareRows<View extends { readonly customerId: number }>(
  what: string,
  table: Pick<Projection<View>, 'name' | 'key' | 'decode'>,
  condition: string,
  core: ByOwner,
): Compare {
  const rest = `where ${condition} and customer_id between $1 and $2 order by ${table.key.join(', ')}`;
  return async (database, state, owners) => {
    const views = await select(database, table, rest, [owners.from, owners.to]);
    const told = views.map(view => [view.customerId, view] as const);
    return compareLists(what, owners, told, state.of(core));
  };
}

/** The same of rows that were read. */
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
