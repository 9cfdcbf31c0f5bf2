import type { ProjectionTable } from './table.ts';

function hasRows(table: ProjectionTable): boolean {
  return table.columns[0]!.length > 0;
}

/** Tables that have rows. Others are left out of a statement: they cost time even without rows. */
export function withRows(tables: readonly ProjectionTable[]): ProjectionTable[] {
  return tables.filter(hasRows);
}

/** Their places in the list. */
export function placesWithRows(tables: readonly ProjectionTable[]): number[] {
  return tables
    .keys()
    .filter(place => hasRows(tables[place]!))
    .toArray();
}

/** The parts of one statement that write the tables' rows. `first`: number of their first parameter. */
export function writingParts(tables: readonly ProjectionTable[], first: number): string[] {
  let next = first;
  return tables.map(table => {
    const parameters = table.columns.map(column => `$${next++}::${column.type}[]`);
    return `${table.name}_written as (${table.statement(parameters)})`;
  });
}

/** The parameters of those parts; the columns are empty afterwards. */
export function takeValues(tables: readonly ProjectionTable[]): unknown[] {
  return tables.flatMap(table => table.columns.map(column => column.take()));
}
