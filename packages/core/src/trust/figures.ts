import { DAY_MS, dayOf } from '../durations.ts';

/**
 * The figures of trust products, pure and without dependencies: the exchange pays by them, the browser shows them.
 *
 * A day is a UTC day, numbered from 1970-01-01. Money deposited on day D earns on D + 1, D + 2, … D + cycle. A day's
 * interest is paid at the midnight that ends the day, and the principal returns with the last payment.
 */

const MILLION = 1_000_000n;

/** What figures depend on. */
export interface TrustRates {
  readonly cycleDays: number;
  /** Interest per day, in millionths of the principal: 4,000 is 0.4 %. */
  readonly dailyYieldPpm: number;
  /** Penalty per remaining day, in millionths of the principal: 1.5 × the yield in the source's words. */
  readonly penaltyPpm: number;
}

/**
 * Interest of the first `days` earning days together: principal × yield × days, truncated. Only the sum is truncated
 * and each payment is the difference of two sums, so no unit is lost: all payments add up exactly to what is promised
 * at purchase.
 */
export function interestUntil(principalMinor: bigint, dailyYieldPpm: number, days: number): bigint {
  return (principalMinor * BigInt(dailyYieldPpm) * BigInt(days)) / MILLION;
}

/** Interest of the earning day with that number, from 1. */
export function interestOfDay(principalMinor: bigint, dailyYieldPpm: number, day: number): bigint {
  return (
    interestUntil(principalMinor, dailyYieldPpm, day) - interestUntil(principalMinor, dailyYieldPpm, day - 1)
  );
}

/** The whole interest of an order, escrowed when it is bought. */
export function promisedInterest(principalMinor: bigint, rates: TrustRates): bigint {
  return interestUntil(principalMinor, rates.dailyYieldPpm, rates.cycleDays);
}

/** When the interest of an earning day (1 … cycle) is paid: as soon as that day is over. */
export function paymentAtMs(depositDay: number, day: number): number {
  return (depositDay + day + 1) * DAY_MS;
}

/** How many earning days of an order are over, and so paid, at a moment. */
export function paidDaysAt(depositDay: number, cycleDays: number, atMs: number): number {
  return Math.min(cycleDays, Math.max(0, dayOf(atMs) - depositDay - 1));
}

/** When the principal returns. */
export function completesAtMs(depositDay: number, cycleDays: number): number {
  return paymentAtMs(depositDay, cycleDays);
}

/** Penalty rate × remaining days × principal, truncated and never more than the principal. */
export function penaltyOf(principalMinor: bigint, penaltyPpm: number, remainingDays: number): bigint {
  const penaltyMinor = (principalMinor * BigInt(penaltyPpm) * BigInt(remainingDays)) / MILLION;
  return penaltyMinor < principalMinor ? penaltyMinor : principalMinor;
}

export interface TrustExit {
  /** Number of finished earning days. */
  readonly paidDays: number;
  readonly remainingDays: number;
  /** Interest received by then, which the customer keeps. */
  readonly interestMinor: bigint;
  /** Taken from the principal; 0 once the cycle is over. */
  readonly penaltyMinor: bigint;
  /** Principal less penalty. */
  readonly returnedMinor: bigint;
  /** Returned principal and interest together. */
  readonly totalMinor: bigint;
}

/** The result for a customer who leaves after `paidDays` of the earning days; after the last one it is complete. */
export function exitAfter(principalMinor: bigint, rates: TrustRates, paidDays: number): TrustExit {
  const remainingDays = rates.cycleDays - paidDays;
  const interestMinor = interestUntil(principalMinor, rates.dailyYieldPpm, paidDays);
  const penaltyMinor = penaltyOf(principalMinor, rates.penaltyPpm, remainingDays);
  const returnedMinor = principalMinor - penaltyMinor;
  return {
    paidDays,
    remainingDays,
    interestMinor,
    penaltyMinor,
    returnedMinor,
    totalMinor: returnedMinor + interestMinor,
  };
}
