import type { Column } from './columns.ts';

/** Rows of one table gathered while a batch is open, and the statement that writes them all at once. */
export interface ProjectionTable {
  /** Name of the statement's part, unique among the tables of a batch. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** A data-modifying statement over `parameters`, the columns in order, each cast to its array type. */
  statement(parameters: readonly string[]): string;
  /** Ends the batch: prepares rows that were gathered. */
  close?(): void;
}

export function clearColumns(table: ProjectionTable): void {
  for (const column of table.columns) column.clear();
}
