import { CUSTOMER_ACCOUNTS, Exchange, type PlatformAccount, type ReadonlyExchange } from '@tallystick/core';
import { mixedHistory, playMixed } from '@tallystick/core/testing/mixed-history';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bookingOf, BooksBroken, type BookedPosting } from './bookings.ts';
import { CHART, chartAccounts, classOf, type ChartName } from './chart.ts';
import { bookedPosting, ofPeople } from './testing/entries-of.ts';

/** Balances of the chart, and how often each account was used. */
class Balances {
  readonly #minor = new Map<string, bigint>();
  readonly used = new Set<number>();

  add(posting: BookedPosting, stakeMinor: bigint | null): void {
    for (const { account, currencyId, amountMinor } of bookingOf(posting, stakeMinor, 0)) {
      const key = `${account}:${currencyId}`;
      this.#minor.set(key, (this.#minor.get(key) ?? 0n) + amountMinor);
      this.used.add(account);
    }
  }

  of(name: ChartName, currencyId: number): bigint {
    return this.#minor.get(`${CHART[name].code}:${currencyId}`) ?? 0n;
  }

  /** Of all accounts of these classes. */
  sum(classes: string, currencyId: number): bigint {
    return chartAccounts()
      .filter(({ code }) => classes.includes(classOf(code)))
      .reduce((sum, { code }) => sum + (this.#minor.get(`${code}:${currencyId}`) ?? 0n), 0n);
  }
}

function play(steps: Parameters<typeof playMixed>[1]): { exchange: Exchange; balances: Balances } {
  const exchange = new Exchange();
  const balances = new Balances();
  const stakes = new Map<string, bigint>();
  playMixed(exchange, steps, (_command, atMs, outcome) => {
    if (!outcome.ok) return;
    for (const event of outcome.events) {
      if (event.type === 'optionChanged') {
        stakes.set(`option:${event.option.optionId}`, event.option.stakeMinor);
      }
    }
    for (const event of outcome.events) {
      if (event.type !== 'posted') continue;
      const posting = bookedPosting(event, atMs);
      if (posting !== null) balances.add(ofPeople(posting), stakes.get(posting.reference) ?? null);
    }
  });
  return { exchange, balances };
}

const HELD: readonly PlatformAccount[] = [
  'fees',
  'treasury',
  'insurance',
  'optionPool',
  'rounding',
  'trustEscrow',
];

/** What the company owns, by the ledger. */
function ownMinor(exchange: ReadonlyExchange, currencyId: number): bigint {
  const held = HELD.reduce(
    (sum, account) => sum + exchange.balance({ ownerId: 0, account, currencyId }).availableMinor,
    0n,
  );
  const promised = exchange.option
    .open()
    .filter(one => one.currencyId === currencyId && !one.practice)
    .reduce((sum, { profitMinor }) => sum + profitMinor, 0n);
  return held + promised;
}

it('the books agree with the ledger after any history: customers, escrows, and what is the company’s own', () => {
  const used = new Set<number>();
  fc.assert(
    fc.property(mixedHistory, steps => {
      const { exchange, balances } = play(steps);
      for (const { id } of exchange.currencies()) {
        expect(balances.sum('asset liability equity income expense', id)).toBe(0n);
        expect(balances.sum('equity income expense', id)).toBe(ownMinor(exchange, id));
        for (const account of CUSTOMER_ACCOUNTS) {
          const held = exchange.customerIds().reduce((sum, ownerId) => {
            const { availableMinor, frozenMinor } = exchange.balance({ ownerId, account, currencyId: id });
            return sum + availableMinor + frozenMinor;
          }, 0n);
          const name = (
            {
              spot: 'customerSpot',
              option: 'customerOption',
              contract: 'customerContract',
              trust: 'customerTrust',
            } as const
          )[account];
          expect(balances.of(name, id)).toBe(held);
        }
        const stakes = exchange.option
          .open()
          .filter(one => one.currencyId === id && !one.practice)
          .reduce((sum, { stakeMinor }) => sum + stakeMinor, 0n);
        expect(balances.of('optionStakes', id)).toBe(stakes);
      }
      for (const code of balances.used) used.add(code);
    }),
    { numRuns: 40, endOnFailure: true },
  );
  // What never happened was never checked.
  for (const name of [
    'spotFees',
    'spotRebates',
    'perpetualFees',
    'optionStakesWon',
    'optionWinnings',
    'trustInterest',
  ] as const) {
    expect(used).toContain(CHART[name].code);
  }
});

it('is loud about a posting that does not balance, one without a rule, and an option whose stake nobody knows', () => {
  const entry = { ownerId: 0, account: 'fees', currencyId: 3, amountMinor: 1n } as const;
  const posting: BookedPosting = {
    postingId: 1,
    reason: 'trade',
    reference: 'trade:1',
    atMs: 0,
    entries: [entry],
  };
  expect(() => bookingOf(posting, null, 0)).toThrow(BooksBroken);
  expect(() => bookingOf({ ...posting, reason: 'rebate' }, null, 0)).toThrow('rebate on fees');
  const escrow = {
    ...posting,
    reason: 'optionLoss',
    entries: [{ ...entry, account: 'optionEscrow' }],
  } as const;
  expect(() => bookingOf(escrow, null, 0)).toThrow('no stake');
});

it('sums from before the books began need not balance by themselves', () => {
  const lines = bookingOf(
    {
      postingId: 9,
      reason: 'carriedForward',
      reference: '',
      atMs: 0,
      entries: [{ ownerId: 10_001, account: 'spot', currencyId: 3, amountMinor: 5n }],
    },
    null,
    0,
  );
  expect(lines).toEqual([
    { account: 2110, ownerId: 10_001, currencyId: 3, amountMinor: 5n },
    { account: 3910, ownerId: 0, currencyId: 3, amountMinor: -5n },
  ]);
});

it.each([
  ['trade', 'referral', 2230],
  ['perpetualTrade', 'referral', 2230],
  ['perpetualTrade', 'insurance', null],
  ['carriedForward', 'fees', null],
  ['carriedForward', 'rounding', null],
] as const)('what retention has left of a posting is no result: %s on %s', (reason, account, code) => {
  const posting: BookedPosting = {
    postingId: 9,
    reason,
    reference: 'trade:1',
    atMs: 0,
    entries: [
      { ownerId: 0, account, currencyId: 3, amountMinor: 5n },
      // A trading account of the house.
      { ownerId: 2, account: 'spot', currencyId: 3, amountMinor: 7n },
    ],
  };
  const lines = bookingOf(posting, null, 10).map(one => [one.account, one.amountMinor]);
  expect(lines).toEqual(
    code === null
      ? []
      : [
          [code, 5n],
          [3910, -5n],
        ],
  );
  // The same posting with all of its entries.
  if (reason !== 'carriedForward') expect(() => bookingOf(posting, null, 9)).toThrow(BooksBroken);
});
