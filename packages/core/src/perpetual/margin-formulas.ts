import { toBigInt } from '../money/integer.ts';
import { ceilDivide, least, liquidationPriceE8, type ContractUnit, type Exposure } from './formulas.ts';

/**
 * How much margin a position must, may and should have: shared by core, server and browser like `formulas.ts`. What a
 * position owes is rounded up here, so that a requirement is never met by the remainder of a division; only the margin
 * an order opens with is value ÷ leverage truncated (`initialMargin`).
 */

/** What margin is measured by: it must cover the position at both, because the mark returns to the index. */
export interface MarginPrices {
  readonly markE8: number;
  readonly indexE8: number;
}

/**
 * The initial requirement at a price: value ÷ leverage, rounded up, and the loss so far, rounded up. A profit does not
 * count: it is not the customer's until the position is closed. Any leverage ≥ 1.
 */
export function initialRequirement(
  unit: ContractUnit,
  { side, lots, entryValueMinor }: Exposure,
  priceE8: number,
  leverage: number,
): bigint {
  const tick = toBigInt(unit.tickE8);
  const value = toBigInt(priceE8) * toBigInt(lots) * unit.quoteMinorPerTickLot;
  const entry = entryValueMinor * tick;
  const loss = side === 'long' ? entry - value : value - entry;
  return ceilDivide(value, tick * toBigInt(leverage)) + (loss > 0n ? ceilDivide(loss, tick) : 0n);
}

/** The initial requirement at mark or index, whichever asks for more. */
export function requiredMargin(
  unit: ContractUnit,
  exposure: Exposure,
  { markE8, indexE8 }: MarginPrices,
  leverage: number,
): bigint {
  const atMark = initialRequirement(unit, exposure, markE8, leverage);
  const atIndex = initialRequirement(unit, exposure, indexE8, leverage);
  return atMark > atIndex ? atMark : atIndex;
}

/** How much margin may be taken out: what is above the requirement. ≥ 0. */
export function removableMargin(
  unit: ContractUnit,
  exposure: Exposure,
  prices: MarginPrices,
  leverage: number,
): bigint {
  const over = exposure.marginMinor - requiredMargin(unit, exposure, prices, leverage);
  return over > 0n ? over : 0n;
}

/**
 * The margin after a change of leverage: a higher one gives back what the new requirement does not need, a lower one
 * takes what it lacks, up to the entry value, beyond which margin has no effect.
 */
export function marginAtLeverage(
  unit: ContractUnit,
  exposure: Exposure,
  prices: MarginPrices,
  change: { readonly from: number; readonly to: number },
): bigint {
  const { marginMinor, entryValueMinor } = exposure;
  const required = requiredMargin(unit, exposure, prices, change.to);
  if (change.to > change.from) return least(marginMinor, required);
  const most = least(required, entryValueMinor);
  return change.to === change.from || marginMinor > most ? marginMinor : most;
}

/** Whether the mark has reached the price that liquidates the position. */
export function isLiquidated(
  unit: ContractUnit,
  exposure: Exposure,
  maintenancePpm: number,
  markE8: number,
): boolean {
  const priceE8 = liquidationPriceE8(unit, exposure, maintenancePpm);
  if (priceE8 === null) return false;
  return exposure.side === 'long' ? markE8 <= priceE8 : markE8 >= priceE8;
}

/** What a top-up is decided by, besides the position's figures. */
export interface TopUpTerms {
  readonly maintenancePpm: number;
  readonly multiple: number;
  readonly markE8: number;
  /** The least of what the limit leaves and what the contract account has. */
  readonly mostMinor: bigint;
}

/**
 * One step of a top-up: back to the initial requirement at the mark, or as much of it as there is, if that is enough to
 * keep the position. 0: it cannot be kept, and nothing is spent on it. Never above the entry value, as added margin.
 */
export function topUpStep(
  unit: ContractUnit,
  exposure: Exposure,
  { maintenancePpm, multiple, markE8, mostMinor }: TopUpTerms,
): bigint {
  const { entryValueMinor, marginMinor } = exposure;
  const room = least(mostMinor, entryValueMinor - marginMinor);
  const missing = initialRequirement(unit, exposure, markE8, multiple) - marginMinor;
  const amount = least(missing, room);
  if (amount <= 0n) return 0n;
  const after = { ...pick(exposure), marginMinor: marginMinor + amount };
  return isLiquidated(unit, after, maintenancePpm, markE8) ? 0n : amount;
}

/** Its figures alone: a position is a class with getters. */
function pick({ side, lots, entryValueMinor }: Exposure): Omit<Exposure, 'marginMinor'> {
  return { side, lots, entryValueMinor };
}
