import { formatMinor } from '@tallystick/core/money/decimal';
import { formatTicks, parseTicks, parseTyped, type MarketUnits } from '#lib/market-units.ts';
import type { Direction } from './contract.ts';
import type { Stops, StopUnit } from './ticket.ts';

export type StopKind = 'takeProfit' | 'stopLoss';

/** What a stop is measured from: the actual or expected entry, and the leverage that sets the margin. */
export interface StopBase {
  readonly direction: Direction;
  readonly units: MarketUnits;
  readonly lots: bigint;
  /** Quote minor units the lots were, or will be, opened for. */
  readonly openValueMinor: bigint;
  readonly leverage: number;
}

/** Percentages of stops have two digits. */
export const STOP_PERCENT_DECIMALS = 2;
const PERCENT_SCALE = 10_000n;

/** 1 where a higher price is a profit, -1 where a lower one is. */
export function wayOf(direction: Direction): 1n | -1n {
  return direction === 'long' ? 1n : -1n;
}

/** 1 when this stop lies above the entry, -1 when below. */
function sideOf(kind: StopKind, direction: Direction): 1n | -1n {
  return kind === 'takeProfit' ? wayOf(direction) : wayOf(direction) === 1n ? -1n : 1n;
}

/** Digits a stop is typed with. */
export function stopDecimals(unit: StopUnit, units: MarketUnits): number {
  return unit === 'price' ? units.priceDecimals : STOP_PERCENT_DECIMALS;
}

/**
 * The price a typed stop stands for, in ticks; rounded toward the entry. Null if empty,
 * malformed, not a multiple of the tick size, or not positive.
 */
export function stopTicks(kind: StopKind, unit: StopUnit, text: string, base: StopBase): bigint | null {
  if (unit === 'price') {
    const ticks = parseTicks(text, base.units);
    return ticks === null || ticks <= 0n ? null : ticks;
  }
  const percent = parseTyped(text, STOP_PERCENT_DECIMALS);
  if (percent === null || percent <= 0n || base.lots <= 0n) return null;
  // A margin of value ÷ leverage gains a percent when the price moves a percent ÷ leverage.
  const divisor = PERCENT_SCALE * (unit === 'margin' ? BigInt(base.leverage) : 1n);
  const side = sideOf(kind, base.direction);
  const numerator = base.openValueMinor * (divisor + side * percent);
  const denominator = base.lots * base.units.quoteMinorPerTickLot * divisor;
  if (numerator <= 0n) return null;
  // Truncation rounds down: toward the entry for a stop above it. A stop below it needs one tick more.
  const below = numerator / denominator;
  const ticks = side === 1n || below * denominator === numerator ? below : below + 1n;
  return ticks > 0n ? ticks : null;
}

/** A stop's price as text in another unit, for the field when the unit changes. */
export function stopText(kind: StopKind, unit: StopUnit, ticks: bigint | null, base: StopBase): string {
  if (ticks === null) return '';
  if (unit === 'price') return formatTicks(ticks, base.units);
  if (base.openValueMinor <= 0n) return '';
  const atStop = ticks * base.lots * base.units.quoteMinorPerTickLot;
  const moved = (atStop - base.openValueMinor) * sideOf(kind, base.direction);
  if (moved <= 0n) return '';
  const scale = PERCENT_SCALE * (unit === 'margin' ? BigInt(base.leverage) : 1n);
  return formatMinor((moved * scale) / base.openValueMinor, STOP_PERCENT_DECIMALS);
}

/** Both stops converted to another unit; empty where that is impossible. */
export function convertStops(stops: Stops, unit: StopUnit, base: StopBase | null): Partial<Stops> {
  if (!base) return {};
  const convert = (kind: StopKind) =>
    stopText(kind, unit, stopTicks(kind, stops.unit, stops[kind], base), base);
  return { takeProfit: convert('takeProfit'), stopLoss: convert('stopLoss') };
}
