import { toBigInt } from '../money/integer.ts';
import type { PerpetualTier } from './terms.ts';
import type { PositionSide } from './position-view.ts';

/**
 * The arithmetic of perpetual contracts, shared by core, server and browser, so that a preview equals the result. Pure
 * and exact: money is bigint minor units of the quote currency, prices are ticks or 1e-8 quote units, rates ppm or
 * 1e-8. Sources: rules.md, "Perpetual contracts".
 */

const MILLION = 1_000_000n;
const E8 = 100_000_000n;
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
/** How far the funding rate may be from the premium because of the interest alone: 0.05 % in 1e-8. */
export const FUNDING_CLAMP_E8 = 50_000;

/** The terms that give prices and lots of a contract their value: any `PerpetualContract` has them. */
export interface ContractUnit {
  /** One tick in 1e-8 quote units. */
  readonly tickE8: number;
  /** Quote minor units that one lot costs at one tick. */
  readonly quoteMinorPerTickLot: bigint;
}

/** The figures that liquidation and bankruptcy price of a position depend on. */
export interface Exposure {
  readonly side: PositionSide;
  /** ≥ 1. */
  readonly lots: number;
  /** The value the lots were opened for, exact. */
  readonly entryValueMinor: bigint;
  readonly marginMinor: bigint;
}

/** Value of lots at a price in ticks, exact. */
export function valueAtTicks(unit: ContractUnit, priceTicks: number, lots: number): bigint {
  return toBigInt(priceTicks) * toBigInt(lots) * unit.quoteMinorPerTickLot;
}

/** Value of lots at a price in 1e-8, truncated to minor units. */
export function valueAtE8(unit: ContractUnit, priceE8: number, lots: number): bigint {
  return (toBigInt(priceE8) * toBigInt(lots) * unit.quoteMinorPerTickLot) / toBigInt(unit.tickE8);
}

/** value ÷ leverage, truncated. */
export function initialMargin(valueMinor: bigint, leverage: number): bigint {
  return valueMinor / toBigInt(leverage);
}

/** value × ppm ÷ 1,000,000, truncated. */
export function feeOf(valueMinor: bigint, ppm: number): bigint {
  return (valueMinor * toBigInt(ppm)) / MILLION;
}

/** Profit (negative: loss) of an open position at the mark price, before fees, truncated toward zero. */
export function unrealised(unit: ContractUnit, exposure: Exposure, markE8: number): bigint {
  const tick = toBigInt(unit.tickE8);
  const value = toBigInt(markE8) * toBigInt(exposure.lots) * unit.quoteMinorPerTickLot;
  const entry = exposure.entryValueMinor * tick;
  return (exposure.side === 'long' ? value - entry : entry - value) / tick;
}

/** Value at mark × rate, truncated once. */
export function maintenanceMargin(unit: ContractUnit, markE8: number, lots: number, ppm: number): bigint {
  const value = toBigInt(markE8) * toBigInt(lots) * unit.quoteMinorPerTickLot * toBigInt(ppm);
  return value / (toBigInt(unit.tickE8) * MILLION);
}

/**
 * The mark price in 1e-8 at which the position is liquidated: where margin + unrealised profit equals the maintenance
 * margin. Long (entry − margin ÷ size) ÷ (1 − rate), liquidated at or below; short (entry + margin ÷ size) ÷ (1 +
 * rate), liquidated at or above. Rounded to the first whole price that liquidates: down for long, up for short. Null if
 * no price does.
 */
export function liquidationPriceE8(
  unit: ContractUnit,
  exposure: Exposure,
  maintenancePpm: number,
): number | null {
  const { side, lots, entryValueMinor, marginMinor } = exposure;
  const scale = MILLION * toBigInt(unit.tickE8);
  const perPrice = toBigInt(lots) * unit.quoteMinorPerTickLot;
  const rate = toBigInt(maintenancePpm);
  if (side === 'long') {
    if (entryValueMinor <= marginMinor) return null;
    return priceOrNull(((entryValueMinor - marginMinor) * scale) / ((MILLION - rate) * perPrice));
  }
  return priceOrNull(ceilDivide((entryValueMinor + marginMinor) * scale, (MILLION + rate) * perPrice));
}

/** Whether neither mark nor index has reached the liquidation price. */
export function survives(
  side: PositionSide,
  liquidationE8: number,
  markE8: number,
  indexE8: number,
): boolean {
  return side === 'long'
    ? Math.min(markE8, indexE8) > liquidationE8
    : Math.max(markE8, indexE8) < liquidationE8;
}

/**
 * The price in 1e-8 at which the margin is used up: long entry − margin ÷ size, rounded up, short entry + margin ÷
 * size, rounded down, so that the margin still covers it. Null if the margin covers every price.
 */
export function bankruptcyPriceE8(unit: ContractUnit, exposure: Exposure): number | null {
  const { side, lots, entryValueMinor, marginMinor } = exposure;
  const perPrice = toBigInt(lots) * unit.quoteMinorPerTickLot;
  const scale = toBigInt(unit.tickE8);
  if (side === 'short') return priceOrNull(((entryValueMinor + marginMinor) * scale) / perPrice);
  if (entryValueMinor <= marginMinor) return null;
  return priceOrNull(ceilDivide((entryValueMinor - marginMinor) * scale, perPrice));
}

/** The worst price in ticks at which lots of the position may be closed so that their margin covers the loss. ≥ 1. */
export function bankruptcyTicks(unit: ContractUnit, exposure: Exposure): number {
  const { side, lots, entryValueMinor, marginMinor } = exposure;
  const perTick = toBigInt(lots) * unit.quoteMinorPerTickLot;
  if (side === 'short') return Number((entryValueMinor + marginMinor) / perTick);
  return entryValueMinor <= marginMinor ? 1 : Number(ceilDivide(entryValueMinor - marginMinor, perTick));
}

export interface ClosedPart {
  /** Share of the entry value. */
  readonly entryMinor: bigint;
  /** Share of the margin. */
  readonly marginMinor: bigint;
}

/**
 * What a partial close takes with it, in proportion to its lots. The entry value is truncated; the margin is rounded so
 * that the part, too, is covered down to the bankruptcy price. The last close takes the rest, so parts add up exactly.
 */
export function closedPart(exposure: Exposure, lots: number): ClosedPart {
  const { entryValueMinor, marginMinor } = exposure;
  if (lots === exposure.lots) return { entryMinor: entryValueMinor, marginMinor };
  const part = toBigInt(lots);
  const whole = toBigInt(exposure.lots);
  const entryMinor = (entryValueMinor * part) / whole;
  if (exposure.side === 'long') return { entryMinor, marginMinor: (marginMinor * part) / whole };
  return { entryMinor, marginMinor: ((entryValueMinor + marginMinor) * part) / whole - entryMinor };
}

/** Profit (negative: loss) of lots that were opened for one value and closed for another. */
export function realised(side: PositionSide, entryMinor: bigint, exitMinor: bigint): bigint {
  return side === 'long' ? exitMinor - entryMinor : entryMinor - exitMinor;
}

/** The value at which closing the lots loses exactly their margin. */
export function bankruptValue(side: PositionSide, { entryMinor, marginMinor }: ClosedPart): bigint {
  return side === 'long' ? entryMinor - marginMinor : entryMinor + marginMinor;
}

/**
 * The value at which a customer's own lots are closed against each other: at the mark, truncated. If one of the margins
 * does not cover that, the nearest value both cover. Null if there is none: both are bankrupt.
 */
export function offsetValue(atMarkMinor: bigint, ofLong: ClosedPart, ofShort: ClosedPart): bigint | null {
  const lowest = bankruptValue('long', ofLong);
  const highest = bankruptValue('short', ofShort);
  if (lowest > highest) return null;
  return atMarkMinor < lowest ? lowest : least(atMarkMinor, highest);
}

/**
 * Splits the margin left by a finished liquidation: first the insurance fund's fee, then the trading fee, both of the
 * value closed and as far as the margin lasts; the rest is the customer's.
 */
export function splitLeft(
  leftMinor: bigint,
  closedValueMinor: bigint,
  liquidationFeePpm: number,
  takerFeePpm: number,
): { readonly liquidationFeeMinor: bigint; readonly feeMinor: bigint; readonly returnedMinor: bigint } {
  const liquidationFeeMinor = least(feeOf(closedValueMinor, liquidationFeePpm), leftMinor);
  const feeMinor = least(feeOf(closedValueMinor, takerFeePpm), leftMinor - liquidationFeeMinor);
  return { liquidationFeeMinor, feeMinor, returnedMinor: leftMinor - liquidationFeeMinor - feeMinor };
}

/** The smaller amount. */
export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/** Ranking of reductions when another goes bankrupt: profit at mark ÷ entry value × leverage, in 1e-8, truncated. */
export function profitRankE8(
  unit: ContractUnit,
  exposure: Exposure,
  markE8: number,
  leverage: number,
): number {
  const profit = unrealised(unit, exposure, markE8);
  return Number((profit * toBigInt(leverage) * E8) / exposure.entryValueMinor);
}

/** The tier of an exposure; undefined if it exceeds all of them. */
export function tierOf(tiers: readonly PerpetualTier[], exposureMinor: bigint): PerpetualTier | undefined {
  return tiers.find(tier => exposureMinor <= tier.maxNotionalMinor);
}

/** Deviation of the book's mid price from the index, in 1e-8 of the index, truncated toward zero; at most ±100 %. */
export function premiumE8(basisE8: number, indexE8: number): number {
  const premium = Number((BigInt(basisE8) * E8) / BigInt(indexE8));
  return between(-Number(E8), premium, Number(E8));
}

/**
 * Mean premium (truncated) + clamp(interest − premium, ±0.05 %), limited to ± the cap; in 1e-8 of the value. Needs at
 * least one sample: without any, nobody pays. Positive: longs pay shorts.
 */
export function fundingRateE8(
  premiumSumE8: number,
  samples: number,
  interestPpm: number,
  capPpm: number,
): number {
  const premium = meanE8(premiumSumE8, samples);
  const rate = premium + between(-FUNDING_CLAMP_E8, interestPpm * 100 - premium, FUNDING_CLAMP_E8);
  return between(-capPpm * 100, rate, capPpm * 100);
}

/** sum ÷ count truncated toward zero; 0 without any. */
export function meanE8(sumE8: number, count: number): number {
  return count === 0 ? 0 : Number(BigInt(sumE8) / BigInt(count));
}

/** What a position pays (or would receive) at a funding: value at mark × |rate|, truncated once. */
export function fundingMinor(unit: ContractUnit, markE8: number, lots: number, rateE8: number): bigint {
  const value = toBigInt(markE8) * toBigInt(lots) * unit.quoteMinorPerTickLot * BigInt(Math.abs(rateE8));
  return value / (toBigInt(unit.tickE8) * E8);
}

export interface MarkInputs {
  readonly indexE8: number;
  /** The running funding rate. */
  readonly rateE8: number;
  readonly msToFunding: number;
  readonly fundingIntervalMs: number;
  /** Mean of (book mid − index) of the last five minutes. */
  readonly basisE8: number;
  /** 0 before the first trade. */
  readonly lastE8: number;
}

export interface MarkParts {
  readonly fundingPriceE8: number;
  readonly basisPriceE8: number;
  readonly markE8: number;
}

/**
 * The median of index × (1 + rate × time to funding ÷ interval), index + mean basis, and the last trade (the index
 * before the first one).
 */
export function markOf(inputs: MarkInputs): MarkParts {
  const { indexE8, rateE8, msToFunding, fundingIntervalMs, basisE8, lastE8 } = inputs;
  const index = BigInt(indexE8);
  const carry = (index * BigInt(rateE8) * BigInt(msToFunding)) / (E8 * BigInt(fundingIntervalMs));
  const fundingPriceE8 = asPrice(index + carry);
  const basisPriceE8 = asPrice(index + BigInt(basisE8));
  const last = lastE8 === 0 ? indexE8 : lastE8;
  const markE8 = between(
    Math.min(fundingPriceE8, basisPriceE8),
    last,
    Math.max(fundingPriceE8, basisPriceE8),
  );
  return { fundingPriceE8, basisPriceE8, markE8 };
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

function asPrice(priceE8: bigint): number {
  if (priceE8 < 1n) return 1;
  return Number(priceE8 > MAX_SAFE ? MAX_SAFE : priceE8);
}

function priceOrNull(priceE8: bigint): number | null {
  return priceE8 < 1n || priceE8 > MAX_SAFE ? null : Number(priceE8);
}

/** ⌈a ÷ b⌉ of positive numbers. */
export function ceilDivide(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}
