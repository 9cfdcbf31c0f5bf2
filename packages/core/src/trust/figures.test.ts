import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  completesAtMs,
  exitAfter,
  interestOfDay,
  interestUntil,
  paidDaysAt,
  paymentAtMs,
  penaltyOf,
  promisedInterest,
} from './figures.ts';
import { DAY_MS, dayOf } from '../durations.ts';

/** The source's product: 0.4 % a day, 15 days, and its penalty of 1.5 times the daily yield. USDT has 6 decimals. */
const SOURCE = { cycleDays: 15, dailyYieldPpm: 4_000, penaltyPpm: 6_000 };
const THOUSAND = 1_000_000_000n;

describe('the source’s examples', () => {
  it('0.4 % a day for 15 days on 1,000 pays 4 a day, 60 in all', () => {
    expect(interestOfDay(THOUSAND, 4_000, 1)).toBe(4_000_000n);
    expect(promisedInterest(THOUSAND, SOURCE)).toBe(60_000_000n);
  });

  it('a 30-day product of the same yield pays 120', () => {
    expect(promisedInterest(THOUSAND, { ...SOURCE, cycleDays: 30 })).toBe(120_000_000n);
  });

  it('penalty = ratio × remaining days × amount: 0.4 % × 10 × 1,000 = 40', () => {
    expect(penaltyOf(THOUSAND, 4_000, 10)).toBe(40_000_000n);
  });

  it('1.5 times the daily interest: 6 for each remaining day of 1,000', () => {
    expect(penaltyOf(THOUSAND, 6_000, 1)).toBe(6_000_000n);
    expect(exitAfter(THOUSAND, SOURCE, 5)).toEqual({
      paidDays: 5,
      remainingDays: 10,
      interestMinor: 20_000_000n,
      penaltyMinor: 60_000_000n,
      returnedMinor: 940_000_000n,
      totalMinor: 960_000_000n,
    });
  });

  it('15 days remain on the first day, one on the last, none at the end', () => {
    expect(exitAfter(THOUSAND, SOURCE, 0).totalMinor).toBe(910_000_000n);
    expect(exitAfter(THOUSAND, SOURCE, 14).totalMinor).toBe(1_050_000_000n);
    expect(exitAfter(THOUSAND, SOURCE, 15).totalMinor).toBe(1_060_000_000n);
  });
});

describe('fractions are truncated', () => {
  /** 100.000001 USDT: a day at 0.4321 % earns 432,100.004321 minor units. */
  const AMOUNT = 100_000_001n;

  it('interest: per sum of days, so that days differ by at most one unit', () => {
    expect(interestUntil(AMOUNT, 4_321, 1)).toBe(432_100n);
    // 231 × 432,100.004321 = 99,815,100.998151; the fraction becomes a whole unit a day later.
    expect(interestUntil(AMOUNT, 4_321, 231)).toBe(99_815_100n);
    expect(interestUntil(AMOUNT, 4_321, 232)).toBe(100_247_201n);
    expect([interestOfDay(AMOUNT, 4_321, 231), interestOfDay(AMOUNT, 4_321, 232)]).toEqual([
      432_100n,
      432_101n,
    ]);
  });

  it('the penalty: in the customer’s favour', () => {
    expect(penaltyOf(AMOUNT, 4_321, 1)).toBe(432_100n);
    expect(penaltyOf(AMOUNT, 4_321, 231)).toBe(99_815_100n);
  });
});

describe('days are UTC days', () => {
  const at = (text: string): number => Date.parse(text);

  it.each([
    ['a second before midnight', '2026-11-21T23:59:59Z', '2026-11-23T00:00:00Z'],
    ['a second after midnight', '2026-11-22T00:00:01Z', '2026-11-24T00:00:00Z'],
    ['midnight itself belongs to the new day', '2026-11-22T00:00:00Z', '2026-11-24T00:00:00Z'],
    ['the end of a month', '2026-04-29T12:00:00Z', '2026-05-01T00:00:00Z'],
    ['the end of a year', '2026-12-30T12:00:00Z', '2027-01-01T00:00:00Z'],
    ['over a leap day', '2028-02-28T12:00:00Z', '2028-03-01T00:00:00Z'],
    ['without a leap day', '2027-02-27T12:00:00Z', '2027-03-01T00:00:00Z'],
    ['a century’s year without leap day', '2100-02-27T12:00:00Z', '2100-03-01T00:00:00Z'],
    ['when clocks change in Europe', '2026-10-24T12:00:00Z', '2026-10-26T00:00:00Z'],
    ['when clocks change in America', '2026-03-07T12:00:00Z', '2026-03-09T00:00:00Z'],
  ])('bought at %s, the first day is paid at the second midnight after', (_, bought, paid) => {
    expect(new Date(paymentAtMs(dayOf(at(bought)), 1)).toISOString()).toBe(new Date(paid).toISOString());
  });

  it('15 days across a leap day end 16 midnights later', () => {
    const completes = completesAtMs(dayOf(at('2028-02-20T10:00:00Z')), 15);
    expect(new Date(completes).toISOString()).toBe('2028-03-07T00:00:00.000Z');
  });

  it('a day is paid exactly when it is over', () => {
    const day = dayOf(at('2026-11-21T10:00:00Z'));
    const first = paymentAtMs(day, 1);
    expect([first - 1, first, first + DAY_MS - 1].map(atMs => paidDaysAt(day, 15, atMs))).toEqual([0, 1, 1]);
    expect(paidDaysAt(day, 15, at('2030-01-01T00:00:00Z'))).toBe(15);
    expect(paidDaysAt(day, 15, at('2026-11-21T10:00:00Z'))).toBe(0);
  });
});

describe('for any amount and rates', () => {
  const principal = fc.bigInt(1n, 2n ** 59n);
  const rates = fc.record({
    cycleDays: fc.integer({ min: 1, max: 400 }),
    dailyYieldPpm: fc.integer({ min: 1, max: 1_000_000 }),
    penaltyPpm: fc.integer({ min: 0, max: 1_000_000 }),
  });

  it('all payments add up exactly to the promised interest', () => {
    fc.assert(
      fc.property(principal, rates, (amount, terms) => {
        let sum = 0n;
        for (let day = 1; day <= terms.cycleDays; day++) {
          const paid = interestOfDay(amount, terms.dailyYieldPpm, day);
          expect(paid >= 0n).toBe(true);
          sum += paid;
          expect(interestUntil(amount, terms.dailyYieldPpm, day)).toBe(sum);
        }
        expect(sum).toBe(promisedInterest(amount, terms));
        // The plain daily figure, or one unit more.
        const plain = (amount * BigInt(terms.dailyYieldPpm)) / 1_000_000n;
        expect(interestOfDay(amount, terms.dailyYieldPpm, terms.cycleDays) - plain).toBeOneOf([0n, 1n]);
      }),
      { numRuns: 100 },
    );
  });

  it('waiting a day longer never pays less, and nobody loses more than the principal', () => {
    fc.assert(
      fc.property(principal, rates, fc.nat(400), (amount, terms, late) => {
        const days = late % terms.cycleDays;
        const [now, later] = [exitAfter(amount, terms, days), exitAfter(amount, terms, days + 1)];
        expect(later.totalMinor >= now.totalMinor).toBe(true);
        expect(now.penaltyMinor >= 0n && now.penaltyMinor <= amount).toBe(true);
        expect(now.returnedMinor + now.penaltyMinor).toBe(amount);
        expect(exitAfter(amount, terms, terms.cycleDays).penaltyMinor).toBe(0n);
      }),
    );
  });
});
