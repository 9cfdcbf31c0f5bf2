import { ceilDivide, least, MILLION } from '../numbers.ts';
import type { Contract, Tier } from './contract.ts';

export type Side = 'long' | 'short';

/** Open lots with what they were opened for and their margin, exact. */
export interface Held {
  readonly side: Side;
  readonly lots: bigint;
  readonly entry: bigint;
  readonly margin: bigint;
}

/** What a close of some lots takes with it. */
export interface Portion {
  readonly entry: bigint;
  readonly margin: bigint;
}

type Unit = Pick<Contract, 'tickE8' | 'unit'>;

export function valueAt({ unit }: Unit, priceTicks: bigint, lots: bigint): bigint {
  return priceTicks * lots * unit;
}

/** Truncated. */
export function valueAtE8({ tickE8, unit }: Unit, priceE8: bigint, lots: bigint): bigint {
  return (priceE8 * lots * unit) / tickE8;
}

/** Of lots opened and closed for these values. */
export function profit(side: Side, entry: bigint, exit: bigint): bigint {
  return side === 'long' ? exit - entry : entry - exit;
}

/**
 * The first price in 1e-8, as the price moves against the position, at which margin + profit ≤ value × rate: its equity
 * has fallen to its maintenance margin. Null if no price above zero does it.
 */
export function liquidationE8(
  { tickE8, unit }: Unit,
  { side, lots, entry, margin }: Held,
  rate: bigint,
): bigint | null {
  const size = lots * unit;
  if (side === 'short') return ceilDivide((entry + margin) * MILLION * tickE8, (MILLION + rate) * size);
  if (entry <= margin) return null;
  const price = ((entry - margin) * MILLION * tickE8) / ((MILLION - rate) * size);
  return price === 0n ? null : price;
}

/** Whether a price has reached the one that liquidates. */
export function hasReached(side: Side, priceE8: bigint, thresholdE8: bigint): boolean {
  return side === 'long' ? priceE8 <= thresholdE8 : priceE8 >= thresholdE8;
}

/** The worst price in ticks, 1 at least, at which the margin still covers the loss of every lot. */
export function bankruptcyTicks({ unit }: Unit, { side, lots, entry, margin }: Held): bigint {
  const size = lots * unit;
  if (side === 'short') return (entry + margin) / size;
  return entry <= margin ? 1n : ceilDivide(entry - margin, size);
}

/**
 * Entry value × lots ÷ all lots, truncated, and the margin so that the part is covered down to the bankruptcy price, too.
 * The last close takes what is left.
 */
export function portionOf({ side, lots: all, entry, margin }: Held, lots: bigint): Portion {
  if (lots === all) return { entry, margin };
  const part = (entry * lots) / all;
  if (side === 'long') return { entry: part, margin: (margin * lots) / all };
  return { entry: part, margin: ((entry + margin) * lots) / all - part };
}

/** The value at which closing the portion loses just its margin. */
export function bankruptValue(side: Side, { entry, margin }: Portion): bigint {
  return side === 'long' ? entry - margin : entry + margin;
}

/**
 * The value at which a customer's own positions close against each other: at the mark, or the nearest that both margins
 * cover. Null if there is none.
 */
export function offsetValue(atMark: bigint, long: Portion, short: Portion): bigint | null {
  const lowest = bankruptValue('long', long);
  const highest = bankruptValue('short', short);
  if (lowest > highest) return null;
  return atMark < lowest ? lowest : least(atMark, highest);
}

/** Profit at mark ÷ entry value × multiple, in 1e-8, truncated. */
export function rankE8(unit: Unit, held: Held, markE8: bigint, multiple: bigint): bigint {
  const value = markE8 * held.lots * unit.unit;
  const gain = profit(held.side, held.entry * unit.tickE8, value) / unit.tickE8;
  return (gain * multiple * 100_000_000n) / held.entry;
}

/** The first tier that holds the exposure. */
export function tierOf(tiers: readonly Tier[], exposure: bigint): Tier | undefined {
  return tiers.find(({ upTo }) => exposure <= upTo);
}

export function between(lowest: bigint, value: bigint, highest: bigint): bigint {
  if (value < lowest) return lowest;
  return value > highest ? highest : value;
}
