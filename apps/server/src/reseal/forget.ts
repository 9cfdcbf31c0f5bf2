import { randomBytes } from 'node:crypto';
import type { Queries } from '../database/rows.ts';
import type { Pace } from './pace.ts';

const AT_ONCE = 500;
/** Of a keyed fingerprint; those that were replaced by chance are shorter. */
const PRINT_BYTES = 32;
const CHANCE_BYTES = 16;

/**
 * Fingerprints of networks and readers from before that time: what they are of is not kept, so they cannot be made anew,
 * and with the old key they could be guessed. Nobody asks for them after a day; votes stay, of nobody in particular.
 */
export async function forgetPrints(db: Queries, beforeMs: number, pace: Pace): Promise<void> {
  for (const [table, column, atMs] of [
    ['chat_cases', 'network_print', 'opened_at_ms'],
    ['tickets', 'network', 'created_at_ms'],
  ] as const) {
    await repeat(pace, async () => {
      const { rowCount } = await db.query(
        `update ${table} set ${column} = null where id in (
           select id from ${table} where ${column} is not null and ${atMs} < $1 order by id limit ${AT_ONCE}
           for update skip locked)`,
        [beforeMs],
      );
      return rowCount ?? 0;
    });
  }
  await repeat(pace, () => forgetVoters(db, beforeMs));
}

async function forgetVoters(db: Queries, beforeMs: number): Promise<number> {
  const { rows } = await db.query<{ slug: string; voter: Buffer }>(
    `select slug, voter from help_votes where at_ms < $1 and length(voter) = ${PRINT_BYTES} limit ${AT_ONCE}`,
    [beforeMs],
  );
  await db.query(
    `update help_votes v set voter = u.chance
       from unnest($1::text[], $2::bytea[], $3::bytea[]) as u (slug, voter, chance)
      where v.slug = u.slug and v.voter = u.voter`,
    [rows.map(row => row.slug), rows.map(row => row.voter), rows.map(() => randomBytes(CHANCE_BYTES))],
  );
  return rows.length;
}

async function repeat(pace: Pace, work: () => Promise<number>): Promise<void> {
  let done: number;
  do {
    done = await work();
    await pace.wait(done * 1_024);
  } while (done > 0);
}
