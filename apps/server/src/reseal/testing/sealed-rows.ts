import type { Queries } from '../../database/rows.ts';
import type { Vault } from '../../vault/vault.ts';
import { FORGOTTEN, PLACES, type Row } from '../places.ts';

/** Of rows in these tables: what is not sealed is left out. */
const TABLES = [...new Set([...Object.keys(PLACES), ...Object.keys(FORGOTTEN)])];

const NEEDS: Readonly<Record<string, (nth: number) => unknown>> = {
  customer_id: nth => 1_000 + nth,
  network: () => 'TRC20',
  sha256: nth => Buffer.alloc(32, String(nth).padStart(8, '0')),
};

/** What was in there, before it was sealed: of fields that fingerprints are made of, something fitting. */
export function clearText(table: string, column: string, nth: number): string {
  switch (`${table}.${column}`) {
    case 'identity_applications.sealed':
      return JSON.stringify({ country: 'VN', idNumber: `07920${nth}`, fullName: 'Trần' });
    case 'push_devices.sealed':
    case 'operator_push_devices.sealed':
      return JSON.stringify({ endpoint: `https://push.example/${nth}`, p256dh: 'p', auth: 'a' });
    case 'withdrawal_addresses.sealed':
      return JSON.stringify({ address: `T${nth}`, memo: null, label: 'mine' });
    case 'pictures.sealed_hashes':
      return `${nth}:${nth + 1}`;
    default:
      return `${table} ${column} ${nth}`;
  }
}

/**
 * For a database of one test: takes off the tables with sealed values whatever asks for more than keys and what is sealed,
 * so that rows of all of them can be written alike. Triggers stay.
 */
export async function loosen(db: Queries): Promise<void> {
  const { rows } = await db.query<{ sql: string }>(
    `select format('alter table %s drop constraint %I cascade', conrelid::regclass, conname) as sql
       from pg_constraint where contype in ('c', 'f') and conrelid = any($1::regclass[])
     union all
     select format('alter table %s alter column %I drop not null', attrelid::regclass, attname)
       from pg_attribute a where attrelid = any($1::regclass[]) and attnum > 0 and attnotnull and not attisdropped
        and not exists (select from pg_index i where i.indrelid = a.attrelid and i.indisprimary
                          and a.attnum = any(i.indkey::int2[]))`,
    [TABLES],
  );
  for (const { sql } of rows) await db.query(sql);
}

/** Writes the row of that number, sealed in every column; returns its sealed values as they were. */
export async function writeRow(db: Queries, vault: Vault, table: string, nth: number): Promise<void> {
  const place = PLACES[table]!;
  const row: Record<string, unknown> = {};
  for (const [column, type] of Object.entries(place.key)) {
    row[column] = type === 'text' ? `${column} ${nth}` : 1_000_000 + nth;
  }
  for (const column of place.needs ?? []) row[column] = NEEDS[column]!(nth);
  const opened = Object.keys(place.sealed).map(
    column => [column, Buffer.from(clearText(table, column, nth))] as const,
  );
  Object.assign(row, place.prints?.of(vault, row, Object.fromEntries(opened)));
  for (const [column, clear] of opened) row[column] = vault.seal(place.sealed[column]!(row), clear);
  const columns = Object.keys(row);
  await db.query(
    `insert into ${table} (${columns.join(', ')}) overriding system value
     values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
}

/** Rows that do not open with this vault to what they were, and those whose fingerprints are not its newest key's. */
export async function wrongRows(db: Queries, vault: Vault, table: string): Promise<string[]> {
  const place = PLACES[table]!;
  const keys = Object.keys(place.key);
  const { rows } = await db.query<Row>(
    `select * from ${table} where ${keys[0]!} >= 1000000 order by ${keys[0]!}`,
  );
  return rows.flatMap(row => {
    const nth = Number(row[keys[0]!]) - 1_000_000;
    const opened: Record<string, Buffer> = {};
    for (const [column, contextOf] of Object.entries(place.sealed)) {
      opened[column] = vault.open(contextOf(row), row[column] as Buffer);
    }
    const prints = Object.entries(place.prints?.of(vault, row, opened) ?? {});
    const isRight =
      Object.entries(opened).every(([column, clear]) => String(clear) === clearText(table, column, nth)) &&
      prints.every(([column, print]) => print.equals(row[column] as Buffer));
    return isRight ? [] : [`${table} ${nth}`];
  });
}

/** Every value of the database in which these bytes are, as they are or in base64: `table.column`. */
export async function columnsWith(db: Queries, bytes: Buffer): Promise<string[]> {
  const { rows } = await db.query<{ table_name: string; column_name: string; data_type: string }>(
    `select table_name, column_name, data_type from information_schema.columns
      where table_schema = 'public' and data_type in ('bytea', 'text', 'jsonb', 'json')
        and table_name in (select relname from pg_class where relkind = 'r')
        and table_name not in ('reseals', 'reseal_places', 'retired_data_keys')`,
  );
  const found: string[] = [];
  for (const { table_name, column_name, data_type } of rows) {
    const isBytes = data_type === 'bytea';
    const { rowCount } = await db.query(
      isBytes
        ? `select from ${table_name} where position($1::bytea in ${column_name}) > 0 limit 1`
        : `select from ${table_name} where position($1::text in ${column_name}::text) > 0 limit 1`,
      // Three bytes are four characters; what begins with them in base64 begins so.
      [
        isBytes
          ? bytes
          : bytes.subarray(0, 3).toString('base64') + bytes.subarray(3).toString('base64').slice(0, 2),
      ],
    );
    if (rowCount !== 0) found.push(`${table_name}.${column_name}`);
  }
  return found;
}
