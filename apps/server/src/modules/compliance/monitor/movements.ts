import { USDT } from '@tallystick/protocol/currency-ids';
import type { Valuation } from '../../market/valuation.ts';
import type { Queries } from '../store.ts';
import { FUNDS_MS, type Movement } from './rules.ts';

/** Nobody moves more within 30 days without having been noticed. */
const MOST = 500;

interface Row {
  readonly id: string;
  readonly direction: Movement['direction'];
  readonly currency_id: number;
  readonly amount_minor: string;
  readonly at_ms: string;
}

/**
 * A customer's deposits and withdrawals of the last 30 days and the newest one before, oldest first. What was never
 * credited, and what never left and will not, is left out.
 */
export async function movementsOf(
  db: Queries,
  customerId: number,
  nowMs: number,
  valuation: Pick<Valuation, 'value'>,
): Promise<Movement[]> {
  const { rows } = await db.query<Row>(
    `with moved as (
       select 'deposit/' || id as id, 'in' as direction, currency_id, amount_minor,
              coalesce(decided_at_ms, created_at_ms) as at_ms
         from deposits where customer_id = $1 and state in ('approving', 'passed')
       union all
       select 'withdrawal/' || id, 'out', currency_id, amount_minor, created_at_ms
         from withdrawals where customer_id = $1 and state not in ('failed', 'rejecting', 'rejected', 'cancelling', 'cancelled')
     )
     (select * from moved where at_ms > $2 order by at_ms desc, id desc limit $3)
     union all
     (select * from moved where at_ms <= $2 order by at_ms desc, id desc limit 1)
     order by at_ms, id`,
    [customerId, nowMs - FUNDS_MS, MOST],
  );
  return rows.map(row => ({
    id: row.id,
    direction: row.direction,
    // What has no price is worth nothing to whoever would turn it into money.
    usdtMinor: valuation.value(BigInt(row.amount_minor), row.currency_id, USDT) ?? 0n,
    atMs: Number(row.at_ms),
  }));
}
