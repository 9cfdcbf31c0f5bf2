import { USDT } from '@tallystick/protocol/currency-ids';
import type { Valuation } from '../../market/valuation.ts';
import type { Queries } from '../store.ts';
import { FUNDS_MS, type Movement } from './rules.ts';

/** So many of 30 days are looked at one by one. */
export const MOST = 500;

interface Row {
  readonly id: string;
  readonly direction: Movement['direction'];
  readonly currency_id: number;
  readonly amount_minor: string;
  readonly at_ms: string;
}

/** What was never credited, and what never left and will not, is left out. `nth`: newest first, of the 30 days from `$2` on. */
const MOVED = `with moved as (
    select 'deposit/' || id as id, 'in' as direction, currency_id, amount_minor,
           coalesce(decided_at_ms, created_at_ms) as at_ms
      from deposits where customer_id = $1 and state in ('approving', 'passed')
    union all
    select 'withdrawal/' || id, 'out', currency_id, amount_minor, created_at_ms
      from withdrawals where customer_id = $1 and state not in ('failed', 'rejecting', 'rejected', 'cancelling', 'cancelled')
  ), recent as (
    select *, row_number() over (order by at_ms desc, id desc) as nth from moved where at_ms > $2
  )`;

/** A customer's deposits and withdrawals of the last 30 days, the newest 500, and the newest one before; oldest first. */
export async function movementsOf(
  db: Queries,
  customerId: number,
  nowMs: number,
  valuation: Pick<Valuation, 'value'>,
): Promise<Movement[]> {
  const { rows } = await db.query<Row>(
    `${MOVED}
     select id, direction, currency_id, amount_minor, at_ms from recent where nth <= $3
     union all
     (select * from moved where at_ms <= $2 order by at_ms desc, id desc limit 1)
     order by at_ms, id`,
    [customerId, nowMs - FUNDS_MS, MOST],
  );
  return rows.map(row => ({
    id: row.id,
    direction: row.direction,
    usdtMinor: inUsdt(valuation, row),
    atMs: Number(row.at_ms),
  }));
}

/**
 * The sum of those deposits of 30 days that `movementsOf` leaves out, in USDT's minor units: many small movements hide no
 * large ones.
 *
 * @param sinceMs none up to then count
 */
export async function leftOutMinor(
  db: Queries,
  customerId: number,
  nowMs: number,
  sinceMs: number,
  valuation: Pick<Valuation, 'value'>,
): Promise<bigint> {
  const { rows } = await db.query<Pick<Row, 'currency_id' | 'amount_minor'>>(
    `${MOVED}
     select currency_id, sum(amount_minor)::text as amount_minor from recent
      where nth > $3 and direction = 'in' and at_ms > $4 group by currency_id`,
    [customerId, nowMs - FUNDS_MS, MOST, Math.max(sinceMs, 0)],
  );
  return rows.reduce((sum, row) => sum + inUsdt(valuation, row), 0n);
}

/** What has no price is worth nothing to whoever would turn it into money. */
function inUsdt(valuation: Pick<Valuation, 'value'>, row: Pick<Row, 'currency_id' | 'amount_minor'>): bigint {
  return valuation.value(BigInt(row.amount_minor), row.currency_id, USDT) ?? 0n;
}
