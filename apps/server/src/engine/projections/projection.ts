import type { Column } from './columns.ts';
import { columnName } from '../../database/column-name.ts';
import { UnreadableRow, type KindsOf, type StoredColumn, type StoredRow } from './kinds.ts';
import type { ProjectionTable } from './table.ts';

interface Field {
  readonly property: string;
  /** Whether the column belongs to the stamp. */
  readonly stamped: boolean;
  readonly fixed: boolean;
  readonly columns: readonly StoredColumn[];
  readonly writer: () => { readonly columns: readonly Column[]; readonly push: (value: never) => void };
  readonly read: (row: StoredRow) => unknown;
}

type Property<T> = keyof T & string;

interface Rules<View, Stamp> {
  /** Properties that identify a row, or the column by which the database counts rows. */
  readonly key: readonly Property<View>[] | string;
  /** Added to the existing value. */
  readonly sums?: readonly Property<View>[];
  /** When the row was written, and by which command. */
  readonly stamp?: KindsOf<Stamp>;
}

type Statement = (names: readonly string[], parameters: readonly string[]) => string;

/**
 * A table whose rows follow from events, declared once by the properties of the core's view (`View`) and checked by types
 * to be complete. Writing, reading and comparing rows are derived from it.
 */
export class Projection<View extends object, Stamp extends object | void = void> {
  readonly name: string;
  /** Properties of the view, in the order of the columns. */
  readonly properties: readonly Property<View>[];
  readonly #ofView: readonly Field[];
  readonly #fields: readonly Field[];
  /** Names of the key columns. */
  readonly key: readonly string[];
  readonly #keyed: readonly Field[];
  readonly #changing: readonly Field[];
  readonly #sums: ReadonlySet<string>;
  readonly #keyProperties: readonly Property<View>[];
  readonly #sumProperties: readonly Property<View>[];

  constructor(name: string, kinds: KindsOf<View>, rules: Rules<View, Stamp>) {
    const { key, sums = [], stamp } = rules;
    this.name = name;
    this.properties = Object.keys(kinds) as Property<View>[];
    this.#ofView = fieldsOf(kinds, false);
    this.#fields = [...this.#ofView, ...(stamp === undefined ? [] : fieldsOf(stamp, true))];
    const isOf = (properties: readonly string[]) => (field: Field) => properties.includes(field.property);
    this.#keyed = typeof key === 'string' ? [] : key.map(name => this.#fields.find(isOf([name]))!);
    this.key = typeof key === 'string' ? [key] : namesOf(this.#keyed);
    this.#changing = this.#fields.filter(field => !field.fixed && !this.#keyed.includes(field));
    this.#sums = new Set(namesOf(this.#fields.filter(isOf(sums))));
    this.#sumProperties = sums;
    this.#keyProperties = typeof key === 'string' ? [] : key;
  }

  get columns(): readonly StoredColumn[] {
    return this.#fields.flatMap(({ columns }) => columns);
  }

  /** The view that was stored. Throws UnreadableRow if the row does not match the declaration. */
  decode(row: StoredRow): View {
    return this.#read(row, this.#ofView) as View;
  }

  /** The same, only its values: one for each of `properties`. */
  decodeValues(values: readonly unknown[]): View {
    const names = this.columns.slice(0, this.properties.length).map(({ name }) => name);
    return this.decode(Object.fromEntries(names.map((name, i) => [name, values[i]])));
  }

  /** The same with its stamp. */
  decodeStamped(row: StoredRow): View & Stamp {
    return this.#read(row, this.#fields) as View & Stamp;
  }

  /** The table, read with the stamps. */
  get stamped(): { readonly name: string; decode(row: StoredRow): View & Stamp } {
    return { name: this.name, decode: row => this.decodeStamped(row) };
  }

  #read(row: StoredRow, fields: readonly Field[]): unknown {
    const view: Record<string, unknown> = {};
    try {
      for (const { property, read } of fields) {
        const value = read(row);
        if (value !== undefined) view[property] = value;
      }
    } catch (error) {
      throw error instanceof UnreadableRow ? new UnreadableRow(`${this.name}.${error.message}`) : error;
    }
    return view;
  }

  /** Inserts new rows. `part`: the name of the statement's part. */
  inserts(part = this.name): RowsTable<View, Stamp> {
    return new RowsTable(part, this.#fields, (names, parameters) =>
      insertFromUnnest(this.name, names, parameters),
    );
  }

  /** Upserts rows. */
  upserts(part = this.name): RowsTable<View, Stamp> {
    const changes = namesOf(this.#changing).map(name => `${name} = ${this.#after(name, 'excluded')}`);
    const onConflict = `on conflict (${this.key.join(', ')}) do update set ${changes.join(', ')}`;
    return new RowsTable(
      part,
      this.#fields,
      (names, parameters) => `${insertFromUnnest(this.name, names, parameters)} ${onConflict}`,
    );
  }

  /** Updates existing rows: the key and what changes. */
  updates(part: string): RowsTable<View, Stamp> {
    const changes = namesOf(this.#changing).map(name => `${name} = ${this.#after(name, 'given')}`);
    const same = this.key.map(name => `${this.name}.${name} = given.${name}`);
    return new RowsTable(part, [...this.#keyed, ...this.#changing], (names, parameters) => {
      const values = parameters.map((parameter, i) => `unnest(${parameter}) as ${names[i]!}`);
      return `update ${this.name} set ${changes.join(', ')}
        from (select ${values.join(', ')}) as given where ${same.join(' and ')}`;
    });
  }

  /** The same for rows that change several times within a batch. */
  latest(table: RowsTable<View, Stamp> = this.upserts()): LatestRows<View, Stamp> {
    const fixed = this.#fields.filter(field => field.stamped && field.fixed);
    const stamps = fixed.map(({ property }) => property);
    return new LatestRows(table, this.#keyProperties, this.#sumProperties, stamps);
  }

  #after(name: string, given: string): string {
    return this.#sums.has(name) ? `${this.name}.${name} + ${given}.${name}` : `${given}.${name}`;
  }
}

/** What `decodeStamped` gives. */
export type StampedRow<P extends { decodeStamped(row: StoredRow): unknown }> = ReturnType<P['decodeStamped']>;

function fieldsOf<T>(kinds: KindsOf<T>, stamped: boolean): Field[] {
  return (Object.keys(kinds) as Property<T>[]).map(property => {
    const kind = kinds[property];
    const name = columnName(property);
    const { writer, fixed = false } = kind;
    return { property, stamped, fixed, columns: kind.columns(name), writer, read: kind.reader(name) };
  });
}

/**
 * In the select list the arrays are read in lockstep; in `from unnest(…)` each would first be copied into its own
 * store.
 */
function insertFromUnnest(table: string, names: readonly string[], parameters: readonly string[]): string {
  const values = parameters.map(parameter => `unnest(${parameter})`);
  return `insert into ${table} (${names.join(', ')}) select ${values.join(', ')}`;
}

function namesOf(fields: readonly Field[]): string[] {
  return fields.flatMap(({ columns }) => columns.map(({ name }) => name));
}

interface Push {
  readonly property: string;
  readonly push: (value: unknown) => void;
}

/** Rows of a projection gathered while a batch is open. */
export class RowsTable<View, Stamp = void> implements ProjectionTable {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly #names: readonly string[];
  readonly #ofView: readonly Push[];
  readonly #ofStamp: readonly Push[];
  readonly #statement: Statement;

  constructor(name: string, fields: readonly Field[], statement: Statement) {
    this.name = name;
    this.#names = namesOf(fields);
    this.#statement = statement;
    const writers = fields.map(({ property, stamped, writer }) => ({ property, stamped, ...writer() }));
    this.columns = writers.flatMap(({ columns }) => columns);
    const pushes = writers as unknown as readonly (Push & { readonly stamped: boolean })[];
    this.#ofView = pushes.filter(({ stamped }) => !stamped);
    this.#ofStamp = pushes.filter(({ stamped }) => stamped);
  }

  statement(parameters: readonly string[]): string {
    return this.#statement(this.#names, parameters);
  }

  push(view: View, stamp: Stamp): void {
    pushAll(this.#ofView, view as Record<string, unknown>);
    if (this.#ofStamp.length > 0) pushAll(this.#ofStamp, stamp as Record<string, unknown>);
  }
}

/**
 * The latest state of each row within a batch: one statement cannot write a row twice, and only the state at the end of the
 * batch matters. Properties that the database adds up are added up here, too.
 */
export class LatestRows<View extends object, Stamp> implements ProjectionTable {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly #table: RowsTable<View, Stamp>;
  readonly #key: readonly Property<View>[];
  readonly #sums: readonly Property<View>[];
  /** Properties of the stamp that are written once: the first of the batch counts, as the first in the table does. */
  readonly #fixed: readonly string[];
  readonly #rows = new Map<unknown, readonly [view: View, stamp: Stamp]>();

  constructor(
    table: RowsTable<View, Stamp>,
    key: readonly Property<View>[],
    sums: readonly Property<View>[],
    fixed: readonly string[],
  ) {
    this.name = table.name;
    this.columns = table.columns;
    this.#table = table;
    this.#key = key;
    this.#sums = sums;
    this.#fixed = fixed;
  }

  statement(parameters: readonly string[]): string {
    return this.#table.statement(parameters);
  }

  push(view: View, stamp: Stamp): void {
    const key = this.#keyOf(view);
    const before = this.#rows.get(key);
    this.#rows.set(
      key,
      before === undefined ? [view, stamp] : [this.#added(before[0], view), this.#kept(before[1], stamp)],
    );
  }

  /** The row as it is in this batch, if it changed. `of`: with the properties of the key. */
  held(of: Partial<View>): View | undefined {
    return this.#rows.get(this.#keyOf(of))?.[0];
  }

  drop(of: Partial<View>): void {
    this.#rows.delete(this.#keyOf(of));
  }

  close(): void {
    for (const [view, stamp] of this.#rows.values()) this.#table.push(view, stamp);
    this.#rows.clear();
  }

  #keyOf(view: Partial<View>): unknown {
    return this.#key.length === 1 ? view[this.#key[0]!] : this.#key.map(name => view[name]).join('/');
  }

  #kept(before: Stamp, stamp: Stamp): Stamp {
    if (this.#fixed.length === 0) return stamp;
    const first = before as Readonly<Record<string, unknown>>;
    return { ...stamp, ...Object.fromEntries(this.#fixed.map(name => [name, first[name]])) };
  }

  #added(before: View, view: View): View {
    if (this.#sums.length === 0) return view;
    const sums = this.#sums.map(name => [name, (before[name] as bigint) + (view[name] as bigint)]);
    return { ...view, ...Object.fromEntries(sums) };
  }
}

function pushAll(pushes: readonly Push[], of: Readonly<Record<string, unknown>>): void {
  for (let i = 0; i < pushes.length; i++) {
    const { property, push } = pushes[i]!;
    push(of[property]);
  }
}
