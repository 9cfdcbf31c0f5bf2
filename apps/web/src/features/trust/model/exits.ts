import { formatMinor } from '@tallystick/core/money/decimal';
import { dayOf } from '@tallystick/core/durations';
import {
  completesAtMs,
  exitAfter,
  interestOfDay,
  paymentAtMs,
  promisedInterest,
  type TrustExit,
} from '@tallystick/core/trust/figures';
import type { WireTrustProduct } from '@tallystick/protocol';

/** Figures for an amount, as decimal strings of the currency. */
export interface ExitView {
  readonly paidDays: number;
  readonly remainingDays: number;
  readonly interest: string;
  readonly penalty: string;
  readonly returned: string;
  readonly total: string;
  /** Total minus the principal, signed. */
  readonly result: string;
}

type Rates = Pick<WireTrustProduct, 'cycle_days' | 'daily_yield_ppm' | 'penalty_ppm' | 'currency'>;

function ratesOf(product: Rates) {
  return {
    cycleDays: product.cycle_days,
    dailyYieldPpm: product.daily_yield_ppm,
    penaltyPpm: product.penalty_ppm,
  };
}

/** Result of redeeming after this many paid days, computed with the exchange's own formulas. */
export function exitView(product: Rates, principalMinor: bigint, paidDays: number): ExitView {
  const exit: TrustExit = exitAfter(principalMinor, ratesOf(product), paidDays);
  const amount = (minor: bigint) => formatMinor(minor, product.currency.decimals);
  return {
    paidDays,
    remainingDays: exit.remainingDays,
    interest: amount(exit.interestMinor),
    penalty: amount(exit.penaltyMinor),
    returned: amount(exit.returnedMinor),
    total: amount(exit.totalMinor),
    result: amount(exit.totalMinor - principalMinor),
  };
}

/** Interest of the first day, interest of all days, and principal plus interest. */
export function promiseView(product: Rates, principalMinor: bigint) {
  const promisedMinor = promisedInterest(principalMinor, ratesOf(product));
  const amount = (minor: bigint) => formatMinor(minor, product.currency.decimals);
  return {
    daily: amount(interestOfDay(principalMinor, product.daily_yield_ppm, 1)),
    promised: amount(promisedMinor),
    back: amount(principalMinor + promisedMinor),
  };
}

/**
 * When a deposit bought at that time starts to earn, gets its first and n-th payment, and returns. Based on the clock
 * and not on the last loaded product, as everything is a day later after midnight.
 */
export function momentsOf(product: Pick<WireTrustProduct, 'cycle_days' | 'opens_at_ms'>, nowMs: number) {
  const day = dayOf(Math.max(nowMs, product.opens_at_ms));
  return {
    startsAtMs: paymentAtMs(day, 0),
    firstPaymentAtMs: paymentAtMs(day, 1),
    paymentAtMs: (paidDay: number) => paymentAtMs(day, paidDay),
    completesAtMs: completesAtMs(day, product.cycle_days),
  };
}

/** Days for a table: the first, some between, the last but one, and the end. */
export function sampleDays(cycleDays: number): number[] {
  const middle = Math.floor(cycleDays / 2);
  return [...new Set([0, 1, Math.floor(cycleDays / 4), middle, cycleDays - 1, cycleDays])]
    .filter(day => day >= 0)
    .toSorted((a, b) => a - b);
}
