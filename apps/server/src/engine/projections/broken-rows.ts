import type { Queryable } from './queryable.ts';

/** A rule about the tables alone. */
export interface TableRule {
  readonly what: string;
  /**
   * Selects rows that break the rule, as `name`. A comparison of two tables sums both in one grouping, so each is read
   * once; for a join the planner would have to guess how many rows differ.
   */
  readonly sql: string;
}

const NAMED = 10;

/** Descriptions of broken rules; empty if there are none. `values` are for the rules with parameters. */
export async function brokenRows(
  database: Queryable,
  rules: readonly TableRule[],
  values: readonly unknown[] = [],
): Promise<string[]> {
  const problems: string[] = [];
  for (const { what, sql } of rules) {
    const { rows } = await database.query<{ name: string }>(
      // All rows are computed, though only ten are used. With `limit 10` in the rule, the planner chooses a plan that
      // is fast if most rows differ, but extremely slow if none does.
      `with broken as materialized (${sql}) select name from broken limit ${NAMED}`,
      sql.includes('$1') ? [...values] : [],
    );
    for (const { name } of rows) problems.push(`${what} ${name}`);
  }
  return problems;
}
