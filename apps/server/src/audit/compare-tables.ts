import type { ClientBase } from 'pg';
import { DifferenceFound } from './audit-result.ts';
import type { AuditedTable } from '../engine/products/product.ts';

const PAGE_ROWS = 5_000;

export interface Bounds {
  /** Where the tables are. Results of keys are written with the journal, so there can be newer ones. */
  readonly sequence: number;
  /** The newest price tick that was moved into a file. */
  readonly archived: number;
  /** All command keys since then are kept. */
  readonly keptSinceMs: number;
  /** All feed events since then are kept. */
  readonly fedSinceMs: number;
  /** Where complete rows begin, for tables that keep their history for a time: a condition, by table. */
  readonly kept: ReadonlyMap<string, string>;
}

/**
 * Compares stored with computed rows, a page at a time, both ordered by their key. Throws DifferenceFound for the first
 * difference; returns the number of rows.
 *
 * @param stored sees the stored tables as of one moment, in a transaction.
 * @param computed the session of the shadow tables.
 */
export async function compareTable(
  stored: ClientBase,
  computed: ClientBase,
  table: AuditedTable,
  bounds: Bounds,
): Promise<number> {
  const columns = await comparedColumns(stored, table);
  const select = (schema: string): string => rowsOf(schema, table, columns, bounds);
  await computed.query('begin');
  await stored.query(`declare audit_stored no scroll cursor for ${select('public')}`);
  await computed.query(`declare audit_computed no scroll cursor for ${select('pg_temp')}`);
  try {
    for (let before = 0; ; before += PAGE_ROWS) {
      const [left, right] = await Promise.all([
        page(stored, 'audit_stored'),
        page(computed, 'audit_computed'),
      ]);
      const length = Math.max(left.length, right.length);
      for (let i = 0; i < length; i++) {
        if (left[i] !== right[i]) {
          const at = before + i;
          throw await differenceAt({ stored, computed, table, columns, bounds, at });
        }
      }
      if (length < PAGE_ROWS) return before + length;
    }
  } finally {
    await stored.query('close audit_stored');
    await computed.query('rollback');
  }
}

async function page(client: ClientBase, cursor: string): Promise<string[]> {
  const { rows } = await client.query<{ row: string }>(`fetch forward ${PAGE_ROWS} from ${cursor}`);
  return rows.map(({ row }) => row);
}

async function comparedColumns(client: ClientBase, table: AuditedTable): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
      order by attnum`,
    [`public.${table.name}`],
  );
  const ignored = new Set(table.ignore);
  return rows.map(row => row.name).filter(name => !ignored.has(name));
}

function conditionOf(table: AuditedTable, bounds: Bounds): string {
  const where = table.where
    ?.replace('$archived', String(bounds.archived))
    .replace('$sequence', String(bounds.sequence))
    .replace('$kept_since', String(bounds.keptSinceMs))
    .replace('$fed_since', String(bounds.fedSinceMs));
  const conditions = [where, bounds.kept.get(table.name)].filter(one => one !== undefined);
  return conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
}

function rowsOf(schema: string, table: AuditedTable, columns: readonly string[], bounds: Bounds): string {
  return `select row(${columns.join(', ')})::text as row from ${schema}.${table.name} ${conditionOf(table, bounds)}
    order by ${table.key.join(', ')}`;
}

interface Place {
  readonly stored: ClientBase;
  readonly computed: ClientBase;
  readonly table: AuditedTable;
  readonly columns: readonly string[];
  readonly bounds: Bounds;
  readonly at: number;
}

type Values = Readonly<Record<string, string | null>>;

async function differenceAt(place: Place): Promise<DifferenceFound> {
  const { table, columns } = place;
  const stored = await rowAt(place, place.stored, 'public');
  const computed = await rowAt(place, place.computed, 'pg_temp');
  const named = table.key.filter(name => columns.includes(name));
  const keyOf = (row: Values): string =>
    (named.length === 0 ? columns.slice(0, 3) : named).map(name => `${name}=${row[name]}`).join(' ');
  if (stored !== null && computed !== null && keyOf(stored) === keyOf(computed)) {
    const differing = columns.filter(name => stored[name] !== computed[name]);
    const show = (row: Values): string => differing.map(name => `${name}=${row[name]}`).join(' ');
    return new DifferenceFound({
      table: table.name,
      key: keyOf(stored),
      stored: show(stored),
      computed: show(computed),
      what: `a row says something else than the journal: ${differing.join(', ')}`,
    });
  }
  // One of the two rows has no counterpart: its key is not in the other table.
  const missing =
    computed !== null && (stored === null || !(await holds(place.stored, 'public', table, computed)));
  const row = (missing ? computed : stored)!;
  const text = JSON.stringify(row);
  return new DifferenceFound({
    table: table.name,
    key: keyOf(row),
    stored: missing ? null : text,
    computed: missing ? text : null,
    what: missing ? 'a row is missing' : 'there is a row that follows from no command',
  });
}

async function rowAt(
  { table, columns, bounds, at }: Place,
  client: ClientBase,
  schema: string,
): Promise<Values | null> {
  const texts = columns.map(name => `${name}::text as ${name}`).join(', ');
  const { rows } = await client.query<Record<string, string | null>>(
    `select ${texts} from (select * from ${schema}.${table.name} ${conditionOf(table, bounds)}
      order by ${table.key.join(', ')} offset ${at} limit 1) as one`,
  );
  return rows[0] ?? null;
}

async function holds(client: ClientBase, schema: string, table: AuditedTable, row: Values): Promise<boolean> {
  const names = table.key.filter(name => name in row);
  if (names.length === 0) return true;
  const same = names.map((name, i) => `${name}::text = $${i + 1}`).join(' and ');
  const { rowCount } = await client.query(
    `select 1 from ${schema}.${table.name} where ${same} limit 1`,
    names.map(name => row[name]),
  );
  return rowCount !== 0;
}
