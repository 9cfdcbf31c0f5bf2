import { DAY_MS } from '@tallystick/core/durations';
import type { GoodwillReason } from '@tallystick/protocol/calls/correction';
import type pg from 'pg';
import { as, StoredTable, type Stored } from '../../database/stored-table.ts';

export type Queries = Pick<pg.ClientBase, 'query'>;
export type GoodwillState = 'paying' | 'paid' | 'failed';

const GOODWILL = new StoredTable('goodwill', {
  id: Number,
  customerId: Number,
  currencyId: Number,
  amountMinor: BigInt,
  reason: as<GoodwillReason>(),
  text: as<string>(),
  maker: as<string>(),
  confirmer: as<string>(),
  state: as<GoodwillState>(),
  failure: as<string | null>(),
  confirmedAtMs: Number,
});

export type Goodwill = Stored<typeof GOODWILL>;

export interface NewGoodwill extends Pick<
  Goodwill,
  'customerId' | 'currencyId' | 'amountMinor' | 'reason' | 'text'
> {
  readonly proposalId: number;
  readonly confirmedBy: number;
  readonly atMs: number;
}

const LOCK = 7_146_443;
const CUSTOMER_WINDOW_MS = 30 * DAY_MS;
const SOURCE = `select g.*, m.name as maker, c.name as confirmer
  from goodwill g join operators m on m.id = g.made_by join operators c on c.id = g.confirmed_by`;

/** Locks until the transaction ends, so that each sum includes the payments decided by others. */
export async function lockCeilings(db: Queries): Promise<void> {
  await db.query('select pg_advisory_xact_lock($1)', [LOCK]);
}

/** Paid or decided payments in a currency: on this UTC day, and to the customer within 30 days. */
export async function paidSoFar(
  db: Queries,
  currencyId: number,
  customerId: number | null,
  nowMs: number,
): Promise<{ readonly todayMinor: bigint; readonly customerMinor: bigint }> {
  const { rows } = await db.query<{ today: string; customer: string }>(
    `select coalesce(sum(amount_minor) filter (where confirmed_at_ms >= $3), 0)::text as today,
            coalesce(sum(amount_minor) filter (where customer_id = $2 and confirmed_at_ms > $4), 0)::text as customer
       from goodwill
      where currency_id = $1 and state <> 'failed' and confirmed_at_ms >= least($3::bigint, $4::bigint)`,
    [currencyId, customerId, Math.floor(nowMs / DAY_MS) * DAY_MS, nowMs - CUSTOMER_WINDOW_MS],
  );
  return { todayMinor: BigInt(rows[0]?.today ?? 0), customerMinor: BigInt(rows[0]?.customer ?? 0) };
}

export async function insertGoodwill(db: Queries, goodwill: NewGoodwill): Promise<void> {
  await db.query(
    `insert into goodwill (proposal_id, customer_id, currency_id, amount_minor, reason, text, made_by, confirmed_by,
                           state, confirmed_at_ms)
     select id, $2, $3, $4, $5, $6, made_by, $7, 'paying', $8 from desk_proposals where id = $1`,
    [
      goodwill.proposalId,
      goodwill.customerId,
      goodwill.currencyId,
      goodwill.amountMinor,
      goodwill.reason,
      goodwill.text,
      goodwill.confirmedBy,
      goodwill.atMs,
    ],
  );
}

export function unpaid(db: Queries): Promise<Goodwill[]> {
  return GOODWILL.find(db, `where g.state = 'paying' order by g.id`, [], SOURCE);
}

export async function isInLedger(db: Queries, id: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from ledger_entries where owner_id = 0 and reason = 'goodwill' and reference = $1 limit 1`,
    [`goodwill:${id}`],
  );
  return rowCount !== 0;
}

/** Whether it was still open: only one of several callers ends it. */
export async function endGoodwill(db: Queries, id: number, failure: string | null): Promise<boolean> {
  const { rowCount } = await db.query(
    `update goodwill set state = $2, failure = $3 where id = $1 and state = 'paying'`,
    [id, failure === null ? 'paid' : 'failed', failure],
  );
  return rowCount === 1;
}

export function listGoodwill(db: Queries, beforeId: number | null, limit: number): Promise<Goodwill[]> {
  const rest = 'where $1::bigint is null or g.id < $1 order by g.id desc limit $2';
  return GOODWILL.find(db, rest, [beforeId, limit], SOURCE);
}

/** The reason of each payment. */
export async function goodwillTexts(
  db: Queries,
  ids: readonly number[],
): Promise<Map<number, Pick<Goodwill, 'reason' | 'text'>>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<{ id: string; reason: GoodwillReason; text: string }>(
    'select id, reason, text from goodwill where id = any($1)',
    [ids],
  );
  return new Map(rows.map(({ id, reason, text }) => [Number(id), { reason, text }]));
}

export interface PaidTotal {
  /** Null: the total. */
  readonly day: string | null;
  readonly currencyId: number;
  readonly amountMinor: bigint;
  readonly payments: number;
}

/** The total, and the sum of each UTC day since then, newest first. */
export async function paidTotals(db: Queries, sinceMs: number): Promise<PaidTotal[]> {
  const { rows } = await db.query<{
    day: string | null;
    currency_id: number;
    minor: string;
    payments: number;
  }>(
    `select null as day, currency_id, sum(amount_minor)::text as minor, count(*)::integer as payments
       from goodwill where state = 'paid' group by currency_id
     union all
     select to_char(to_timestamp(confirmed_at_ms / 1000) at time zone 'utc', 'YYYY-MM-DD'), currency_id,
            sum(amount_minor)::text, count(*)::integer
       from goodwill where state = 'paid' and confirmed_at_ms >= $1 group by 1, 2
     order by 1 desc nulls first, 2`,
    [sinceMs],
  );
  return rows.map(row => ({
    day: row.day,
    currencyId: row.currency_id,
    amountMinor: BigInt(row.minor),
    payments: row.payments,
  }));
}
