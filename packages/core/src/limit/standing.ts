import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { CustomerLimits, LimitStanding } from './command.ts';

/** Why nothing is opened or bought in a break; null if none runs. */
export function refuseCoolingDown({ coolDownUntilMs }: LimitStanding, nowMs: number): Refusal | null {
  return coolDownUntilMs > nowMs ? refuse('cooling_down', undefined, { until_ms: coolDownUntilMs }) : null;
}

/** Whether the day's loss has reached the limit. */
export function isUsedUp({ dailyLossMinor, lostTodayMinor }: LimitStanding): boolean {
  return dailyLossMinor !== null && lostTodayMinor >= dailyLossMinor;
}

/** Until when nothing is bought and nothing opened, in any product; 0 if nothing stops it. */
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

/** A customer's limits with what has come to hold by now; undefined: they never set any. */
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
