import { Exchange, type CustomerAccount, type PostingReason } from '@tallystick/core';
import { USDT } from '@tallystick/core/testing/demo-exchange';
import { mixedHistory, playMixed } from '@tallystick/core/testing/mixed-history';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerRow } from '../wallet/store.ts';
import { checkedPages, StatementBroken } from './entries.ts';
import type { Line } from './lines.ts';
import { dayOf, periodOf, type Period } from './period.ts';
import type { ValueOf } from './profit/book.ts';
import { PeriodReport } from './profit/report.ts';
import { expectedLine, RecordedEntries } from './testing/recorded-entries.ts';
import { playYear, YEAR_START_MS, yearOfTrades } from './testing/year-of-trades.ts';
import { assertCovering } from '@tallystick/core/testing/assert-covering';

/** A failure prints its seed without shrinking, which would take too long for such histories. */
const RUNS = { numRuns: 8, endOnFailure: true };
const METHODS = ['average', 'fifo'] as const;

/** A price for every currency and day, never a round number. */
const valueOf: ValueOf = (currencyId, amountMinor, atMs) =>
  currencyId === USDT
    ? amountMinor
    : (amountMinor * BigInt(611 + currencyId * 37 + (dayOf(atMs) % 23))) / 89n;

type Balances = ReadonlyMap<string, bigint>;

function balancesOf(exchange: Exchange, customerId: number): Balances {
  return new Map(
    exchange
      .balancesOf(customerId)
      .map(({ account, currencyId, availableMinor, frozenMinor }) => [
        `${account}:${currencyId}`,
        availableMinor + frozenMinor,
      ]),
  );
}

/** Reads a statement to its end, in pages of odd sizes. */
async function statement(rows: readonly LedgerRow[], lines: readonly Line[]): Promise<number> {
  const pages = (async function* () {
    for (let at = 0; at < rows.length; at += 97) yield rows.slice(at, at + 97);
  })();
  let read = 0;
  for await (const page of checkedPages(pages, { lines, kinds: [] })) read += page.length;
  return read;
}

function linesBetween(rows: readonly LedgerRow[], before: Balances, after: Balances): Line[] {
  const keys = new Set([
    ...before.keys(),
    ...after.keys(),
    ...rows.map(row => `${row.account}:${row.currencyId}`),
  ]);
  return [...keys].map(key => {
    const [account = '', id = ''] = key.split(':');
    const [opening, closing] = [before.get(key) ?? 0n, after.get(key) ?? 0n];
    return expectedLine(rows, account as CustomerAccount, Number(id), opening, closing);
  });
}

/** Realised plus unrealised profit − (value − net deposits); null if something is unknown. */
function gaps(recorded: RecordedEntries, customerId: number, period: Period): (bigint | null)[] {
  return METHODS.map(method => {
    const { days } = recorded.book(customerId, method, USDT, valueOf);
    const made = new PeriodReport(days, period, period.toMs).make(valueOf);
    const { valueMinor, unrealisedMinor, netDepositsMinor, realisedEverMinor, unknown } = made;
    if (unknown > 0 || valueMinor === null || unrealisedMinor === null) return null;
    return realisedEverMinor + unrealisedMinor - (valueMinor - netDepositsMinor);
  });
}

describe('a generated year of trades', () => {
  it('opens, changes and closes each month as the exchange’s own balances do', async () => {
    let deals = 0;
    await fc.assert(
      fc.asyncProperty(yearOfTrades, async days => {
        const recorded = new RecordedEntries();
        const nights = new Map<number, Balances[]>();
        playYear(
          days,
          (events, atMs) => recorded.see(events, atMs),
          (day, exchange) =>
            nights.set(
              day,
              [1, 2, 3].map(id => balancesOf(exchange, id)),
            ),
        );
        for (const customerId of [1, 2, 3]) {
          let before: Balances = new Map();
          for (let month = 1; month <= 12; month++) {
            const { fromMs, toMs } = periodOf(`2026-${String(month).padStart(2, '0')}`);
            const rows = recorded.of(customerId).filter(({ atMs }) => atMs >= fromMs && atMs < toMs);
            const after = nights.get(dayOf(toMs) - dayOf(YEAR_START_MS) - 1)?.[customerId - 1] ?? new Map();
            const lines = linesBetween(rows, before, after);
            for (const line of lines) {
              expect(line.openingMinor + line.creditsMinor + line.debitsMinor).toBe(line.closingMinor);
            }
            expect(await statement(rows, lines)).toBe(rows.length);
            deals += rows.filter(({ reason }) => reason === 'trade').length;
            before = after;
          }
        }
      }),
      RUNS,
    );
    // Without trades the property would prove nothing.
    expect(deals).toBeGreaterThan(RUNS.numRuns * 1_000);
  });

  it('has a profit equal to its value less net deposits, by either method, at the end of each month', () => {
    fc.assert(
      fc.property(yearOfTrades, days => {
        const recorded = new RecordedEntries();
        playYear(
          days,
          (events, atMs) => recorded.see(events, atMs),
          () => undefined,
        );
        for (const customerId of [1, 2, 3]) {
          for (const month of ['01', '06', '12']) {
            expect(gaps(recorded, customerId, periodOf(`2026-${month}`))).toEqual([0n, 0n]);
          }
        }
      }),
      RUNS,
    );
  });

  it('breaks off when one unit is missing', async () => {
    const [days] = fc.sample(yearOfTrades, 1);
    const recorded = new RecordedEntries();
    const exchange = playYear(
      days ?? [],
      (events, atMs) => recorded.see(events, atMs),
      () => undefined,
    );
    const rows = recorded.of(1);
    const lines = linesBetween(rows, new Map(), balancesOf(exchange, 1));
    expect(await statement(rows, lines)).toBe(rows.length);
    const at = Math.floor(rows.length / 2);
    const spoiled = (change: (row: LedgerRow) => LedgerRow) =>
      rows.map((row, i) => (i === at ? change(row) : row));
    const wrongs = [
      spoiled(row => ({ ...row, amountMinor: row.amountMinor + 1n })),
      spoiled(row => ({ ...row, balanceAfterMinor: row.balanceAfterMinor - 1n })),
      rows.toSpliced(at, 1),
      [...rows, ...rows.slice(-1)],
      rows.slice(0, -1),
    ];
    for (const wrong of wrongs) await expect(statement(wrong, lines)).rejects.toThrow(StatementBroken);
  });
});

/** The end of a part of the history, with the balances at that time. */
interface Part {
  readonly endMs: number;
  readonly balances: ReadonlyMap<number, Balances>;
}

function partOf(recorded: RecordedEntries, exchange: Exchange, endMs: number): Part {
  return { endMs, balances: new Map(recorded.customers.map(id => [id, balancesOf(exchange, id)])) };
}

/** Reasons of customers' entries, by product. */
const EVERYTHING: PostingReason[] = [
  'faucet',
  'deposit',
  'depositReversal',
  'goodwill',
  'transfer',
  'withdrawal',
  'trade',
  'rebate',
  'dustConversion',
  'perpetualTrade',
  'perpetualFunding',
  'perpetualLiquidation',
  'perpetualDeleveraging',
  'optionPurchase',
  'optionPayout',
  'optionRefund',
  'trustInterest',
  'trustRedemption',
  'launchPayment',
  'launchRelease',
];

describe('all products at once', () => {
  it('add up in every part of a history, with a profit equal to value less net deposits', async () => {
    const seen = new Map<string, number>();
    const history = fc.asyncProperty(mixedHistory, async steps => {
      const recorded = new RecordedEntries();
      const exchange = new Exchange();
      let endMs = 0;
      let played = 0;
      const parts: Part[] = [];
      let ended: Part | null = null;
      playMixed(exchange, steps, (_command, atMs, outcome) => {
        // A month can end between any two commands.
        if (ended !== null && atMs > ended.endMs) parts.push(ended);
        ended = null;
        if (outcome.ok) recorded.see(outcome.events, atMs);
        endMs = atMs;
        if (++played % 25 > 22) ended = partOf(recorded, exchange, endMs);
      });
      parts.push(partOf(recorded, exchange, endMs));
      for (const customerId of recorded.customers) {
        for (const { reason } of recorded.of(customerId)) seen.set(reason, (seen.get(reason) ?? 0) + 1);
        let before: Balances = new Map();
        let fromMs = -1;
        for (const part of parts) {
          const rows = recorded.of(customerId).filter(({ atMs }) => atMs > fromMs && atMs <= part.endMs);
          const after = part.balances.get(customerId) ?? new Map();
          const lines = linesBetween(rows, before, after);
          for (const line of lines)
            expect(line.openingMinor + line.creditsMinor + line.debitsMinor).toBe(line.closingMinor);
          expect(await statement(rows, lines)).toBe(rows.length);
          [before, fromMs] = [after, part.endMs];
        }
        const period = { name: 'all', fromMs: endMs - 86_400_000, toMs: endMs + 1 };
        expect(gaps(recorded, customerId, period)).toEqual([0n, 0n]);
      }
    });
    const everything = Object.fromEntries(EVERYTHING.map(reason => [reason, 1]));
    await assertCovering(history, { numRuns: 40, endOnFailure: true }, () => seen, everything);
  });
});
