import { least, MILLION } from '../numbers.ts';

/** The figures of a locked deposit: decision 0027. */

export interface Rates {
  readonly cycleDays: number;
  readonly dailyYieldPpm: number;
  readonly penaltyPpm: number;
}

/** Interest of the first days together, truncated as one sum. */
export function interestOf(principal: bigint, { dailyYieldPpm }: Rates, days: number): bigint {
  return (principal * BigInt(dailyYieldPpm) * BigInt(days)) / MILLION;
}

/** What leaving early takes of the principal, never more than all of it. */
export function penaltyOf(principal: bigint, { penaltyPpm }: Rates, remainingDays: number): bigint {
  return least((principal * BigInt(penaltyPpm) * BigInt(remainingDays)) / MILLION, principal);
}
