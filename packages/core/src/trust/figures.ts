import { DAY_MS, dayOf } from '../day.ts';

/**
 * The figures of trust products, pure and without dependencies: the exchange pays by them, the browser shows them.
 *
 * Money deposited on day D earns on D + 1, D + 2, … D + cycle; what a day
 * earned is paid when that day is over, at the midnight that begins the next, and the principal returns with the last
 * payment.
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
 * Interest of the first `days` earning days together: principal × yield × days, truncated. The days are truncated as
 * one sum, so that each payment is the difference of two such sums and no unit is lost on the way: what is promised at
 * purchase is exactly what all payments add up to.
 */
export function interestUntil(principalMinor: bigint, dailyYieldPpm: number, days: number): bigint {
  return (principalMinor * BigInt(dailyYieldPpm) * BigInt(days)) / MILLION;
}

/** What the earning day of that number, from 1, pays. */
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
  /** Earning days that are over. */
  readonly paidDays: number;
  readonly remainingDays: number;
  /** Interest received by then; it is kept. */
  readonly interestMinor: bigint;
  /** Taken from the principal; 0 once the cycle is over. */
  readonly penaltyMinor: bigint;
  /** Principal less penalty. */
  readonly returnedMinor: bigint;
  /** Returned principal and interest together. */
  readonly totalMinor: bigint;
}

/** What an order comes to for who leaves after `paidDays` of its earning days; at the last one it is complete. */
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
