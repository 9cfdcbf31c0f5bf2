import { MAX_TRAIL_PPM, MIN_TRAIL_PPM, trailTrigger } from '@tallystick/core/spot/formulas';
import type { WireOrder } from '@tallystick/protocol/wire';
import { parseTicks, parseTyped, safeWhole, type MarketUnits } from '#lib/market-units.ts';
import type { Side } from './order-types.ts';

/** How far a trailing stop follows, as typed: percent of the price, or a price. */
export interface TypedTrail {
  readonly by: 'percent' | 'distance';
  readonly text: string;
}

/** The trail in the core's units: millionths of the price, or ticks. */
interface Trail {
  readonly by: 'ppm' | 'ticks';
  readonly distance: bigint;
}

/** A percentage has at most four decimals, so that it is a whole number of millionths. */
export const TRAIL_PERCENT_DECIMALS = 4;
/** What the exchange accepts, in percent. */
export const TRAIL_PERCENTS = {
  least: String(MIN_TRAIL_PPM / 10_000),
  most: String(MAX_TRAIL_PPM / 10_000),
} as const;

/** null: empty, malformed, zero, between ticks or beyond what the exchange accepts. */
export function parseTrail({ by, text }: TypedTrail, units: MarketUnits): Trail | null {
  if (by === 'distance') {
    const ticks = parseTicks(text, units);
    return ticks === null || ticks === 0n ? null : { by: 'ticks', distance: ticks };
  }
  const ppm = parseTyped(text, TRAIL_PERCENT_DECIMALS);
  const isAllowed = ppm !== null && ppm >= BigInt(MIN_TRAIL_PPM) && ppm <= BigInt(MAX_TRAIL_PPM);
  return isAllowed ? { by: 'ppm', distance: ppm } : null;
}

/** A price between ticks counts as the less favourable tick, as in the core: it moves a trigger no further than it has to. */
export function watchedTicks(side: Side, priceE8: bigint, tickE8: bigint): bigint {
  return side === 'sell' ? priceE8 / tickE8 : (priceE8 + tickE8 - 1n) / tickE8;
}

/** Where it fires after the price was at `extremeTicks` and turned back. Below zero if it never can. */
export function fireTicks(trail: Trail, side: Side, extremeTicks: bigint): bigint {
  const distance = safeWhole(trail.distance);
  return BigInt(trailTrigger({ by: trail.by, distance }, side, safeWhole(extremeTicks)));
}

/** Whether it follows at once; without an activation price it does. */
export function followsAt(side: Side, activationTicks: bigint | null, nowTicks: bigint): boolean {
  if (activationTicks === null) return true;
  return side === 'sell' ? nowTicks >= activationTicks : nowTicks <= activationTicks;
}

/** Of two triggers of one order the later one: a sale's only rises, a purchase's only falls. */
export function laterTrigger(side: Side, one: bigint | null, other: bigint | null): bigint | null {
  if (one === null || other === null) return one ?? other;
  return one > other === (side === 'sell') ? one : other;
}

/** Where a waiting trailing stop fires as far as its price at this moment tells; null while it has not begun to follow. */
export function firesByNow(order: WireOrder, nowTicks: bigint | null, units: MarketUnits): bigint | null {
  const typed = typedTrail(order);
  const trail = typed && parseTrail(typed, units);
  if (trail === null || nowTicks === null) return null;
  const activation = order.trigger_price === null ? null : parseTicks(order.trigger_price, units);
  const isFollowing = order.trail_trigger_price !== null || followsAt(order.side, activation, nowTicks);
  return isFollowing ? fireTicks(trail, order.side, nowTicks) : null;
}

/** How far it follows, as it was given. */
export function typedTrail(order: Pick<WireOrder, 'trail_distance' | 'trail_percent'>): TypedTrail | null {
  if (order.trail_percent !== null) return { by: 'percent', text: order.trail_percent };
  return order.trail_distance === null ? null : { by: 'distance', text: order.trail_distance };
}
