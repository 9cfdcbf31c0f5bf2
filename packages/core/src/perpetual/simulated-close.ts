import { bankruptcyTicks, closedPart, feeOf, realised, valueAtTicks } from './formulas.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { Position } from './position.ts';
import type { Taking } from './taking.ts';

/** What closing with the first of these fills pays back; null if a lot loses more than its margin. */
export function simulateClose(market: PerpetualMarket, position: Position, takes: Taking): bigint | null {
  const { contract } = market;
  const { takerFeePpm } = market.feesOf(position);
  const { side } = position;
  let { lots, entryValueMinor, marginMinor } = position;
  let backMinor = 0n;
  for (const fill of takes.fills) {
    const count = Math.min(fill.lots, lots);
    if (count === 0) break;
    const exposure = { side, lots, entryValueMinor, marginMinor };
    if (isWorse(position, fill.priceTicks, bankruptcyTicks(contract, exposure))) return null;
    const part = closedPart(exposure, count);
    const value = valueAtTicks(contract, fill.priceTicks, count);
    const back = part.marginMinor + realised(side, part.entryMinor, value);
    const fee = feeOf(value, takerFeePpm);
    backMinor += back - (fee < back ? fee : back);
    lots -= count;
    entryValueMinor -= part.entryMinor;
    marginMinor -= part.marginMinor;
  }
  return backMinor;
}

/** Whether a close price is worse than a bound. */
export function isWorse(position: Position, priceTicks: number, boundTicks: number): boolean {
  return position.side === 'long' ? priceTicks < boundTicks : priceTicks > boundTicks;
}

/** The rest of some fills after their first part. */
export function without(all: Taking, first: Taking): Taking {
  const whole = first.fills.length;
  const last = first.fills[whole - 1]!;
  const split = all.fills[whole - 1]!;
  const restOfSplit = { priceTicks: split.priceTicks, lots: split.lots - last.lots };
  const fills = [...(restOfSplit.lots > 0 ? [restOfSplit] : []), ...all.fills.slice(whole)];
  const lots = all.lots - first.lots;
  return { fills, lots, preventedLots: 0, valueMinor: all.valueMinor - first.valueMinor, end: 'wanted' };
}
