import type pg from 'pg';

interface Plan {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** How many rows a statement reads, from its plan: a measure of cost without a clock. Executes the statement. */
export async function touchedRows(
  db: Pick<pg.ClientBase, 'query'>,
  sql: string,
  values: readonly unknown[] = [],
): Promise<number> {
  const { rows } = await db.query<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(
    `explain (analyze, timing off, format json) ${sql}`,
    [...values],
  );
  return touched(rows[0]!['QUERY PLAN'][0]!.Plan);
}

function touched(plan: Plan): number {
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Join Filter'] ?? 0);
  const below = (plan.Plans ?? []).reduce((sum, one) => sum + touched(one), 0);
  return (plan['Actual Rows'] + removed) * plan['Actual Loops'] + below;
}
