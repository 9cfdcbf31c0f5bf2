import { toBigInt } from '../money/integer.ts';
import type { Carried } from './account-margin.ts';
import { maintenanceMargin, unrealised, type ContractUnit } from './formulas.ts';

/** Figures of cross margin (decision 127): shared by core, server and browser like `formulas.ts`. */

const MILLION = 1_000_000n;
/** Result and maintenance of one position are truncated: between two marks that changes them by less than this. */
const TRUNCATED_MINOR = 3n;

/** One open position at its contract's mark. */
export interface Marked {
  readonly unit: ContractUnit;
  readonly position: Carried;
  readonly markE8: number;
}

/** Equity and maintenance of an account with this available balance. */
export function crossFigures(
  availableMinor: bigint,
  positions: Iterable<Marked>,
): { readonly equityMinor: bigint; readonly maintenanceMinor: bigint } {
  let equityMinor = availableMinor;
  let maintenanceMinor = 0n;
  for (const { unit, position, markE8 } of positions) {
    equityMinor += position.marginMinor + unrealised(unit, position, markE8);
    maintenanceMinor += maintenanceMargin(unit, markE8, position.lots, position.maintenancePpm);
  }
  return { equityMinor, maintenanceMinor };
}

/**
 * How much equity − maintenance changes with the mark of a contract, exactly: per 1e-8 of it, in minor units × tickE8 ×
 * 1,000,000. Below 0: a rising mark hurts.
 */
export function slopeOf(unit: ContractUnit, positions: Iterable<Carried>): bigint {
  let sum = 0n;
  for (const { side, lots, maintenancePpm } of positions) {
    const rate = toBigInt(maintenancePpm);
    sum += toBigInt(lots) * (side === 'long' ? MILLION - rate : -MILLION - rate);
  }
  return sum * unit.quoteMinorPerTickLot;
}

/** What of a buffer is left for movements of marks after those that truncation alone may make. */
export function bufferOf(equityMinor: bigint, maintenanceMinor: bigint, positions: number): bigint {
  return equityMinor - maintenanceMinor - TRUNCATED_MINOR * BigInt(positions);
}

/**
 * The mark in 1e-8 that uses up a share of the buffer: the first whole one at which more than the share may be gone. With a
 * share below 0 it is the mark itself. Null: no mark does.
 */
export function markAtLoss(
  unit: ContractUnit,
  markE8: number,
  slope: bigint,
  shareMinor: bigint,
): number | null {
  if (shareMinor < 0n) return markE8;
  const steep = slope < 0n ? -slope : slope;
  const distance = (shareMinor * toBigInt(unit.tickE8) * MILLION) / steep + 1n;
  const at = slope > 0n ? toBigInt(markE8) - distance : toBigInt(markE8) + distance;
  return at < 1n || at > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(at);
}

/**
 * Whether closing lots at a price, with its fee, takes no more from the equity, measured at the mark, than from the
 * maintenance: whatever the number of lots, equity − maintenance is not lower afterwards.
 */
export function keepsBuffer(
  unit: ContractUnit,
  { side, maintenancePpm }: Carried,
  markE8: number,
  priceTicks: number,
  feePpm: number,
): boolean {
  const perLot = unit.quoteMinorPerTickLot;
  const price = toBigInt(priceTicks) * toBigInt(unit.tickE8);
  const mark = toBigInt(markE8);
  const loss = (side === 'long' ? mark - price : price - mark) * perLot * MILLION;
  const fee = price * perLot * toBigInt(feePpm);
  const left = mark * perLot * toBigInt(maintenancePpm);
  return loss + fee + TRUNCATED_MINOR * toBigInt(unit.tickE8) * MILLION <= left;
}

/**
 * The loss, from its entry value, that a customer's close of a position may have: so that what is left of the equity is the
 * others' maintenance. At or below the account's maintenance: no more against the mark than its own maintenance, nor
 * than the equity. Below 0: so much of its profit must be left.
 */
export function closingCover(
  equityMinor: bigint,
  maintenanceMinor: bigint,
  { unit, position, markE8 }: Marked,
): bigint {
  const own = maintenanceMargin(unit, markE8, position.lots, position.maintenancePpm);
  const others = equityMinor - (maintenanceMinor - own);
  const most = equityMinor > maintenanceMinor ? others : own < equityMinor ? own : equityMinor;
  return most - 2n - unrealised(unit, position, markE8);
}
