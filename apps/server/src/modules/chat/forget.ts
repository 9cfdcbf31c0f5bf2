import type pg from 'pg';
import { inTransaction } from '../../database/transaction.ts';

/** Conversations deleted in one run; the rest is left for the next day. */
export const FORGOTTEN_AT_ONCE = 500;

/**
 * Deletes visitors' conversations that ended before then, the oldest first, with their messages, notes and pictures.
 * Returns how many.
 */
export async function forgetVisitorCases(
  pool: pg.Pool,
  beforeMs: number,
  atMost: number = FORGOTTEN_AT_ONCE,
): Promise<number> {
  return inTransaction(pool, async client => {
    const { rows } = await client.query<{ id: string }>(
      `select id from chat_cases where customer_id is null and closed_at_ms < $1
        order by closed_at_ms limit $2 for update skip locked`,
      [beforeMs, atMost],
    );
    const ids = rows.map(({ id }) => id);
    await client.query('delete from chat_messages where case_id = any ($1::bigint[])', [ids]);
    await client.query('delete from chat_pictures where case_id = any ($1::bigint[])', [ids]);
    await client.query('delete from chat_notes where case_id = any ($1::bigint[])', [ids]);
    await client.query('delete from chat_cases where id = any ($1::bigint[])', [ids]);
    return ids.length;
  });
}
