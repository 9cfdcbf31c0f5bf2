import type { Currency, LimitStanding } from '@tallystick/core';
import { remainingOf, stoppedUntilMs } from '@tallystick/core/limit/standing';
import { COUNTING_CURRENCY_ID } from '@tallystick/core/limit/valuation';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { WireOwnLimits } from '@tallystick/protocol';
import type { RegisterCall } from '../../http/call-router.ts';
import { amountMinor, type MarketUnitsTable } from '../market/units.ts';
import type { LimitService } from './service.ts';

export interface LimitRoutesOptions {
  readonly units: MarketUnitsTable;
  readonly now: () => number;
}

/** Calls about customers' own limits, for customers and the desk. */
export function limitRoutes(service: LimitService, { units, now }: LimitRoutesOptions) {
  const counting = () => units.currency(COUNTING_CURRENCY_ID);
  const standing = (customerId: number) => wireLimits(service.standing(customerId), counting(), now());
  const calls = (register: RegisterCall): void => {
    register('GET limits/self', (_input, { session }) => standing(session.customerId));
    register('POST limits/self', async (input, { session: { customerId } }) => {
      const { daily_loss_limit: loss, cool_down_hours: hours } = input;
      if (loss !== undefined) {
        const limitMinor = loss === 'none' ? null : amountMinor(loss, counting(), 'daily_loss_limit');
        await service.setDailyLoss(customerId, limitMinor);
      }
      if (hours !== undefined) await service.setCoolDown(customerId, hours);
      return standing(customerId);
    });
  };
  return { calls, standing };
}

function wireLimits(standing: LimitStanding, { code, decimals }: Currency, nowMs: number): WireOwnLimits {
  const amount = (minor: bigint | null): string | null =>
    minor === null ? null : formatMinor(minor, decimals);
  const { nextDailyLoss, nextCoolDown, coolDownUntilMs } = standing;
  return {
    currency: code,
    daily_loss_limit: amount(standing.dailyLossMinor),
    next_daily_loss_limit:
      nextDailyLoss === null
        ? null
        : { limit: amount(nextDailyLoss.limitMinor), from_ms: nextDailyLoss.fromMs },
    lost_today: formatMinor(standing.lostTodayMinor, decimals),
    at_risk: formatMinor(standing.atRiskMinor, decimals),
    remaining: amount(remainingOf(standing)),
    day_ends_at_ms: standing.dayEndsAtMs,
    stopped_until_ms: stoppedUntilMs(standing, nowMs) || null,
    cool_down_until_ms: coolDownUntilMs > nowMs ? coolDownUntilMs : null,
    next_cool_down:
      nextCoolDown === null || coolDownUntilMs <= nowMs
        ? null
        : {
            until_ms: nextCoolDown.untilMs === 0 ? null : nextCoolDown.untilMs,
            from_ms: nextCoolDown.fromMs,
          },
  };
}
