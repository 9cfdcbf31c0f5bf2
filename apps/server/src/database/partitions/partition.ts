import type { Queries } from '../rows.ts';

/** A table split by ranges of something that rises with each row: docs/decisions/0097. */
export interface RangeTable {
  readonly name: string;
  /** Ids or milliseconds. */
  readonly column: string;
  /** How much of it makes one partition. */
  readonly step: number;
  /** Unique within a partition: a key of the whole table would need `column`. */
  readonly partitionKey?: string;
  /** Storage parameters, which partitions do not inherit. */
  readonly storage?: string;
}

/** One partition: `from` ≤ column < `to`. The first is open below and the last above, so each row has its place. */
export interface Partition {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** In the order of their bounds. Throws if the ranges leave a gap, which rows could not be written into. */
export async function partitionsOf(db: Queries, table: string): Promise<Partition[]> {
  const { rows } = await db.query<{ name: string; bound: string }>(
    `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
       from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass`,
    [`public.${table}`],
  );
  const found = rows
    .map(({ name, bound }) => {
      const [, from, to] = /^FOR VALUES FROM \((.+)\) TO \((.+)\)$/.exec(bound) ?? [];
      return { name, from: numberOf(from), to: numberOf(to) };
    })
    .toSorted((a, b) => a.from - b.from);
  const ends = [-Infinity, ...found.map(({ to }) => to)];
  if (found.some(({ from }, i) => from !== ends[i]) || ends.at(-1) !== Infinity)
    throw new Error(`the partitions of ${table} do not cover every row`);
  return found;
}

/** A bound as the database writes it: `MINVALUE`, `MAXVALUE` or `'123'`. */
function numberOf(bound = ''): number {
  if (bound === 'MINVALUE') return -Infinity;
  if (bound === 'MAXVALUE') return Infinity;
  const value = Number(bound.replaceAll("'", ''));
  if (bound === '' || !Number.isSafeInteger(value)) throw new Error(`not a bound of a partition: ${bound}`);
  return value;
}

/** As SQL. */
export function bounds(from: number, to: number): string {
  const written = (value: number): string =>
    value === -Infinity ? 'minvalue' : value === Infinity ? 'maxvalue' : String(value);
  return `for values from (${written(from)}) to (${written(to)})`;
}

export async function isEmpty(db: Queries, partition: string): Promise<boolean> {
  const { rows } = await db.query<{ empty: boolean }>(
    `select not exists (select from ${partition}) as empty`,
  );
  return rows[0]!.empty;
}

/** Makes a table that can become a partition; attaching it adds the indexes. */
export async function makeTable(db: Queries, table: RangeTable, name: string): Promise<void> {
  const { storage, partitionKey } = table;
  await db.query(
    `create table ${name} (like ${table.name}
       including defaults including constraints including storage including compression)
     ${storage === undefined ? '' : `with (${storage})`}`,
  );
  if (partitionKey !== undefined) await db.query(`alter table ${name} add primary key (${partitionKey})`);
}

/** Name of the partition that takes the place of those below `end`. */
export function leftOverName(table: string, end: number): string {
  return `${table}_before_${end}`;
}

/** Whether it is what was left of older partitions. */
export function isLeftOver(table: string, { name, to }: Partition): boolean {
  return name === leftOverName(table, to);
}
