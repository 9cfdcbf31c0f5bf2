import { columnName } from '../../database/column-name.ts';
import {
  BigintColumn,
  BooleanColumn,
  HexColumn,
  IntegerColumn,
  JsonbColumn,
  TextColumn,
  WordColumn,
  type Column,
} from './columns.ts';

/** A row as the driver returns it: integers of 64 bits are text. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** A row that does not match its table's declaration. */
export class UnreadableRow extends TypeError {}

/** A column in the database. */
export interface StoredColumn {
  readonly name: string;
  /** PostgreSQL's name of the type. */
  readonly type: string;
  readonly nullable: boolean;
}

/** A batch's columns, and the function that adds a value to them. */
interface Writer<T> {
  readonly columns: readonly Column[];
  readonly push: (value: T) => void;
}

/**
 * How a property is stored in a table's rows: in which columns, how it is written and read. `name` is the column's name,
 * or the prefix if there are several.
 */
export interface Kind<T> {
  readonly columns: (name: string) => readonly StoredColumn[];
  readonly writer: () => Writer<T>;
  /** Throws UnreadableRow if the stored value is not of this kind: another type, an unknown word, or missing. */
  readonly reader: (name: string) => (row: StoredRow) => T;
  /** Written once; later states of the row leave it as it is. */
  readonly fixed?: true;
}

/** A kind for each property, in the order of the columns. */
export type KindsOf<T> = { readonly [K in keyof T]-?: Kind<T[K]> };

interface OneColumn<T, C extends Column> {
  readonly make: () => C;
  readonly push: (column: C, value: T) => void;
  /** Undefined if the stored value is not of this kind. */
  readonly read: (stored: unknown) => T | undefined;
}

function oneColumn<T, C extends Column>({ make, push, read }: OneColumn<T, C>): Kind<T> {
  const { type } = make();
  return {
    columns: name => [{ name, type, nullable: false }],
    writer: () => {
      const column = make();
      return { columns: [column], push: value => push(column, value) };
    },
    reader: name => row => {
      const value = read(row[name]);
      if (value === undefined)
        throw new UnreadableRow(`${name} is no ${type} as declared: ${String(row[name])}`);
      return value;
    },
  };
}

/** A whole number of 32 bits. */
export const int4: Kind<number> = oneColumn({
  make: () => new IntegerColumn(),
  push: (column, value) => column.push(value),
  read: stored => (typeof stored === 'number' ? stored : undefined),
});

/** A safe integer. */
export const int8: Kind<number> = oneColumn({
  make: () => new BigintColumn(),
  push: (column, value) => column.pushNumber(value),
  read: stored => {
    const value = typeof stored === 'string' ? Number(stored) : stored;
    return Number.isSafeInteger(value) ? (value as number) : undefined;
  },
});

/** A bigint of 64 bits. */
export const minor: Kind<bigint> = oneColumn({
  make: () => new BigintColumn(),
  push: (column, value) => column.pushBigint(value),
  read: stored => (typeof stored === 'string' ? BigInt(stored) : undefined),
});

export const flag: Kind<boolean> = oneColumn({
  make: () => new BooleanColumn(),
  push: (column, value) => column.push(value),
  read: stored => (typeof stored === 'boolean' ? stored : undefined),
});

/** Text, or words too many to list; what is read is trusted to be one of them. */
export function text<T extends string>(): Kind<T> {
  return oneColumn({
    make: () => new TextColumn(),
    push: (column, value: T) => column.push(value),
    read: stored => (typeof stored === 'string' ? (stored as T) : undefined),
  });
}

/** One of a few words. */
export function word<const W extends string>(...words: readonly W[]): Kind<W> {
  const known = new Set<unknown>(words);
  return oneColumn({
    make: () => new WordColumn(words),
    push: (column, value: W) => column.push(value),
    read: stored => (known.has(stored) ? (stored as W) : undefined),
  });
}

/** Bytes, as lower-case hex. */
export const hex: Kind<string> = oneColumn({
  make: () => new HexColumn(),
  push: (column, value) => column.push(value),
  read: stored => (Buffer.isBuffer(stored) ? stored.toString('hex') : undefined),
});

/** What PostgreSQL keeps as `jsonb`. */
export function jsonb<T>(): Kind<T> {
  return oneColumn({
    make: () => new JsonbColumn(),
    push: (column, value: T) => column.push(JSON.stringify(value)),
    read: stored => stored as T | undefined,
  });
}

/** Values stored in a text format of our own. */
export function coded<T>(encode: (value: T) => string, decode: (stored: string) => T): Kind<T> {
  return oneColumn({
    make: () => new TextColumn(),
    push: (column, value: T) => column.push(encode(value)),
    read: stored => (typeof stored === 'string' ? decode(stored) : undefined),
  });
}

/** Null is stored as null in all of its columns. */
export function orNull<T>(kind: Kind<T>): Kind<T | null> {
  return {
    columns: name => kind.columns(name).map(column => ({ ...column, nullable: true })),
    writer: () => {
      const { columns, push } = kind.writer();
      return {
        columns,
        push: value => {
          if (value !== null) push(value);
          else for (const column of columns) column.pushNull();
        },
      };
    },
    reader: name => {
      const first = kind.columns(name)[0]!.name;
      const read = kind.reader(name);
      return row => (row[first] === null ? null : read(row));
    },
  };
}

/** A property added at the end: stored answers from before lack it, and are read with this. */
export function added<T>(kind: Kind<T>, before: T): Kind<T> {
  return {
    ...kind,
    reader: name => {
      const read = kind.reader(name);
      return row => (row[name] === undefined ? before : read(row));
    },
  };
}

/** Written once; later states of the row change the rest. */
export function fixed<T>(kind: Kind<T>): Kind<T> {
  return { ...kind, fixed: true };
}

/** For columns with another name than the property. */
export function named<T>(name: string, kind: Kind<T>): Kind<T> {
  return { columns: () => kind.columns(name), writer: kind.writer, reader: () => kind.reader(name) };
}

/** For values that another column of the row already gives. */
export function from<T>(name: string, kind: Kind<T>): Kind<T> {
  return {
    columns: () => [],
    writer: () => ({ columns: [], push: () => {} }),
    reader: () => kind.reader(name),
  };
}

/** An object whose properties are columns that begin with its name. */
export function group<T extends object>(kinds: KindsOf<T>): Kind<T> {
  const properties = Object.keys(kinds) as (keyof T & string)[];
  const nameOf = (name: string, property: string): string => `${name}_${columnName(property)}`;
  return {
    columns: name => properties.flatMap(property => kinds[property].columns(nameOf(name, property))),
    writer: () => {
      const writers = properties.map(property => ({ property, ...kinds[property].writer() }));
      return {
        columns: writers.flatMap(({ columns }) => columns),
        push: value => {
          for (const { property, push } of writers) push(value[property]);
        },
      };
    },
    reader: name => {
      const readers = properties.map(
        property => [property, kinds[property].reader(nameOf(name, property))] as const,
      );
      return row => {
        const value = {} as T;
        for (const [property, read] of readers) value[property] = read(row);
        return value;
      };
    },
  };
}
