import type { ReadonlyExchange } from '@tallystick/core';
import type { ClientBase } from 'pg';
import { bookedOf, Turnovers } from '../modules/books/booked.ts';
import { BooksBroken } from '../modules/books/bookings.ts';
import { Periods } from '../modules/books/periods.ts';
import { readPostings } from '../modules/books/postings.ts';
import {
  closedUntil,
  dayOf,
  daysFrom,
  readPosition,
  turnoversOf,
  type DayTurnover,
} from '../modules/books/turnovers.ts';
import { historyFloor } from '../engine/history/floors.ts';
import { LEDGER } from '../engine/history/history-tables.ts';
import type { Difference } from './audit-result.ts';

/** What these checks read. */
export interface BooksContext {
  readonly stored: ClientBase;
  readonly exchange: ReadonlyExchange;
}

/** Postings read at once. */
const RANGE = 5_000;
/** Later than any day. */
const NO_END = 2_000_000_000;

/**
 * Books the ledger once more and compares each day's turnovers, results too; then the closed months with what is counted,
 * and their chain. Of days from before retention's floor no posting is whole any more: their sums are compared with the
 * ledger, their closed months with what was frozen.
 */
export async function companyBooks(context: BooksContext): Promise<Difference | null> {
  return (await differingDay(context)) ?? differingMonth(context);
}

async function differingDay({ stored }: Pick<BooksContext, 'stored'>): Promise<Difference | null> {
  const { postingId: counted } = await readPosition(stored);
  const closed = await closedUntil(stored);
  const { first } = await historyFloor(stored, LEDGER.name);
  const computed = new Turnovers();
  let fromDay = first === 0 ? 0 : NO_END;
  for (let after = Math.max(0, first - 1); after < counted; after += RANGE) {
    const postings = await readPostings(stored, after, Math.min(after + RANGE, counted));
    try {
      for (const { posting, lines } of await bookedOf(stored, postings)) {
        const day = dayOf(posting, closed);
        // The first day may have begun before the floor.
        if (fromDay === NO_END) fromDay = day + 1;
        if (day >= fromDay) computed.add(day, posting.postingId, lines);
      }
    } catch (error) {
      if (!(error instanceof BooksBroken)) throw error;
      return differs('ledger_entries', `posting_id>${after}`, null, null, error.message);
    }
  }
  return compareDays(stored, fromDay, computed.days);
}

async function compareDays(
  stored: ClientBase,
  fromDay: number,
  days: readonly DayTurnover[],
): Promise<Difference | null> {
  const found = await daysFrom(stored, fromDay);
  const spans = days.map(one => [
    `day=${one.day}`,
    `postings ${one.firstPosting} to ${one.lastPosting}, ${one.postings}`,
  ]);
  const wrongSpan = firstDiffering(
    found.map(one => [
      `day=${one.day}`,
      `postings ${one.firstPosting} to ${one.lastPosting}, ${one.postings}`,
    ]),
    spans,
  );
  if (wrongSpan !== null) {
    return differs(
      'company_days',
      ...wrongSpan,
      'a day of the company’s books has other postings in the ledger',
    );
  }
  const told = (one: {
    readonly day: number;
    readonly account: number;
    readonly currencyId: number;
    readonly debitMinor: bigint;
    readonly creditMinor: bigint;
    readonly lines: number;
  }): string[] => [
    `day=${one.day},account=${one.account},currency_id=${one.currencyId}`,
    `debit ${one.debitMinor} credit ${one.creditMinor} in ${one.lines}`,
  ];
  const lines = days.flatMap(({ day, turnovers }) =>
    [...turnovers.values()].map(one => told({ day, ...one })),
  );
  const wrong = firstDiffering((await turnoversOf(stored, fromDay, NO_END)).map(told), lines);
  return wrong === null
    ? null
    : differs(
        'company_turnovers',
        ...wrong,
        'the company’s books say otherwise than the ledger what a day has moved',
      );
}

async function differingMonth({ stored, exchange }: BooksContext): Promise<Difference | null> {
  const { rows } = await stored.query<{ month: string }>(
    `select month from company_periods where hash <> sha256(convert_to(figures, 'UTF8')) order by month limit 1`,
  );
  if (rows[0] !== undefined) {
    return differs(
      'company_periods',
      `month=${rows[0].month}`,
      null,
      null,
      'a closed month has another hash',
    );
  }
  const periods = new Periods({ exchange, now: () => exchange.lastAtMs, clock: { stop: () => null } });
  for (const period of await periods.all(stored)) {
    if (await periods.agrees(stored, period)) continue;
    const what = 'a closed month differs from what is counted, or does not follow the month before';
    return differs('company_periods', `month=${period.month}`, period.hash, null, what);
  }
  return null;
}

/** Key, stored and computed of the first that is in one alone, or differs. */
function firstDiffering(
  stored: readonly string[][],
  computed: readonly string[][],
): [string, string | null, string | null] | null {
  const other = new Map(computed.map(([key, text]) => [key!, text!]));
  for (const [key, text] of stored) {
    const said = other.get(key!) ?? null;
    if (said !== text) return [key!, text!, said];
    other.delete(key!);
  }
  const [rest] = other;
  return rest === undefined ? null : [rest[0], null, rest[1]];
}

function differs(
  table: string,
  key: string,
  stored: string | null,
  computed: string | null,
  what: string,
): Difference {
  return { table, key, stored, computed, what };
}
