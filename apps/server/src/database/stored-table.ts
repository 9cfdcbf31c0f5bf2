import type pg from 'pg';
import { columnName } from './column-name.ts';
import { insertRow } from './rows.ts';

type Queryable = Pick<pg.ClientBase, 'query'>;
/** What the driver gives for a column, as the program keeps it: `Number`, `BigInt`, `orNull(…)`, `as<…>()`. */
type Readers<Row> = { readonly [K in keyof Row]: (stored: never) => Row[K] };

/** For columns whose value is taken as the driver gives it. */
export function as<T>() {
  return (stored: T): T => stored;
}

export function orNull<S, T>(read: (stored: S) => T) {
  return (stored: S | null): T | null => (stored === null ? null : read(stored));
}

/** The rows of a table: `Stored<typeof DEPOSITS>`. */
export type Stored<Table> = Table extends StoredTable<infer Row> ? Readonly<Row> : never;

/**
 * A table of a module, declared once by the properties of its rows: `amountMinor` is the column `amount_minor`. What the
 * journal determines is declared by `Projection` instead.
 */
export class StoredTable<Row extends object> {
  readonly name: string;
  readonly #readers: readonly (readonly [
    property: string,
    column: string,
    read: (stored: never) => unknown,
  ])[];

  constructor(name: string, readers: Readers<Row>) {
    this.name = name;
    this.#readers = Object.entries<(stored: never) => unknown>(readers).map(([property, read]) => [
      property,
      columnName(property),
      read,
    ]);
  }

  /** `rest`: the statement from `where` on. `source`: the statement before it, for rows with columns of other tables. */
  async find(
    db: Queryable,
    rest: string,
    values: readonly unknown[] = [],
    source = `select * from ${this.name}`,
  ): Promise<Row[]> {
    const { rows } = await db.query<Record<string, unknown>>(`${source} ${rest}`, [...values]);
    return rows.map(
      row =>
        Object.fromEntries(
          this.#readers.map(([name, column, read]) => [name, read(row[column] as never)]),
        ) as Row,
    );
  }

  async first(db: Queryable, rest: string, values: readonly unknown[]): Promise<Row | null> {
    return (await this.find(db, rest, values))[0] ?? null;
  }

  /** `more`: columns that are not read. What is left out gets the table's default. */
  async insert(
    db: Queryable,
    row: Partial<Row>,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const given = Object.fromEntries(
      this.#readers.map(([property]) => [property, row[property as keyof Row]]),
    );
    await insertRow(db, this.name, { ...given, ...more });
  }

  /** Changes the rows that are as given, and tells whether there were any. */
  async change(db: Queryable, where: Partial<Row>, change: Partial<Row>): Promise<boolean> {
    const values: unknown[] = [];
    const equal = (of: Partial<Row>): string[] =>
      this.#given(of).map(([column, value]) => `${column} = $${values.push(value)}`);
    const { rowCount } = await db.query(
      `update ${this.name} set ${equal(change).join(', ')} where ${equal(where).join(' and ')}`,
      values,
    );
    return rowCount !== 0;
  }

  /** Of the declared columns only: what else an object has does not become SQL. */
  #given(row: Partial<Row>): (readonly [column: string, value: unknown])[] {
    const values: Readonly<Record<string, unknown>> = row as never;
    return this.#readers.flatMap(([property, column]) =>
      values[property] === undefined ? [] : [[column, values[property]] as const],
    );
  }
}
