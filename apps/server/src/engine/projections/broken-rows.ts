import type { Queryable } from './queryable.ts';

/** A rule about the tables alone. */
export interface TableRule {
  readonly what: string;
  /**
   * Finds rows that break the rule, as `name`. To compare tables it sums both in one grouping, which reads each once; for a
   * join the planner would have to guess how many rows differ.
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
      // All rows are requested and ten are used. With `limit 10` the planner chooses a plan that is quick if most rows
      // differ, and takes extremely long when none does.
      `with broken as materialized (${sql}) select name from broken limit ${NAMED}`,
      sql.includes('$1') ? [...values] : [],
    );
    for (const { name } of rows) problems.push(`${what} ${name}`);
  }
  return problems;
}
