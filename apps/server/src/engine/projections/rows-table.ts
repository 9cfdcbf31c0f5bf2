import { BigintColumn, IntegerColumn, TextColumn, type Column } from './columns.ts';
import { insertFromUnnest, type ProjectionTable } from './table.ts';

/** One column of a table and what of a row goes into it. */
export interface Field<Row> {
  readonly column: Column;
  readonly push: (row: Row) => void;
}

type Value<Row, T> = (row: Row) => T | null;

/** 32 bits. */
export function integer<Row>(of: Value<Row, number>): Field<Row> {
  const column = new IntegerColumn();
  return { column, push: row => pushOrNull(column, of(row), value => column.push(value)) };
}

/** 64 bits, from a safe integer or a bigint. */
export function big<Row>(of: Value<Row, number | bigint>): Field<Row> {
  const column = new BigintColumn();
  return {
    column,
    push: row =>
      pushOrNull(column, of(row), value =>
        typeof value === 'number' ? column.pushNumber(value) : column.pushBigint(value),
      ),
  };
}

export function text<Row>(of: Value<Row, string>): Field<Row> {
  const column = new TextColumn();
  return { column, push: row => pushOrNull(column, of(row), value => column.push(value)) };
}

function pushOrNull<T>(column: { pushNull(): void }, value: T | null, push: (value: T) => void): void {
  if (value === null) column.pushNull();
  else push(value);
}

/** A table whose columns are named beside where they come from; for rows that do not come by the ten thousand. */
export class RowsTable<Row> implements ProjectionTable {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly #names: readonly string[];
  readonly #fields: readonly Field<Row>[];
  readonly #statement: (names: readonly string[], parameters: readonly string[]) => string;

  constructor(
    name: string,
    fields: Readonly<Record<string, Field<Row>>>,
    statement = (names: readonly string[], parameters: readonly string[]) =>
      insertFromUnnest(name, names, parameters),
  ) {
    this.name = name;
    this.#names = Object.keys(fields);
    this.#fields = Object.values(fields);
    this.columns = this.#fields.map(({ column }) => column);
    this.#statement = statement;
  }

  statement(parameters: readonly string[]): string {
    return this.#statement(this.#names, parameters);
  }

  push(row: Row): void {
    for (const field of this.#fields) field.push(row);
  }
}
