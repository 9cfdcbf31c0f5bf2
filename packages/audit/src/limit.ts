import { DAY_MS, isWhole } from './numbers.ts';
import type { Part, Refusal } from './part.ts';
import type { World } from './world.ts';

type LimitCommand =
  | { readonly type: 'setDailyLossLimit'; readonly customerId: number; readonly limitMinor: bigint | null }
  | { readonly type: 'setCoolDown'; readonly customerId: number; readonly untilMs: number };

/** A tighter limit holds at once, a looser one after a day. Asking again does not restart the day. */
export class LimitPart implements Part {
  readonly commands = ['setDailyLossLimit', 'setCoolDown'];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  apply(command: LimitCommand): Refusal {
    const { customers, limits, now } = this.#world;
    const { customerId } = command;
    if (!customers.has(customerId)) return 'unknown_customer';
    const own = limits.own(customerId);
    const fromMs = now + DAY_MS;
    if (command.type === 'setCoolDown') {
      const { untilMs } = command;
      if (!isWhole(untilMs, 0, now + 366 * DAY_MS)) return 'invalid_limit';
      if (untilMs >= own.coolDownUntilMs) {
        limits.change(customerId, { ...own, coolDownUntilMs: untilMs, nextCoolDown: null });
      } else if (own.nextCoolDown?.untilMs !== untilMs) {
        limits.change(customerId, { ...own, nextCoolDown: { untilMs, fromMs } });
      }
      return null;
    }
    const { limitMinor } = command;
    const isLimit = typeof limitMinor === 'bigint' && limitMinor >= 0n && limitMinor <= 2n ** 53n;
    if (limitMinor !== null && !isLimit) return 'invalid_limit';
    const { dailyLossMinor, nextDailyLoss } = own;
    const isLooser = dailyLossMinor !== null && (limitMinor === null || limitMinor > dailyLossMinor);
    if (!isLooser) limits.change(customerId, { ...own, dailyLossMinor: limitMinor, nextDailyLoss: null });
    else if (nextDailyLoss === null || nextDailyLoss.limitMinor !== limitMinor) {
      limits.change(customerId, { ...own, nextDailyLoss: { limitMinor, fromMs } });
    }
    return null;
  }
}
