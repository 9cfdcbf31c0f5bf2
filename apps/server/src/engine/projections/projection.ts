import type { Column } from './columns.ts';
import { columnName, type KindsOf, type StoredColumn, type StoredRow } from './kinds.ts';
import { insertFromUnnest, updateFromUnnest, type ProjectionTable } from './table.ts';

interface Field {
  readonly property: string;
  /** Whether it is of the stamp. */
  readonly stamped: boolean;
  readonly columns: readonly StoredColumn[];
  readonly writer: () => { readonly columns: readonly Column[]; readonly push: (value: never) => void };
  readonly read: (row: StoredRow) => unknown;
}

type Property<T> = keyof T & string;

interface Rules<View, Stamp> {
  /** What names a row. */
  readonly key: readonly (Property<View> | Property<Stamp>)[];
  /** What is written once, beside the key; a later state of the row changes the rest. */
  readonly fixed?: readonly (Property<View> | Property<Stamp>)[];
  /** What stands in the row besides: when, and by which command. */
  readonly stamp?: KindsOf<Stamp>;
}

type Statement = (names: readonly string[], parameters: readonly string[]) => string;

/**
 * A table whose rows follow from events, declared once: by the properties of what the core says (`View`), complete by
 * types. What writes its rows, what reads them and what compares them with the core is made of this.
 */
export class Projection<View extends object, Stamp extends object | void = void> {
  readonly name: string;
  /** Of the view, in the order of the columns. */
  readonly properties: readonly Property<View>[];
  readonly #fields: readonly Field[];
  readonly #key: ReadonlySet<string>;
  readonly #fixed: ReadonlySet<string>;

  constructor(name: string, kinds: KindsOf<View>, { key, fixed = [], stamp }: Rules<View, Stamp>) {
    this.name = name;
    this.properties = Object.keys(kinds) as Property<View>[];
    this.#key = new Set(key);
    this.#fixed = new Set(fixed);
    this.#fields = [...fieldsOf(kinds, false), ...(stamp === undefined ? [] : fieldsOf(stamp, true))];
  }

  get columns(): readonly StoredColumn[] {
    return this.#fields.flatMap(({ columns }) => columns);
  }

  /** Names of the columns of the key. */
  get key(): readonly string[] {
    return namesOf(this.#fields.filter(field => this.#key.has(field.property)));
  }

  /** What the core said. Throws for a row that is not as declared. */
  decode(row: StoredRow): View {
    const view: Record<string, unknown> = {};
    for (const field of this.#fields) if (!field.stamped) view[field.property] = field.read(row);
    return view as View;
  }

  /** The same of its values alone, one for each of `properties`. */
  decodeValues(values: readonly unknown[]): View {
    const names = this.columns.slice(0, this.properties.length).map(({ name }) => name);
    return this.decode(Object.fromEntries(names.map((name, i) => [name, values[i]])));
  }

  /** The same with its stamp. */
  decodeStamped(row: StoredRow): View & Stamp {
    const view: Record<string, unknown> = {};
    for (const field of this.#fields) view[field.property] = field.read(row);
    return view as View & Stamp;
  }

  /** New rows. `name`: of the statement's part. */
  inserts(name = this.name, statement?: (insert: string) => string): RowsTable<View, Stamp> {
    return new RowsTable(name, this.#fields, (names, parameters) => {
      const insert = insertFromUnnest(this.name, names, parameters);
      return statement === undefined ? insert : statement(insert);
    });
  }

  /** Rows that may be there: those that are take what changes. */
  upserts(name = this.name): RowsTable<View, Stamp> {
    const changes = namesOf(this.#changing()).map(one => `${one} = excluded.${one}`);
    return this.inserts(
      name,
      insert => `${insert} on conflict (${this.key.join(', ')}) do update set ${changes.join(', ')}`,
    );
  }

  /** Rows that are there: the key and what changes. */
  updates(name: string): RowsTable<View, Stamp> {
    const keys = this.#fields.filter(field => this.#key.has(field.property));
    return new RowsTable(name, [...keys, ...this.#changing()], (names, parameters) =>
      updateFromUnnest(this.name, keys.length, names, parameters),
    );
  }

  #changing(): readonly Field[] {
    return this.#fields.filter(({ property }) => !this.#key.has(property) && !this.#fixed.has(property));
  }
}

function fieldsOf<T>(kinds: KindsOf<T>, stamped: boolean): Field[] {
  return (Object.keys(kinds) as Property<T>[]).map(property => {
    const kind = kinds[property];
    const name = columnName(property);
    return { property, stamped, columns: kind.columns(name), writer: kind.writer, read: kind.reader(name) };
  });
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

function pushAll(pushes: readonly Push[], of: Readonly<Record<string, unknown>>): void {
  for (let i = 0; i < pushes.length; i++) {
    const { property, push } = pushes[i]!;
    push(of[property]);
  }
}
