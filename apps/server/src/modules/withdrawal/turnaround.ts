import type pg from 'pg';
import type { WithdrawalChannel } from './store.ts';

/** With fewer samples no time is given. */
const FEWEST = 5;
const OF_THE_LAST = 20;
/** Older withdrawals say little about today. */
const RECENT_MS = 30 * 86_400_000;
/** Number of recently sent withdrawals searched for those of one currency. */
const LOOKED_THROUGH = 1_000;

/**
 * Time in milliseconds within which nine in ten of the newest withdrawals of that kind were sent, from request to
 * sending, including time spent waiting for people. Null while there are too few.
 */
export async function sentWithinMs(
  pool: Pick<pg.Pool, 'query'>,
  { channel, currencyId }: { readonly channel: WithdrawalChannel; readonly currencyId: number },
  nowMs: number,
): Promise<number | null> {
  const { rows } = await pool.query<{ count: number; took_ms: string | null }>(
    `select count(*)::integer as count, percentile_disc(0.9) within group (order by took_ms)::bigint as took_ms
       from (select sent_at_ms - created_at_ms as took_ms
               from (select channel, currency_id, created_at_ms, sent_at_ms from withdrawals
                      where state = 'passed' order by id desc limit ${LOOKED_THROUGH}) as newest
              where channel = $1 and currency_id = $2 and sent_at_ms >= $3
              limit ${OF_THE_LAST}) as alike`,
    [channel, currencyId, nowMs - RECENT_MS],
  );
  const [found] = rows;
  return found === undefined || found.took_ms === null || found.count < FEWEST ? null : Number(found.took_ms);
}
