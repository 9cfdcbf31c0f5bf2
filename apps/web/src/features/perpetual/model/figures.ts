import { formatFixed, formatMinor, rescale } from '@tallystick/core/money/decimal';
import {
  feeOf as feeInPpm,
  initialMargin,
  liquidationPriceE8,
  maintenanceMargin,
  tierOf,
  valueAtE8,
  type ContractUnit,
  type Exposure,
} from '@tallystick/core/perpetual/formulas';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { compareDecimals } from '#lib/decimal.ts';
import { formatTicks, parseTyped, safeWhole, type MarketUnits } from '#lib/market-units.ts';
import { contractUnits, type Direction } from './contract.ts';

/** The core's formulas for the wire's decimal strings, so that previews match what the core does. */

const PPM = 1_000_000n;
/** Mark, liquidation and bankruptcy prices have eight decimals, finer than any tick. */
export const PRICE_DECIMALS = 8;
const PPM_DECIMALS = 4;
const PERCENT_DECIMALS = 2;

/** `'0.05'` percent → 500 ppm. */
export function ppmOf(percent: string): number {
  return safeWhole(parseTyped(percent, PPM_DECIMALS) ?? 0n);
}

/** 500 ppm → `'0.0500'` percent. */
export function percentOfPpm(ppm: bigint): string {
  return formatFixed(ppm, PPM_DECIMALS, PPM_DECIMALS);
}

type Fees = Pick<WirePosition, 'maker_fee_percent' | 'taker_fee_percent'>;

/** Fees of closing in percent: the lower of the position's (set when it was opened) and the contract's. */
export function closingFees(position: Fees, contract: Fees): Fees {
  const lower = (name: keyof Fees) =>
    compareDecimals(position[name], contract[name]) < 0 ? position[name] : contract[name];
  return {
    maker_fee_percent: lower('maker_fee_percent'),
    taker_fee_percent: lower('taker_fee_percent'),
  };
}

const known = new WeakMap<MarketUnits, ContractUnit>();

export function unitOf(units: MarketUnits): ContractUnit {
  const cached = known.get(units);
  if (cached) return cached;
  const unit = {
    tickE8: safeWhole(rescale(units.tick, units.priceDecimals, PRICE_DECIMALS)),
    quoteMinorPerTickLot: units.quoteMinorPerTickLot,
  };
  known.set(units, unit);
  return unit;
}

/** A price of up to eight decimals in 1e-8; null when malformed. */
export function priceE8(price: string): number | null {
  const e8 = parseTyped(price, PRICE_DECIMALS);
  return e8 === null ? null : safeWhole(e8);
}

export function feeOf(valueMinor: bigint, percent: string): bigint {
  return feeInPpm(valueMinor, ppmOf(percent));
}

export function marginFor(valueMinor: bigint, leverage: number): bigint {
  return initialMargin(valueMinor, leverage);
}

/** `part` in percent of `whole`, signed, truncated to two digits; `0` if `whole` is 0. */
export function percentOf(part: bigint, whole: bigint): string {
  return whole === 0n ? '0' : formatFixed((part * 10_000n) / whole, PERCENT_DECIMALS, PERCENT_DECIMALS);
}

/** Signed percent from `price` to `target`, two digits; null when one is malformed. */
export function percentBetween(price: string, target: string): string | null {
  const from = parseTyped(price, PRICE_DECIMALS);
  const to = parseTyped(target, PRICE_DECIMALS);
  return from === null || to === null || from === 0n ? null : percentOf(to - from, from);
}

/** The value of lots at a price of up to eight decimals, truncated to minor units; null when malformed. */
export function valueAt(price: string, lots: bigint, units: MarketUnits): bigint | null {
  const e8 = priceE8(price);
  return e8 === null ? null : valueAtE8(unitOf(units), e8, safeWhole(lots));
}

/** Maintenance margin at a mark price. */
export function maintenanceAt(
  mark: string,
  lots: number,
  percent: string,
  units: MarketUnits,
): bigint | null {
  const e8 = priceE8(mark);
  return e8 === null ? null : maintenanceMargin(unitOf(units), e8, lots, ppmOf(percent));
}

/** The average price of lots, truncated to ticks like the server's averages. */
export function averagePrice(valueMinor: bigint, lots: bigint, units: MarketUnits): string {
  return lots === 0n ? '0' : formatTicks(valueMinor / (lots * units.quoteMinorPerTickLot), units);
}

const tiersOf = new WeakMap<WireContract, ReturnType<typeof readTiers>>();

function readTiers({ tiers, quote }: WireContract) {
  return tiers.map(tier => ({
    maxNotionalMinor: parseTyped(tier.up_to_value, quote.decimals) ?? 0n,
    maintenancePpm: ppmOf(tier.maintenance_percent),
    maxMultiple: tier.max_multiple,
    maintenancePercent: tier.maintenance_percent,
  }));
}

export interface Tier {
  readonly maxMultiple: number;
  readonly maintenancePercent: string;
}

/** The tier of an exposure. Beyond all tiers nothing can be opened; the last tier is shown. */
export function tierFor(contract: WireContract, exposureMinor: bigint): Tier {
  let tiers = tiersOf.get(contract);
  if (!tiers) tiersOf.set(contract, (tiers = readTiers(contract)));
  const own = tierOf(tiers, exposureMinor);
  const tier = tiers.find(one => one === own) ?? tiers.at(-1);
  if (!tier) throw new RangeError('a contract without tiers');
  return tier;
}

/** The largest exposure allowed at a leverage, as the terms write it; `0` if no tier allows it. */
export function mostAt(contract: WireContract, leverage: number): string {
  return contract.tiers.findLast(tier => leverage <= tier.max_multiple)?.up_to_value ?? '0';
}

export interface Liquidation {
  /** With all digits, as in the core. */
  readonly price: string;
  /** In whole ticks. A stop-loss at or beyond it would never fire. */
  readonly ticks: bigint;
}

export interface LiquidationInput {
  readonly direction: Direction;
  readonly lots: bigint;
  readonly openValueMinor: bigint;
  readonly marginMinor: bigint;
  readonly maintenancePercent: string;
}

export function exposureFrom(input: Omit<LiquidationInput, 'maintenancePercent'>): Exposure {
  return {
    side: input.direction,
    lots: safeWhole(input.lots),
    entryValueMinor: input.openValueMinor,
    marginMinor: input.marginMinor,
  };
}

/** The liquidation price; null when no price liquidates. */
export function liquidationOf(contract: WireContract, input: LiquidationInput): Liquidation | null {
  if (input.lots === 0n) return null;
  const unit = unitOf(contractUnits(contract));
  const e8 = liquidationPriceE8(unit, exposureFrom(input), ppmOf(input.maintenancePercent));
  if (e8 === null) return null;
  return {
    price: formatMinor(BigInt(e8), PRICE_DECIMALS),
    ticks: BigInt(e8) / BigInt(unit.tickE8),
  };
}

export interface PriceBand {
  readonly lowest: bigint;
  readonly highest: bigint;
}

/** The band around the mark price, rounded inwards to whole ticks; null when there is none or no mark. */
export function priceBand(contract: WireContract, mark: string | null): PriceBand | null {
  const width = BigInt(ppmOf(contract.price_band_percent));
  const middle = mark === null ? null : parseTyped(mark, PRICE_DECIMALS);
  if (width === 0n || !middle) return null;
  const tickE8 = BigInt(unitOf(contractUnits(contract)).tickE8);
  const side = (middle * width) / PPM;
  const lowest = (middle - side + tickE8 - 1n) / tickE8;
  return { lowest: lowest > 1n ? lowest : 1n, highest: (middle + side) / tickE8 };
}
