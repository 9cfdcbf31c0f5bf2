import { COSIGNATURE, verifierKeyOf, type NoteKey } from '@tallystick/verify/note';
import type { Queryable } from '../transparency-log/store.ts';

/** A witness that is asked to sign, as WITNESSES has it. */
export interface WitnessSetting {
  readonly key: NoteKey;
  /** Its submission prefix: `add-checkpoint` comes after it. */
  readonly url: string;
}

export function witnessName({ key }: WitnessSetting): string {
  return verifierKeyOf(key, COSIGNATURE);
}

/** @param line of a note, checked before */
export async function insertCosignature(
  db: Queryable,
  origin: string,
  size: number,
  { witness, line, atMs }: { readonly witness: string; readonly line: string; readonly atMs: number },
): Promise<void> {
  await db.query(
    `insert into log_cosignatures (origin, size, witness, line, at_ms) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [origin, size, witness, line, atMs],
  );
}

export interface Cosigned {
  readonly size: number;
  readonly atMs: number;
}

/** The newest that each witness has signed, by its verifier key. */
export async function newestCosigned(
  db: Queryable,
  origin: string,
  witnesses: readonly string[],
): Promise<ReadonlyMap<string, Cosigned>> {
  const { rows } = await db.query<{ witness: string; size: string; at_ms: string }>(
    `select w.witness, c.size, c.at_ms from unnest($2::text[]) as w (witness)
       cross join lateral (select size, at_ms from log_cosignatures
         where origin = $1 and witness = w.witness order by size desc limit 1) as c`,
    [origin, witnesses],
  );
  return new Map(rows.map(row => [row.witness, { size: Number(row.size), atMs: Number(row.at_ms) }]));
}

/** Size of the newest checkpoint that at least so many of the witnesses have signed; null if there is none. */
export async function newestTrusted(
  db: Queryable,
  origin: string,
  witnesses: readonly string[],
  need: number,
): Promise<number | null> {
  const { rows } = await db.query<{ size: string }>(
    `select size from log_cosignatures where origin = $1 and witness = any($2)
      group by size having count(*) >= $3 order by size desc limit 1`,
    [origin, witnesses, need],
  );
  return rows[0] === undefined ? null : Number(rows[0].size);
}

/** The lines of these witnesses under the checkpoint of a size, in the order of the witnesses. */
export async function cosignatureLines(
  db: Queryable,
  origin: string,
  size: number,
  witnesses: readonly string[],
): Promise<string> {
  const { rows } = await db.query<{ line: string }>(
    `select line from log_cosignatures where origin = $1 and size = $2 and witness = any($3)
      order by array_position($3, witness)`,
    [origin, size, witnesses],
  );
  return rows.map(({ line }) => line).join('');
}
