import { DAY_MS } from '@tallystick/core/durations';
import type pg from 'pg';
import type { Reads } from '../../database/reads.ts';

/** What passed through an account of the chart: debits and credits, both ≥ 0. */
export interface Turnover {
  readonly account: number;
  readonly currencyId: number;
  debitMinor: bigint;
  creditMinor: bigint;
  lines: number;
}

/** One day's turnovers, and which postings they are of. */
export interface DayTurnover {
  readonly day: number;
  readonly firstPosting: number;
  lastPosting: number;
  postings: number;
  readonly turnovers: Map<string, Turnover>;
}

export interface Position {
  /** The newest posting that was counted. */
  readonly postingId: number;
  readonly atMs: number;
}

type Queries = Pick<pg.ClientBase, 'query'>;

/** Locked until the transaction ends, so that nothing is counted twice. */
export async function lockPosition(db: Queries): Promise<Position> {
  return positionOf(db, 'for update');
}

export function readPosition(db: Reads): Promise<Position> {
  return positionOf(db, '');
}

async function positionOf(db: Reads, lock: string): Promise<Position> {
  const { rows } = await db.query<{ posting_id: string; at_ms: string }>(
    `select posting_id, at_ms from company_position ${lock}`,
  );
  return { postingId: Number(rows[0]!.posting_id), atMs: Number(rows[0]!.at_ms) };
}

export async function movePosition(db: Queries, postingId: number, atMs: number): Promise<void> {
  await db.query('update company_position set posting_id = $1, at_ms = $2', [postingId, atMs]);
}

export async function addTurnovers(db: Queries, days: readonly DayTurnover[]): Promise<void> {
  if (days.length === 0) return;
  await db.query(
    `insert into company_days as d (day, first_posting, last_posting, postings)
     select * from unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[])
     on conflict (day) do update
       set last_posting = excluded.last_posting, postings = d.postings + excluded.postings`,
    [
      days.map(one => one.day),
      days.map(one => one.firstPosting),
      days.map(one => one.lastPosting),
      days.map(one => one.postings),
    ],
  );
  const rows = days.flatMap(({ day, turnovers }) => [...turnovers.values()].map(one => ({ day, ...one })));
  await db.query(
    `insert into company_turnovers as t (day, account, currency_id, debit_minor, credit_minor, lines)
     select * from unnest($1::integer[], $2::integer[], $3::integer[], $4::numeric[], $5::numeric[], $6::bigint[])
     on conflict (day, account, currency_id) do update
       set debit_minor = t.debit_minor + excluded.debit_minor,
           credit_minor = t.credit_minor + excluded.credit_minor, lines = t.lines + excluded.lines`,
    [
      rows.map(one => one.day),
      rows.map(one => one.account),
      rows.map(one => one.currencyId),
      rows.map(one => String(one.debitMinor)),
      rows.map(one => String(one.creditMinor)),
      rows.map(one => one.lines),
    ],
  );
}

interface TurnoverRow {
  readonly day: number;
  readonly account: number;
  readonly currency_id: number;
  readonly debit: string;
  readonly credit: string;
  readonly lines: string;
}

export type DayLine = Readonly<Turnover> & { readonly day: number };

/** Each day's turnovers of accounts with codes from `least` on, from a day to before another. */
export async function turnoversOf(
  db: Reads,
  fromDay: number,
  untilDay: number,
  least = 0,
): Promise<DayLine[]> {
  const { rows } = await db.query<TurnoverRow>(
    `select day, account, currency_id, debit_minor::text as debit, credit_minor::text as credit, lines
       from company_turnovers where day >= $1 and day < $2 and account >= $3 order by day, account, currency_id`,
    [fromDay, untilDay, least],
  );
  return rows.map(row => ({
    day: row.day,
    account: row.account,
    currencyId: row.currency_id,
    debitMinor: BigInt(row.debit),
    creditMinor: BigInt(row.credit),
    lines: Number(row.lines),
  }));
}

export interface AccountBalance {
  readonly account: number;
  readonly currencyId: number;
  /** A debit balance is below zero. */
  readonly minor: bigint;
}

/** Balances at the beginning of a day. */
export async function balancesBefore(db: Reads, untilDay: number): Promise<AccountBalance[]> {
  const { rows } = await db.query<{ account: number; currency_id: number; minor: string }>(
    `select account, currency_id, sum(credit_minor - debit_minor)::text as minor
       from company_turnovers where day < $1 group by 1, 2 order by 1, 2`,
    [untilDay],
  );
  return rows.map(row => ({ account: row.account, currencyId: row.currency_id, minor: BigInt(row.minor) }));
}

export interface Days {
  readonly firstPosting: number;
  readonly lastPosting: number;
  readonly postings: number;
}

/** The postings of days from one to before another; null if there are none. */
export async function postingsOf(db: Reads, fromDay: number, untilDay: number): Promise<Days | null> {
  const { rows } = await db.query<{ first: string | null; last: string; postings: string }>(
    `select min(first_posting) as first, max(last_posting) as last, sum(postings) as postings
       from company_days where day >= $1 and day < $2`,
    [fromDay, untilDay],
  );
  const [row] = rows;
  if (row === undefined || row.first === null) return null;
  return {
    firstPosting: Number(row.first),
    lastPosting: Number(row.last),
    postings: Number(row.postings),
  };
}

/** A closed month's end, and its newest posting: later ones were counted when it was closed. */
export interface ClosedUntil {
  readonly untilDay: number;
  readonly lastPosting: number;
}

/** Oldest first. */
export async function closedUntil(db: Reads): Promise<ClosedUntil[]> {
  const { rows } = await db.query<{ until_day: number; last: string }>(
    `select until_day, figures::jsonb -> 'postings' ->> 'last' as last from company_periods order by until_day`,
  );
  return rows.map(row => ({ untilDay: row.until_day, lastPosting: Number(row.last) }));
}

/**
 * The day whose turnover a posting is in: its own; but if that was closed before the posting was counted, the first day that
 * was still open.
 */
export function dayOf(
  { postingId, atMs }: { readonly postingId: number; readonly atMs: number },
  closed: readonly ClosedUntil[],
): number {
  const day = Math.floor(atMs / DAY_MS);
  const late = closed.findLast(one => one.untilDay > day && one.lastPosting < postingId);
  return late === undefined ? day : late.untilDay;
}

/** Each day from one on with the postings it has. */
export async function daysFrom(db: Reads, fromDay: number): Promise<(Days & { readonly day: number })[]> {
  const { rows } = await db.query<{ day: number; first: string; last: string; postings: string }>(
    `select day, first_posting as first, last_posting as last, postings from company_days
      where day >= $1 order by day`,
    [fromDay],
  );
  return rows.map(row => ({
    day: row.day,
    firstPosting: Number(row.first),
    lastPosting: Number(row.last),
    postings: Number(row.postings),
  }));
}

/** The first day with a posting; null before it. */
export async function firstDay(db: Reads): Promise<number | null> {
  const { rows } = await db.query<{ day: number | null }>('select min(day) as day from company_days');
  return rows[0]?.day ?? null;
}
