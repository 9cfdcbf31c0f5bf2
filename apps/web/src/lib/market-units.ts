import { formatFixed, formatMinor, parseDecimal } from '@tallystick/core/money/decimal';
import type { WireLevel, WireMarket } from '@tallystick/protocol/wire';

/**
 * A market's integers, as in the core: prices in ticks, quantities in lots, amounts in minor units. Because
 * `quoteMinorPerTickLot` is a whole number, price × quantity is exact.
 */
export interface MarketUnits {
  /** Digits after the point of a price and of a quantity. */
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly baseDecimals: number;
  readonly quoteDecimals: number;
  /** Tick size in 10^-priceDecimals, lot size in 10^-quantityDecimals. */
  readonly tick: bigint;
  readonly lot: bigint;
  readonly quoteMinorPerTickLot: bigint;
  readonly baseMinorPerLot: bigint;
}

function decimalsIn(size: string): number {
  return /\.(\d*?)0*$/.exec(size)?.[1]?.length ?? 0;
}

/**
 * The integer `text` stands for at `decimals`. `12.` (while typing) counts as 12, and zeros beyond the last
 * digit do not matter. null: empty, malformed, or more digits than `decimals`.
 */
export function parseTyped(text: string, decimals: number): bigint | null {
  return parseDecimal(text.includes('.') ? text.replace(/\.?0*$/, '') : text, decimals);
}

function mustParse(text: string, decimals: number): bigint {
  const value = parseTyped(text, decimals);
  if (value === null || value <= 0n) throw new RangeError(`not a positive size: ${text}`);
  return value;
}

const known = new WeakMap<WireMarket, MarketUnits>();

/** The integers of a market. Throws on sizes the server would never send (zero, malformed). */
export function unitsOf(market: WireMarket): MarketUnits {
  const cached = known.get(market);
  if (cached) return cached;
  const priceDecimals = decimalsIn(market.tick_size);
  const quantityDecimals = decimalsIn(market.lot_size);
  const tick = mustParse(market.tick_size, priceDecimals);
  const lot = mustParse(market.lot_size, quantityDecimals);
  const baseDecimals = market.base.decimals;
  const quoteDecimals = market.quote.decimals;
  const units: MarketUnits = {
    priceDecimals,
    quantityDecimals,
    baseDecimals,
    quoteDecimals,
    tick,
    lot,
    quoteMinorPerTickLot:
      (tick * lot * 10n ** BigInt(quoteDecimals)) / 10n ** BigInt(priceDecimals + quantityDecimals),
    baseMinorPerLot: (lot * 10n ** BigInt(baseDecimals)) / 10n ** BigInt(quantityDecimals),
  };
  known.set(market, units);
  return units;
}

/** Price text to ticks; null when empty, malformed or not a multiple of the tick size. */
export function parseTicks(text: string, units: MarketUnits): bigint | null {
  const value = parseTyped(text, units.priceDecimals);
  return value === null || value % units.tick !== 0n ? null : value / units.tick;
}

/** Quantity text to lots; null when empty, malformed or not a multiple of the lot size. */
export function parseLots(text: string, units: MarketUnits): bigint | null {
  const value = parseTyped(text, units.quantityDecimals);
  return value === null || value % units.lot !== 0n ? null : value / units.lot;
}

/** A price with all its digits, as the market writes it: `104381.0`. */
export function formatTicks(ticks: bigint, units: MarketUnits): string {
  return formatFixed(ticks * units.tick, units.priceDecimals, units.priceDecimals);
}

/** The price one tick up or down, rounded to ticks; unchanged if no lower tick is left. */
export function stepPrice(text: string, by: 1 | -1, units: MarketUnits): string {
  const ticks = (parseTyped(text, units.priceDecimals) ?? 0n) / units.tick + BigInt(by);
  return ticks > 0n ? formatTicks(ticks, units) : text;
}

export function formatLots(lots: bigint, units: MarketUnits): string {
  return formatMinor(lots * units.lot, units.quantityDecimals);
}

/** What `lots` cost at `ticks`, in quote minor units; exact. */
export function valueMinor(ticks: bigint, lots: bigint, units: MarketUnits): bigint {
  return ticks * lots * units.quoteMinorPerTickLot;
}

/** One price level, in integers. */
export interface Level {
  readonly ticks: bigint;
  readonly lots: bigint;
}

/** The wire's levels in integers, in the same order; malformed ones are left out. */
export function parseLevels(levels: readonly WireLevel[], units: MarketUnits): Level[] {
  const parsed: Level[] = [];
  for (const [price, quantity] of levels) {
    const ticks = parseTicks(price, units);
    const lots = parseLots(quantity, units);
    if (ticks !== null && lots !== null && lots > 0n) parsed.push({ ticks, lots });
  }
  return parsed;
}

/** `part` of `whole` in units of 1/`scale`, truncated: for bars and curves, never for an amount that is shown. */
export function shareOf(part: bigint, whole: bigint, scale: number): number {
  return whole === 0n ? 0 : Number((part * BigInt(scale)) / whole);
}

/** The used part of `whole` in whole percent from 0 to 100, for a slider; 0 while one of them is unknown. */
export function percentTaken(part: bigint | null | undefined, whole: bigint | null | undefined): number {
  return part && whole ? Math.min(100, shareOf(part, whole, 100)) : 0;
}

/** An integer as a number, for the core's formulas; throws if a number cannot hold it exactly. */
export function safeWhole(value: bigint): number {
  const whole = Number(value);
  if (!Number.isSafeInteger(whole)) throw new RangeError('too large for an exact number');
  return whole;
}
