import { columnName } from './column-name.ts';
import type { Reads } from './reads.ts';
import { changeRow, insertRow, type Queries } from './rows.ts';

/** Converts each column from the driver's value: `Number`, `BigInt`, `orNull(…)`, `as<…>()`. */
type Readers<Row> = { readonly [K in keyof Row]: (stored: never) => Row[K] };

/** For columns whose driver value needs no conversion. */
export function as<T>() {
  return (stored: T): T => stored;
}

export function orNull<S, T>(read: (stored: S) => T) {
  return (stored: S | null): T | null => (stored === null ? null : read(stored));
}

/** The rows of a table: `Stored<typeof DEPOSITS>`. */
export type Stored<Table> = Table extends StoredTable<infer Row> ? Readonly<Row> : never;

/**
 * A table of a module, declared once by the properties of its rows: `amountMinor` is the column `amount_minor`. Tables
 * that follow from the journal use `Projection` instead.
 */
export class StoredTable<Row extends object> {
  readonly name: string;
  readonly #readers: Readers<Row>;
  readonly #columns: readonly (readonly [property: keyof Row, column: string])[];

  constructor(name: string, readers: Readers<Row>) {
    this.name = name;
    this.#readers = readers;
    this.#columns = (Object.keys(readers) as (keyof Row & string)[]).map(name => [name, columnName(name)]);
  }

  /** `rest`: the statement from `where` on. `source`: the statement before it, for rows with columns of other tables. */
  async find(
    db: Reads,
    rest: string,
    values: readonly unknown[] = [],
    source = `select * from ${this.name}`,
  ): Promise<Row[]> {
    const { rows } = await db.query<Record<string, unknown>>(`${source} ${rest}`, [...values]);
    return rows.map(
      row =>
        Object.fromEntries(
          this.#columns.map(([name, column]) => [name, this.#readers[name](row[column] as never)]),
        ) as Row,
    );
  }

  async first(db: Reads, rest: string, values: readonly unknown[]): Promise<Row | null> {
    return (await this.find(db, rest, values))[0] ?? null;
  }

  /** `more`: columns that are never read. Properties left out get the column's default. */
  insert(db: Queries, row: Partial<Row>, more: object = {}): Promise<void> {
    return insertRow(db, this.name, { ...this.#declared(row), ...more });
  }

  /** Changes the rows that match `where`. False if no row matches. */
  change(db: Queries, where: Partial<Row>, change: Partial<Row>): Promise<boolean> {
    return changeRow(db, this.name, where, this.#declared(change));
  }

  /** Drops all other properties, so that they never become SQL. */
  #declared(row: Partial<Row>): object {
    return Object.fromEntries(Object.entries(row).filter(([name]) => Object.hasOwn(this.#readers, name)));
  }
}
