import { valueMinor, type Level, type MarketUnits } from './market-units.ts';

/** What an order against one side of the book would get, level by level, at the prices shown now. */
export interface Walk {
  readonly lots: bigint;
  /** Quote minor units exchanged. */
  readonly valueMinor: bigint;
  /** The last, least favourable price met; null when nothing was. */
  readonly worstTicks: bigint | null;
  /** Whether the whole quantity was found. */
  readonly complete: boolean;
}

export interface WalkLimits {
  /** Stop before the first level for which this is false. */
  readonly accepts?: (ticks: bigint) => boolean;
}

/** Takes `lots` from `levels` (best first). */
export function walkQuantity(
  levels: readonly Level[],
  lots: bigint,
  units: MarketUnits,
  { accepts }: WalkLimits = {},
): Walk {
  let left = lots;
  let value = 0n;
  let worst: bigint | null = null;
  for (const level of levels) {
    if (left === 0n || (accepts && !accepts(level.ticks))) break;
    const taken = level.lots < left ? level.lots : left;
    left -= taken;
    value += valueMinor(level.ticks, taken, units);
    worst = level.ticks;
  }
  return { lots: lots - left, valueMinor: value, worstTicks: worst, complete: left === 0n };
}

/**
 * Spends up to `budgetMinor` on `levels` (best first), whole lots only. Complete if the rest buys no further lot at the
 * level where it stopped.
 */
export function walkBudget(
  levels: readonly Level[],
  budgetMinor: bigint,
  units: MarketUnits,
  { accepts }: WalkLimits = {},
): Walk {
  let left = budgetMinor;
  let lots = 0n;
  let worst: bigint | null = null;
  for (const level of levels) {
    if (accepts && !accepts(level.ticks)) break;
    const lotCost = valueMinor(level.ticks, 1n, units);
    const affordable = left / lotCost;
    const taken = level.lots < affordable ? level.lots : affordable;
    if (taken > 0n) {
      lots += taken;
      left -= lotCost * taken;
      worst = level.ticks;
    }
    if (affordable <= level.lots) {
      return { lots, valueMinor: budgetMinor - left, worstTicks: worst, complete: true };
    }
  }
  return { lots, valueMinor: budgetMinor - left, worstTicks: worst, complete: left === 0n };
}
