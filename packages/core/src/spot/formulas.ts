import { ppmOf } from '../money/ppm.ts';
import type { OrderTrail, Side } from './order.ts';

/** How far a trailing stop may follow, in millionths of the price. */
export const MIN_TRAIL_PPM = 1_000;
export const MAX_TRAIL_PPM = 500_000;

/**
 * The price at which a trailing stop fires, in ticks. `extremeTicks`: the highest price since it began to follow (sells), or
 * the lowest (buys). A share of it is rounded up to whole ticks of distance.
 */
export function trailTrigger({ by, distance }: OrderTrail, side: Side, extremeTicks: number): number {
  const ticks = by === 'ticks' ? distance : extremeTicks - ppmOf(extremeTicks, 1_000_000 - distance);
  return side === 'sell' ? extremeTicks - ticks : extremeTicks + ticks;
}
