import { expect, test } from 'vitest';
import { interestOf, penaltyOf } from './figures.ts';

const RATES = { cycleDays: 15, dailyYieldPpm: 4_000, penaltyPpm: 6_000 };

test('0.4 % a day of 1,000 for 15 days is 60', () => {
  expect(interestOf(1_000_000_000n, RATES, 15)).toBe(60_000_000n);
});

test('only the sum of days is truncated: payments add up to what was promised', () => {
  const rates = { ...RATES, dailyYieldPpm: 333_333 };
  const payments = [1, 2, 3].map(day => interestOf(10n, rates, day) - interestOf(10n, rates, day - 1));
  expect(payments).toEqual([3n, 3n, 3n]);
  expect(interestOf(1_000n, rates, 3)).toBe(999n);
});

test('the penalty counts remaining days, and never exceeds the principal', () => {
  expect(penaltyOf(1_000_000_000n, RATES, 10)).toBe(60_000_000n);
  expect(penaltyOf(1_000n, { ...RATES, penaltyPpm: 500_000 }, 10)).toBe(1_000n);
});
