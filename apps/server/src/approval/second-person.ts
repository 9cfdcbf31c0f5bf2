import { MINUTE_MS } from '@tallystick/core/durations';
import type pg from 'pg';
import type { DeskOutput } from '@tallystick/protocol/desk';
import { CallFailure } from '../http/call-failure.ts';
import { utcMinute } from '../timekeeping/utc-minute.ts';

type Queries = Pick<pg.ClientBase, 'query'>;
/** Why somebody cannot be the second person; `until_ms` null: for good, or with no known end. */
export type SecondPersonBlock = NonNullable<DeskOutput<'GET desk/proposals'>['items'][number]['blocked']>;

/** What decides who may be second person to whom. Times are the exchange's, in milliseconds. */
export interface Standing {
  /** Since when they count as a second person; null: not before they have used their link. */
  readonly fromMs: number | null;
  /** Operators whose accounts they created or changed, or who did so with theirs; until when, null: for good. */
  readonly ties: ReadonlyMap<number, number | null>;
}

/** How long a tie lasts that comes from changing an account; one from creating it never ends. */
export const CHANGED_TIE_MS = 30 * 86_400_000;

interface TieRow {
  readonly operator_id: number;
  readonly other_id: number;
  readonly until_ms: string | null;
}

/** The standing of all operators at that time, by id. */
export async function standings(db: Queries, atMs: number): Promise<ReadonlyMap<number, Standing>> {
  const { rows } = await db.query<{ id: number; second_from_ms: string | null }>(
    'select id, second_from_ms from operators order by id',
  );
  const { rows: ties } = await db.query<TieRow>(
    `select operator_id, other_id, until_ms from operator_ties where until_ms is null or until_ms > $1`,
    [atMs],
  );
  return new Map(
    rows.map(row => [
      row.id,
      {
        fromMs: row.second_from_ms === null ? null : Number(row.second_from_ms),
        ties: tiesOf(row.id, ties),
      },
    ]),
  );
}

/** Each pair once, with the tie that ends last. */
function tiesOf(id: number, rows: readonly TieRow[]): Map<number, number | null> {
  const ties = new Map<number, number | null>();
  for (const row of rows) {
    if (row.operator_id !== id && row.other_id !== id) continue;
    const other = row.operator_id === id ? row.other_id : row.operator_id;
    const untilMs = row.until_ms === null ? null : Number(row.until_ms);
    const known = ties.get(other);
    if (known === null) continue;
    ties.set(other, untilMs === null ? null : Math.max(untilMs, known ?? 0));
  }
  return ties;
}

/** Why somebody with that standing cannot be second person to `firsts` at that time; null: they can. */
export function secondPersonBlock(
  standing: Standing | undefined,
  firsts: readonly number[],
  atMs: number,
): SecondPersonBlock | null {
  const ends = firsts.flatMap(id => {
    const untilMs = standing?.ties.get(id);
    return untilMs === undefined || (untilMs !== null && untilMs <= atMs) ? [] : [untilMs];
  });
  if (ends.length > 0) {
    const last = ends.includes(null) ? null : Math.max(...ends.map(Number));
    return { code: 'second_person_related', until_ms: last };
  }
  const fromMs = standing?.fromMs ?? null;
  return fromMs !== null && fromMs <= atMs ? null : { code: 'second_person_waiting', until_ms: fromMs };
}

/**
 * The only check that a decision has a second, independent person. Call it wherever somebody decides what others
 * (`firsts`) have begun, in that transaction. The database checks again: `require_second_person` of migration 0941.
 *
 * @throws CallFailure same_operator, second_person_waiting, second_person_related
 */
export async function requireSecondPerson(
  db: Queries,
  operatorId: number,
  firsts: readonly number[],
  atMs: number,
): Promise<void> {
  if (firsts.includes(operatorId)) throw new CallFailure('same_operator');
  const block = secondPersonBlock((await standings(db, atMs)).get(operatorId), firsts, atMs);
  if (block === null) return;
  const { code, until_ms: untilMs } = block;
  throw new CallFailure(
    code,
    untilMs === null ? {} : { until_ms: untilMs, until: firstMinuteAfter(untilMs) },
  );
}

type Blocked = Pick<DeskOutput<'GET desk/queue_item'>['actions'][number], 'blocked' | 'blocked_until_ms'>;

/** Shows in a queue why `requireSecondPerson` would refuse an action; nothing if nobody acted first. */
export async function blockedAsSecond(
  db: Queries,
  operatorId: number,
  firsts: readonly number[],
  atMs: number,
): Promise<Blocked> {
  if (firsts.length === 0) return { blocked: null };
  if (firsts.includes(operatorId)) return { blocked: 'same_operator' };
  const block = secondPersonBlock((await standings(db, atMs)).get(operatorId), firsts, atMs);
  if (block === null) return { blocked: null };
  const { code: blocked, until_ms: untilMs } = block;
  return untilMs === null ? { blocked } : { blocked, blocked_until_ms: untilMs };
}

/** `2026-07-15 12:00 UTC`, the same in every language. Rounded up, so that nobody is told a time too early. */
function firstMinuteAfter(atMs: number): string {
  return `${utcMinute(Math.ceil(atMs / MINUTE_MS) * MINUTE_MS)} UTC`;
}

/** Ties an account to those who proposed and confirmed its change. Call it in the transaction that decides it. */
export async function tieToDeciders(
  db: Queries,
  operatorId: number,
  proposalId: number,
  because: 'created' | 'changed',
  atMs: number,
): Promise<void> {
  await db.query(
    `insert into operator_ties (operator_id, other_id, because, proposal_id, since_ms, until_ms)
     select $1, other, $3, id, $4, $5 from desk_proposals, unnest(array[made_by, decided_by]) as other
      where id = $2 and other <> $1`,
    [operatorId, proposalId, because, atMs, because === 'created' ? null : atMs + CHANGED_TIE_MS],
  );
}
