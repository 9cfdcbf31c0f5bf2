import type { Queryable } from './queryable.ts';

/** A statement about the tables alone. */
export interface TableRule {
  readonly what: string;
  /**
   * Finds rows that break it, as `name`. Where tables are held against each other it adds both up in one grouping, which
   * reads each once; a join would be left to what the planner believes of how many rows differ.
   */
  readonly sql: string;
}

const NAMED = 10;

/** Words of what breaks the rules; empty when nothing does. `values` are for the rules with parameters. */
export async function brokenRows(
  database: Queryable,
  rules: readonly TableRule[],
  values: readonly unknown[] = [],
): Promise<string[]> {
  const problems: string[] = [];
  for (const { what, sql } of rules) {
    const { rows } = await database.query<{ name: string }>(
      // All are asked for, and ten are taken: asked for ten, the planner chooses what finds the first ones soon if most
      // rows differ, and takes for ever when none does.
      `with broken as materialized (${sql}) select name from broken limit ${NAMED}`,
      sql.includes('$1') ? [...values] : [],
    );
    for (const { name } of rows) problems.push(`${what} ${name}`);
  }
  return problems;
}
