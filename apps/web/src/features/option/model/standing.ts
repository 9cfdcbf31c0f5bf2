import type { WireOption } from '@tallystick/protocol/wire';
import { compareDecimals, subtractDecimals } from '#lib/decimal.ts';
import { formatDecimal } from '#ui/format.ts';

/** How a running option would end if its time were up now. */
export type Standing = 'ahead' | 'behind' | 'level';
/** The result of an option, as shown to its owner. */
export type Verdict = 'win' | 'lose' | 'even' | 'refund';

/** Undefined without an entry tick or a price. */
export function standingOf(
  option: Pick<WireOption, 'direction' | 'entry'>,
  price: string | undefined,
): Standing | undefined {
  if (option.entry === null || price === undefined) return undefined;
  const move = compareDecimals(price, option.entry.price);
  if (move === 0) return 'level';
  return move > 0 === (option.direction === 'rise') ? 'ahead' : 'behind';
}

/** Signed profit or loss with currency, if the option ended now. */
export function gainText(
  { stake, possible_payout: payout, currency }: Pick<WireOption, 'stake' | 'possible_payout' | 'currency'>,
  standing: Standing,
): string {
  const gain = {
    ahead: subtractDecimals(payout, stake),
    level: '0',
    behind: subtractDecimals('0', stake),
  };
  return `${formatDecimal(gain[standing], { minDecimals: 2, sign: 'always' })} ${currency}`;
}

/** Undefined while the option runs. A tie and a missing price both give the stake back, for different reasons. */
export function verdictOf({ outcome, result }: Pick<WireOption, 'outcome' | 'result'>): Verdict | undefined {
  switch (outcome) {
    case null:
      return undefined;
    case 'won':
      return 'win';
    case 'lost':
      return 'lose';
    case 'refunded':
      return result === 'even' ? 'even' : 'refund';
  }
}

/** Remaining part of the time between purchase and delivery, 0 to 1. */
export function partLeft(
  { bought_at_ms, delivery_at_ms }: Pick<WireOption, 'bought_at_ms' | 'delivery_at_ms'>,
  nowMs: number,
): number {
  return Math.max(0, Math.min(1, (delivery_at_ms - nowMs) / (delivery_at_ms - bought_at_ms)));
}
