import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';

/**
 * Limits a customer sets themselves, over all products. They count in one currency; a loss in another is valued at the
 * index when it was put at risk.
 */
export interface CustomerLimits {
  readonly customerId: number;
  /** The most the customer wants to lose in a UTC day, in minor units of the counting currency; null: no limit. */
  readonly dailyLossMinor: bigint | null;
  /** A requested looser limit, and when it takes effect. */
  readonly nextDailyLoss: { readonly limitMinor: bigint | null; readonly fromMs: number } | null;
  /** Nothing new may be opened or bought before this moment; 0: no cool-down. */
  readonly coolDownUntilMs: number;
  /** A requested earlier end, and when it takes effect. */
  readonly nextCoolDown: { readonly untilMs: number; readonly fromMs: number } | null;
}

/** The customer's figures today, compared with their limits. */
export interface LimitStanding extends CustomerLimits {
  /** Closed and settled losses minus wins of today, in all products; below 0 if more was won. */
  readonly lostTodayMinor: bigint;
  /** Open risk: stakes of open options, and what is frozen for open positions and waiting orders. */
  readonly atRiskMinor: bigint;
  readonly dayEndsAtMs: number;
}

/** The refusal while a cool-down runs; null if none does. */
export function refuseCoolingDown({ coolDownUntilMs }: LimitStanding, nowMs: number): Refusal | null {
  return coolDownUntilMs > nowMs ? refuse('cooling_down', undefined, { until_ms: coolDownUntilMs }) : null;
}

/** Whether the day's loss has reached the limit. */
export function isUsedUp({ dailyLossMinor, lostTodayMinor }: LimitStanding): boolean {
  return dailyLossMinor !== null && lostTodayMinor >= dailyLossMinor;
}

/** Until when nothing may be bought or opened, in any product; 0 if nothing forbids it. */
export function stoppedUntilMs(standing: LimitStanding, nowMs: number): number {
  const { coolDownUntilMs, dayEndsAtMs } = standing;
  return Math.max(coolDownUntilMs > nowMs ? coolDownUntilMs : 0, isUsedUp(standing) ? dayEndsAtMs : 0);
}

/** What may still be put at risk today, never below 0; null without a limit. */
export function remainingOf(standing: LimitStanding): bigint | null {
  if (standing.dailyLossMinor === null) return null;
  const remaining = standing.dailyLossMinor - standing.lostTodayMinor - standing.atRiskMinor;
  return remaining > 0n ? remaining : 0n;
}

/** A customer's limits with the pending changes that are due; undefined if they never set any. */
export function limitsAt(
  limits: CustomerLimits | undefined,
  customerId: number,
  atMs: number,
): CustomerLimits {
  if (limits === undefined) {
    return { customerId, dailyLossMinor: null, nextDailyLoss: null, coolDownUntilMs: 0, nextCoolDown: null };
  }
  const { nextDailyLoss, nextCoolDown } = limits;
  return {
    ...limits,
    ...(nextDailyLoss !== null && nextDailyLoss.fromMs <= atMs
      ? { dailyLossMinor: nextDailyLoss.limitMinor, nextDailyLoss: null }
      : {}),
    ...(nextCoolDown !== null && nextCoolDown.fromMs <= atMs
      ? { coolDownUntilMs: nextCoolDown.untilMs, nextCoolDown: null }
      : {}),
  };
}
