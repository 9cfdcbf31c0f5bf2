import type { StoredRow } from '../../engine/projections/kinds.ts';
import { REBATES, REFERRAL_SETTLEMENTS } from '../../engine/products/referral/tables.ts';
import type { StampedRow } from '../../engine/projections/projection.ts';
import type { Queryable } from '../../engine/projections/queryable.ts';
import { select } from '../../engine/projections/select.ts';
import { Conditions } from '../../http/page.ts';

/** Above every id and day. */
const LATEST = 2_147_483_647;

/** So much of one currency, in minor units. */
export interface Earned {
  readonly currencyId: number;
  readonly amountMinor: bigint;
}

interface EarnedRow {
  readonly currency_id: number;
  readonly amount: string;
}

function earnedOf(rows: readonly EarnedRow[]): Earned[] {
  return rows.map(row => ({ currencyId: row.currency_id, amountMinor: BigInt(row.amount) }));
}

/** Paid and pending rebates: everything ever earned, in one row an hour instead of one for each person. */
const EARNED = `(
  select promoter_id, currency_id, amount_minor from referral_settlements
  union all select promoter_id, currency_id, amount_minor from referral_pending where amount_minor <> 0) as earned`;

/** Everything the promoter ever earned, by currency. */
export async function earnedBy(db: Queryable, promoterId: number): Promise<Earned[]> {
  const { rows } = await db.query<EarnedRow>(
    `select currency_id, sum(amount_minor) as amount from ${EARNED} where promoter_id = $1
      group by currency_id order by currency_id`,
    [promoterId],
  );
  return earnedOf(rows);
}

/** How many the promoter invited, and how many these did. */
export async function countPromoted(
  db: Queryable,
  promoterId: number,
): Promise<{ readonly first: number; readonly second: number }> {
  const { rows } = await db.query<{ first: number; second: number }>(
    `select (select count(*)::integer from customers where invited_by = $1) as first,
            (select count(*)::integer from customers where second_promoter = $1) as second`,
    [promoterId],
  );
  return rows[0] ?? { first: 0, second: 0 };
}

export interface PromoterEarned extends Earned {
  readonly promoterId: number;
}

/** Of everybody who may rank. `withDemo`: the demo's own accounts, too; the house's makers never. */
export async function everybodyEarned(
  db: Queryable,
  lastMakerId: number,
  withDemo: boolean,
): Promise<PromoterEarned[]> {
  const { rows } = await db.query<EarnedRow & { promoter_id: number }>(
    `select promoter_id, currency_id, sum(amount_minor) as amount from ${EARNED}
       join customers c on c.id = promoter_id
      where c.id > $1 and ($2 or not c.demo) group by promoter_id, currency_id`,
    [lastMakerId, withDemo],
  );
  return rows.map(row => ({
    promoterId: row.promoter_id,
    currencyId: row.currency_id,
    amountMinor: BigInt(row.amount),
  }));
}

export interface PersonRow {
  readonly id: number;
  readonly nickname: string;
  readonly phone: string | null;
  readonly email: string | null;
}

/** By id. */
export async function peopleOf(db: Queryable, ids: readonly number[]): Promise<Map<number, PersonRow>> {
  const { rows } = await db.query<PersonRow>(
    'select id, nickname, phone, email from customers where id = any($1)',
    [ids],
  );
  return new Map(rows.map(row => [row.id, row]));
}

export interface InviteeRow extends PersonRow {
  readonly verified: boolean;
  readonly traded: boolean;
  readonly registeredAtMs: number;
}

/** Invited by the promoter (level 1), or by those (level 2); newest first. */
export async function listInvitees(
  db: Queryable,
  promoterId: number,
  level: number,
  beforeId: number | null,
  limit: number,
): Promise<InviteeRow[]> {
  const where = new Conditions();
  where.add(level === 1 ? 'c.invited_by = ?' : 'c.second_promoter = ?', promoterId);
  where.addIf('c.id < ?::bigint', beforeId);
  const { rows } = await db.query<Omit<InviteeRow, 'registeredAtMs'> & { readonly created_at_ms: string }>(
    `select c.id, c.nickname, c.phone, c.email, c.created_at_ms, c.verification = 'verified' as verified,
            exists (select from trades where taker_customer_id = c.id)
              or exists (select from trades where maker_customer_id = c.id)
              or exists (select from perpetual_trades where taker_customer_id = c.id)
              or exists (select from perpetual_trades where maker_customer_id = c.id) as traded
       from customers c where ${where.sql} order by c.id desc limit ${where.parameter(limit)}`,
    where.values,
  );
  return rows.map(({ created_at_ms: atMs, ...row }) => ({ ...row, registeredAtMs: Number(atMs) }));
}

/** What each of these people brought the promoter. */
export async function earnedFrom(
  db: Queryable,
  promoterId: number,
  customerIds: readonly number[],
): Promise<Map<number, Earned[]>> {
  const { rows } = await db.query<EarnedRow & { customer_id: number }>(
    `select customer_id, currency_id, sum(amount_minor) as amount from referral_days
      where promoter_id = $1 and customer_id = any($2) group by 1, 2 order by 1, 2`,
    [promoterId, customerIds],
  );
  const found = new Map<number, Earned[]>();
  for (const row of rows) {
    found.set(row.customer_id, [...(found.get(row.customer_id) ?? []), ...earnedOf([row])]);
  }
  return found;
}

/** Which of a posting's rebates it is. */
export type RebatePlace = Pick<StampedRow<typeof REBATES>, 'postingId' | 'role' | 'level'>;

/** Newest first, from the last one seen. */
export async function listRebates(
  db: Queryable,
  promoterId: number,
  after: RebatePlace | null,
  limit: number,
): Promise<(StampedRow<typeof REBATES> & { readonly settled: boolean })[]> {
  const where = new Conditions().add('r.promoter_id = ?', promoterId);
  if (after !== null) {
    const place = [after.postingId, after.role, after.level].map(one => where.parameter(one));
    where.addRaw(
      `(r.posting_id < ${place[0]} or r.posting_id = ${place[0]} and (r.role, r.level) > (${place[1]}, ${place[2]}))`,
    );
  }
  const { rows } = await db.query<StoredRow & { readonly settled: boolean }>(
    `select r.*, r.accrued_at_ms < (select coalesce(max(s.until_ms), 0) from referral_settlements s
        where s.promoter_id = r.promoter_id and s.currency_id = r.currency_id) as settled
       from referral_rebates r where ${where.sql}
      order by r.posting_id desc, r.role, r.level limit ${where.parameter(limit)}`,
    where.values,
  );
  return rows.map(row => ({ ...REBATES.decodeStamped(row), settled: row.settled }));
}

/** When the oldest rebate in the currency that is not paid yet was earned; 0 if there is none. */
export async function pendingSince(db: Queryable, promoterId: number, currencyId: number): Promise<number> {
  const { rows } = await db.query<{ at_ms: string }>(
    `select coalesce(min(accrued_at_ms), 0) as at_ms from referral_rebates
      where promoter_id = $1 and currency_id = $2 and accrued_at_ms >= (
        select coalesce(max(until_ms), 0) from referral_settlements where promoter_id = $1 and currency_id = $2)`,
    [promoterId, currencyId],
  );
  return Number(rows[0]?.at_ms ?? 0);
}

export interface DayRow {
  readonly utcDay: number;
  readonly fills: number;
  readonly people: number;
  readonly earned: Earned[];
}

/** Newest first, with everything each day brought. The days of a page are looked up one by one: years are not read. */
export async function listDays(
  db: Queryable,
  promoterId: number,
  beforeDay: number | null,
  limit: number,
): Promise<DayRow[]> {
  const { rows } = await db.query<{
    utc_day: number;
    fills: string;
    people: number;
    earned: [number, string][];
  }>(
    `with recursive days (utc_day, place) as (
       (select max(utc_day), 1 from referral_days where promoter_id = $1 and utc_day < $2::bigint)
       union all
       select (select max(utc_day) from referral_days where promoter_id = $1 and utc_day < days.utc_day), place + 1
         from days where utc_day is not null and place < $3)
     select utc_day, sums.fills, people.count as people, sums.earned from days
      cross join lateral (
        select sum(fills) as fills,
               json_agg(json_build_array(currency_id, amount::text) order by currency_id) as earned
          from (select currency_id, sum(fills) as fills, sum(amount_minor) as amount from referral_days
                 where promoter_id = $1 and utc_day = days.utc_day group by currency_id) as by_currency) as sums
      cross join lateral (
        select count(distinct customer_id)::integer from referral_days
         where promoter_id = $1 and utc_day = days.utc_day) as people
      where utc_day is not null order by utc_day desc`,
    [promoterId, beforeDay ?? LATEST, limit],
  );
  return rows.map(row => ({
    utcDay: row.utc_day,
    fills: Number(row.fills),
    people: row.people,
    earned: row.earned.map(([currencyId, amount]) => ({ currencyId, amountMinor: BigInt(amount) })),
  }));
}

export interface PersonEarnedRow {
  readonly customerId: number;
  readonly level: number;
  readonly fills: number;
  readonly lastDay: number;
  readonly earned: Earned[];
}

/** Those who brought something, the newest customer first; looked up one by one, as days are. */
export async function listPeople(
  db: Queryable,
  promoterId: number,
  beforeId: number | null,
  limit: number,
): Promise<PersonEarnedRow[]> {
  const { rows } = await db.query<{
    customer_id: number;
    level: number;
    fills: string;
    last_day: number;
    earned: [number, string][];
  }>(
    `with recursive people (customer_id, place) as (
       (select max(customer_id), 1 from referral_days where promoter_id = $1 and customer_id < $2::bigint)
       union all
       select (select max(customer_id) from referral_days
                where promoter_id = $1 and customer_id < people.customer_id), place + 1
         from people where customer_id is not null and place < $3)
     select customer_id, sums.* from people
      cross join lateral (
        select max(level) as level, sum(fills) as fills, max(last_day) as last_day,
               json_agg(json_build_array(currency_id, amount::text) order by currency_id) as earned
          from (select currency_id, max(level) as level, sum(fills) as fills, max(utc_day) as last_day,
                       sum(amount_minor) as amount
                  from referral_days where promoter_id = $1 and customer_id = people.customer_id
                 group by currency_id) as by_currency) as sums
      where customer_id is not null order by customer_id desc`,
    [promoterId, beforeId ?? LATEST, limit],
  );
  return rows.map(row => ({
    customerId: row.customer_id,
    level: row.level,
    lastDay: row.last_day,
    fills: Number(row.fills),
    earned: row.earned.map(([currencyId, amount]) => ({ currencyId, amountMinor: BigInt(amount) })),
  }));
}

/** Newest first. */
export async function listSettlements(
  db: Queryable,
  promoterId: number,
  beforePosting: number | null,
  limit: number,
): Promise<StampedRow<typeof REFERRAL_SETTLEMENTS>[]> {
  const where = new Conditions()
    .add('promoter_id = ?', promoterId)
    .addIf('posting_id < ?::bigint', beforePosting);
  const rest = `where ${where.sql} order by posting_id desc limit ${where.parameter(limit)}`;
  return select(db, REFERRAL_SETTLEMENTS.stamped, rest, where.values);
}
