import { canonicalJson } from '@tallystick/verify/public-log/canonical';
import { entryBytes, entryHash, FIRST_RECORD_HASH } from '@tallystick/verify/public-log/entry';
import type { NewPublicRecord } from '@tallystick/verify/public-log/records';
import type pg from 'pg';

/** Key of the `pg_advisory_xact_lock` under which records are numbered one at a time. */
const LOCK = 7_306_116;

/** Nobody else appends until the transaction ends. */
export async function lockPublicLog(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
}

/**
 * Appends a record to the public log in the caller's transaction, and returns its number. From here to the commit nobody
 * else can append: call it last. The record's time is never before that of the one before it, however clocks differ.
 *
 * @throws RangeError for a body that is not one of its kind, or a record longer than MOST_RECORD_BYTES
 */
export async function appendPublicRecord(
  client: Pick<pg.ClientBase, 'query'>,
  { kind, body, atMs }: NewPublicRecord,
): Promise<number> {
  await lockPublicLog(client);
  const { rows } = await client.query<{ number: string; hash: Buffer; at_ms: string }>(
    'select number, hash, at_ms from public_records order by number desc limit 1',
  );
  const number = Number(rows[0]?.number ?? 0) + 1;
  const previous = rows[0]?.hash.toString('hex') ?? FIRST_RECORD_HASH;
  const publishedAtMs = Math.max(atMs, Number(rows[0]?.at_ms ?? 0));
  const hash = entryHash(entryBytes({ number, kind, at_ms: publishedAtMs, body, previous_hash: previous }));
  await client.query(
    `insert into public_records (number, kind, body, previous_hash, hash, at_ms)
     values ($1, $2, $3, decode($4, 'hex'), decode($5, 'hex'), $6)`,
    [number, kind, canonicalJson(body), previous, hash, publishedAtMs],
  );
  return number;
}
