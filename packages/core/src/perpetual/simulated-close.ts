import { coverOf } from './cover.ts';
import { bankruptcyTicks, closedPart, feeOf, realised, valueAtTicks } from './formulas.ts';
import { requiredMargin } from './margin-formulas.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { Position } from './position.ts';
import type { Taking } from './taking.ts';

/** What closing with the first of these fills pays back or makes free; null if a lot loses more than its margin. */
export function simulateClose(market: PerpetualMarket, position: Position, takes: Taking): bigint | null {
  const { contract } = market;
  const { takerFeePpm } = market.feesOf(position);
  const { side, trader } = position;
  let { lots, entryValueMinor, marginMinor } = coverOf(market, position);
  const isCross = trader.cross !== null;
  // Fills of a cross position share one cover, and each may lose some units of it to truncation.
  if (isCross) marginMinor -= TRUNCATED_PER_LOT * BigInt(lots);
  let backMinor = isCross ? requiredMargin(contract, position, market.mark!, position.multiple) : 0n;
  for (const fill of takes.fills) {
    const count = Math.min(fill.lots, lots);
    if (count === 0) break;
    const exposure = { side, lots, entryValueMinor, marginMinor };
    if (isWorse(position, fill.priceTicks, bankruptcyTicks(contract, exposure))) return null;
    const part = closedPart(exposure, count);
    const value = valueAtTicks(contract, fill.priceTicks, count);
    const profit = realised(side, part.entryMinor, value);
    const back = part.marginMinor + profit;
    const fee = feeOf(value, takerFeePpm);
    const paidMinor = isCross || fee < back ? fee : back;
    // A cross position gives no margin back, but needs none any more.
    backMinor += (isCross ? profit : back) - paidMinor;
    lots -= count;
    entryValueMinor -= part.entryMinor;
    marginMinor -= part.marginMinor;
  }
  return backMinor;
}

const TRUNCATED_PER_LOT = 4n;

/** Whether a close price is worse than a bound. */
export function isWorse(position: Position, priceTicks: number, boundTicks: number): boolean {
  return position.side === 'long' ? priceTicks < boundTicks : priceTicks > boundTicks;
}

/** The rest of some fills after their first part. */
export function without(all: Taking, first: Taking): Taking {
  const whole = first.fills.length;
  const last = first.fills[whole - 1]!;
  const split = all.fills[whole - 1]!;
  const restOfSplit = { ...split, lots: split.lots - last.lots };
  const fills = [...(restOfSplit.lots > 0 ? [restOfSplit] : []), ...all.fills.slice(whole)];
  const lots = all.lots - first.lots;
  return { fills, lots, preventedLots: 0, valueMinor: all.valueMinor - first.valueMinor, end: 'wanted' };
}
