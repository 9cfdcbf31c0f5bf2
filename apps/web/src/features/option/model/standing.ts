import type { WireOption } from '@tallystick/protocol/wire';
import { compareDecimals, subtractDecimals } from '#lib/decimal.ts';
import { formatDecimal } from '#ui/format.ts';

/** How a running option would end if its time were up now. */
export type Standing = 'ahead' | 'behind' | 'level';
/** What became of an option, as its owner is told. */
export type Verdict = 'win' | 'lose' | 'even' | 'refund';

/** Undefined before there is an entry tick, and without a price. */
export function standingOf(
  option: Pick<WireOption, 'direction' | 'entry'>,
  price: string | undefined,
): Standing | undefined {
  if (option.entry === null || price === undefined) return undefined;
  const move = compareDecimals(price, option.entry.price);
  if (move === 0) return 'level';
  return move > 0 === (option.direction === 'rise') ? 'ahead' : 'behind';
}

/** What the option would bring beyond its stake, or cost of it, were this the end: with its sign and currency. */
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

/** Of the time between purchase and delivery, the part that is left: 0 to 1. */
export function partLeft(
  { bought_at_ms, delivery_at_ms }: Pick<WireOption, 'bought_at_ms' | 'delivery_at_ms'>,
  nowMs: number,
): number {
  return Math.max(0, Math.min(1, (delivery_at_ms - nowMs) / (delivery_at_ms - bought_at_ms)));
}
