import type { ReadonlyExchange } from '@tallystick/core';
import { DAY_MS } from '@tallystick/core/durations';
import { USDT } from '@tallystick/protocol/currency-ids';
import type { Reads } from '../../database/reads.ts';
import { PastPrices } from '../statement/profit/prices.ts';
import type { Month } from './months.ts';
import { balancesBefore, postingsOf, turnoversOf, type DayLine } from './turnovers.ts';

/** One account of the chart in one currency, over a month. Minor units as text; a debit balance is below zero. */
export interface AccountFigures {
  readonly account: number;
  readonly currency: number;
  readonly opening: string;
  readonly debit: string;
  readonly credit: string;
  readonly closing: string;
  readonly lines: number;
}

/** What an account of the result brought: above zero the company earned it. */
export interface ResultFigures {
  readonly day: number;
  readonly account: number;
  readonly currency: number;
  readonly amount: string;
  /** In USDT at the day's end; null: nobody knows a price. */
  readonly value: string | null;
}

/** The books of a month: all that closing it freezes. Whole numbers and text only. */
export interface MonthFigures {
  readonly month: string;
  readonly postings: { readonly first: number; readonly last: number; readonly count: number };
  readonly accounts: readonly AccountFigures[];
  readonly result: readonly ResultFigures[];
}

/** The first code of income: results begin here. */
const RESULT_FROM = 4_000;

/** The figures of a month as counted so far. Days that have not ended are valued as of `nowMs`. */
export async function figuresOf(
  db: Reads,
  exchange: Pick<ReadonlyExchange, 'markets' | 'market'>,
  month: Month,
  nowMs: number,
): Promise<MonthFigures> {
  const { fromDay, untilDay } = month;
  const lines = await turnoversOf(db, fromDay, untilDay);
  const postings = await postingsOf(db, fromDay, untilDay);
  const opening = await balancesBefore(db, fromDay);
  return {
    month: month.name,
    postings: {
      first: postings?.firstPosting ?? 0,
      last: postings?.lastPosting ?? 0,
      count: postings?.postings ?? 0,
    },
    accounts: accountsOf(lines, opening),
    result: await resultOf(db, exchange, lines, nowMs),
  };
}

function accountsOf(
  lines: readonly DayLine[],
  opening: Awaited<ReturnType<typeof balancesBefore>>,
): AccountFigures[] {
  const sums = new Map<
    string,
    { account: number; currency: number; opening: bigint; debit: bigint; credit: bigint; lines: number }
  >();
  const of = (account: number, currency: number) => {
    const key = `${account}:${currency}`;
    const known = sums.get(key);
    if (known !== undefined) return known;
    const sum = { account, currency, opening: 0n, debit: 0n, credit: 0n, lines: 0 };
    sums.set(key, sum);
    return sum;
  };
  for (const { account, currencyId, minor } of opening) of(account, currencyId).opening = minor;
  for (const line of lines) {
    const sum = of(line.account, line.currencyId);
    sum.debit += line.debitMinor;
    sum.credit += line.creditMinor;
    sum.lines += line.lines;
  }
  return [...sums.values()]
    .filter(sum => sum.opening !== 0n || sum.lines > 0)
    .toSorted((one, other) => one.account - other.account || one.currency - other.currency)
    .map(sum => ({
      account: sum.account,
      currency: sum.currency,
      opening: String(sum.opening),
      debit: String(sum.debit),
      credit: String(sum.credit),
      closing: String(sum.opening + sum.credit - sum.debit),
      lines: sum.lines,
    }));
}

async function resultOf(
  db: Reads,
  exchange: Pick<ReadonlyExchange, 'markets' | 'market'>,
  lines: readonly DayLine[],
  nowMs: number,
): Promise<ResultFigures[]> {
  const endOf = (day: number): number => Math.min(nowMs, (day + 1) * DAY_MS - 1);
  const earned = lines.filter(({ account }) => account >= RESULT_FROM);
  const prices = new PastPrices(db, exchange, USDT);
  const valueOf = await prices.load(earned.map(({ currencyId, day }) => ({ currencyId, atMs: endOf(day) })));
  return earned.map(({ day, account, currencyId, debitMinor, creditMinor }) => {
    const minor = creditMinor - debitMinor;
    const value = valueOf(currencyId, minor, endOf(day));
    return {
      day,
      account,
      currency: currencyId,
      amount: String(minor),
      value: value === null ? null : String(value),
    };
  });
}
