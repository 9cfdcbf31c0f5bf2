import type { LimitStanding, ReadonlyExchange } from '@tallystick/core';
import { HOUR_MS } from '@tallystick/core/durations';
import { COUNTING_CURRENCY_ID } from '@tallystick/core/limit/valuation';
import { remainingOf, stoppedUntilMs } from '@tallystick/core/limit/standing';
import { formatMinor } from '@tallystick/core/money/decimal';
import type { CallRequest, WireOwnLimits } from '@tallystick/protocol';
import type { CommandBus } from '../../engine/command-bus.ts';
import { amountMinor, type MarketUnitsTable } from '../market/units.ts';
import { submitCommand } from '../../http/submit.ts';

export interface LimitOptions {
  readonly bus: CommandBus;
  readonly exchange: Pick<ReadonlyExchange, 'limits'>;
  readonly units: MarketUnitsTable;
  readonly now: () => number;
}

/** What customers limit themselves to, over all products. The core keeps and applies it. */
export class LimitService {
  readonly #options: LimitOptions;

  constructor(options: LimitOptions) {
    this.#options = options;
  }

  standing(customerId: number): WireOwnLimits {
    const { exchange, units, now } = this.#options;
    const { code, decimals } = units.currency(COUNTING_CURRENCY_ID);
    return wireLimits(exchange.limits.standing(customerId, now()), code, decimals, now());
  }

  async set(customerId: number, input: CallRequest<'POST limits/self'>): Promise<WireOwnLimits> {
    const { bus, units, now } = this.#options;
    const { daily_loss_limit: loss, cool_down_hours: hours } = input;
    if (loss !== undefined) {
      const currency = units.currency(COUNTING_CURRENCY_ID);
      const limitMinor = loss === 'none' ? null : amountMinor(loss, currency, 'daily_loss_limit');
      await submitCommand(bus, { type: 'setDailyLossLimit', customerId, limitMinor }, {});
    }
    if (hours !== undefined) {
      const untilMs = hours === 0 ? 0 : now() + hours * HOUR_MS;
      await submitCommand(bus, { type: 'setCoolDown', customerId, untilMs }, {});
    }
    return this.standing(customerId);
  }
}

function wireLimits(standing: LimitStanding, code: string, decimals: number, nowMs: number): WireOwnLimits {
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
