import type { Queries } from '../database/rows.ts';
import { headerOf, VaultError, type Vault } from '../vault/vault.ts';
import { PLACES, type Place, type Row } from './places.ts';

/** Values of a primary key, as text. */
export type Key = readonly string[];

/** Enough of sealed bytes to tell them from all others: format, key, nonce, tag. */
const MARK_BYTES = 33;
/** Keys that one query looks at. */
const WINDOW = 1_000;

export interface Window {
  /** Of rows with a value under an older key. */
  readonly old: readonly Key[];
  /** The last that was looked at; null: the table ends here. */
  readonly last: Key | null;
}

function placeNamed(table: string): Place {
  const place = PLACES[table];
  if (place === undefined) throw new RangeError(`${table} has nothing sealed`);
  return place;
}

/** The next rows of a table in the order of its primary key. */
export async function nextWindow(
  db: Queries,
  vault: Vault,
  table: string,
  after: Key | null,
): Promise<Window> {
  const { key, sealed } = placeNamed(table);
  const columns = Object.keys(key);
  const isOld = Object.keys(sealed).map(one => `coalesce(substring(${one} from 1 for 5) <> $1, false)`);
  const beyond =
    after === null
      ? ''
      : `where (${columns.join(', ')}) > (${Object.values(key)
          .map((type, index) => `$${index + 2}::${type}`)
          .join(', ')})`;
  const { rows } = await db.query<{ key: string[]; is_old: boolean }>(
    `select array[${columns.map(one => `${one}::text`).join(', ')}] as key, ${isOld.join(' or ')} as is_old
       from ${table} ${beyond} order by ${columns.join(', ')} limit ${WINDOW}`,
    [headerOf(vault.keyIds[0]!), ...(after ?? [])],
  );
  return {
    old: rows.filter(row => row.is_old).map(row => row.key),
    last: rows.length < WINDOW ? null : (rows.at(-1)?.key ?? null),
  };
}

/** `bytes`: of what was sealed anew, 0 if that was not needed any more. */
export type Outcome = { readonly bytes: number } | { readonly failure: string };

/**
 * Seals a row's values anew that are under older keys, and makes its fingerprints anew. Takes no lock before it writes, and
 * writes only what is still as it was read: whoever changes the row at the same time is neither held up nor overwritten.
 * What was done is counted for the run of `counted` in the same statement.
 */
export async function resealRow(
  db: Queries,
  vault: Vault,
  table: string,
  key: Key,
  counted: Buffer,
): Promise<Outcome> {
  const place = placeNamed(table);
  const keyColumns = Object.entries(place.key);
  const columns = [...Object.keys(place.sealed), ...(place.needs ?? []), ...(place.prints?.columns ?? [])];
  const where = keyColumns.map(([name, type], index) => `${name} = $${index + 1}::${type}`).join(' and ');
  for (;;) {
    const { rows } = await db.query<Row>(
      `select ${[...keyColumns.map(([name]) => name), ...columns].join(', ')} from ${table} where ${where}`,
      [...key],
    );
    const [row] = rows;
    if (row === undefined) return { bytes: 0 };
    const old = Object.keys(place.sealed).filter(name => isOld(vault, row[name]));
    if (old.length === 0) return { bytes: 0 };
    let changes: Record<string, Buffer>;
    try {
      changes = changesOf(vault, place, row, old);
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
      return { failure: `${table} ${key.join(' ')}: ${error.message}` };
    }
    const values: unknown[] = [...key];
    const add = (value: unknown): string => `$${values.push(value)}`;
    const set = Object.entries(changes).map(([name, value]) => `${name} = ${add(value)}`);
    const as = old.map(
      name =>
        `substring(${name} from 1 for ${MARK_BYTES}) = ${add((row[name] as Buffer).subarray(0, MARK_BYTES))}`,
    );
    const { rows: done } = await db.query<{ done: number }>(
      `with done as (update ${table} set ${set.join(', ')} where ${[where, ...as].join(' and ')} returning 1),
            counted as (update reseal_places set resealed = resealed + (select count(*) from done)
                         where key_id = ${add(counted)} and place = ${add(table)})
       select count(*)::integer as done from done`,
      values,
    );
    if (done[0]?.done === 1)
      return { bytes: old.reduce((sum, name) => sum + (changes[name]?.length ?? 0), 0) };
  }
}

function isOld(vault: Vault, value: unknown): boolean {
  return Buffer.isBuffer(value) && !vault.isNewest(value);
}

function changesOf(vault: Vault, place: Place, row: Row, old: readonly string[]): Record<string, Buffer> {
  const opened: Record<string, Buffer> = {};
  for (const [name, contextOf] of Object.entries(place.sealed)) {
    const sealed = row[name];
    // What a fingerprint is made of is opened even if it is under the newest key.
    if (Buffer.isBuffer(sealed) && (place.prints !== undefined || old.includes(name)))
      opened[name] = vault.open(contextOf(row), sealed);
  }
  const prints = place.prints?.of(vault, row, opened) ?? {};
  const changed = { ...row, ...prints };
  const sealed = old.map(name => [name, vault.seal(place.sealed[name]!(changed), opened[name]!)] as const);
  return { ...prints, ...Object.fromEntries(sealed) };
}
