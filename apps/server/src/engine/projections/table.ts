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

/** Updates the rows whose first `keys` columns are given; the other columns take the values beside them. */
export function updateFromUnnest(
  table: string,
  keys: number,
  names: readonly string[],
  parameters: readonly string[],
): string {
  const values = parameters.map((parameter, i) => `unnest(${parameter}) as ${names[i]!}`);
  const changes = names.slice(keys).map(name => `${name} = given.${name}`);
  const same = names.slice(0, keys).map(name => `${table}.${name} = given.${name}`);
  return `update ${table} set ${changes.join(', ')}
    from (select ${values.join(', ')}) as given where ${same.join(' and ')}`;
}

export function clearColumns(table: ProjectionTable): void {
  for (const column of table.columns) column.clear();
}
