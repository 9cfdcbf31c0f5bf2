import type { Column } from './columns.ts';

/** Rows of one table gathered while a batch is open, and the statement that writes them all at once. */
export interface ProjectionTable {
  /** Name of the statement's part, unique among the tables of a batch. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** A data-modifying statement over `parameters`, the columns in order, each cast to its array type. */
  statement(parameters: readonly string[]): string;
}

/**
 * `insert into TABLE (a, b) select unnest($1::bigint[]), …`. In the select list the arrays are read in lockstep; in
 * `from unnest(…)` each would first be copied into a store of its own.
 */
export function insertFromUnnest(
  table: string,
  names: readonly string[],
  parameters: readonly string[],
): string {
  const values = parameters.map(parameter => `unnest(${parameter})`);
  return `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}`;
}

export function clearColumns(table: ProjectionTable): void {
  for (const column of table.columns) column.clear();
}
