import { closedPart, realised } from '@tallystick/core/perpetual/formulas';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import type { BookLevels } from '#lib/book-levels.ts';
import { walkQuantity, type Walk } from '#lib/book-walk.ts';
import { safeWhole } from '#lib/market-units.ts';
import { contractUnits } from './contract.ts';
import { averagePrice, exposureFrom, feeOf, liquidationOf, type Liquidation } from './figures.ts';
import { minorOf } from './positions.ts';
import type { StopBase } from './stops.ts';

/** What changing an open position would do to it: shown before it is done, by the core's own formulas. */

function exposureOfPosition(position: WirePosition, contract: WireContract) {
  const { decimals } = contract.quote;
  return {
    direction: position.direction,
    lots: BigInt(position.holding_lots),
    openValueMinor: minorOf(position.open_value, decimals),
    marginMinor: minorOf(position.margin, decimals),
  };
}

/** What stops of an open position are measured from. */
export function stopBaseOf(position: WirePosition, contract: WireContract): StopBase {
  const { direction, lots, openValueMinor } = exposureOfPosition(position, contract);
  return { direction, lots, openValueMinor, units: contractUnits(contract), multiple: position.multiple };
}

export interface ClosePreview {
  readonly walk: Walk;
  /** Average of what the book would give; null when it would give nothing. */
  readonly price: string | null;
  /** Of these lots, the closing fee taken off. */
  readonly resultMinor: bigint;
  /** Margin of these lots with the result; an isolated position never owes. */
  readonly returnedMinor: bigint;
  readonly feeMinor: bigint;
}

/** What closing `lots` at market would bring now. */
export function closePreview(
  position: WirePosition,
  contract: WireContract,
  lots: bigint,
  book: BookLevels,
): ClosePreview | null {
  if (lots <= 0n || lots > BigInt(position.holding_lots)) return null;
  const units = contractUnits(contract);
  const levels = position.direction === 'long' ? book.bids : book.asks;
  const walk = walkQuantity(levels, lots, units);
  if (walk.lots === 0n) return { walk, price: null, resultMinor: 0n, returnedMinor: 0n, feeMinor: 0n };
  const exposure = exposureFrom(exposureOfPosition(position, contract));
  const part = closedPart(exposure, safeWhole(walk.lots));
  const feeMinor = feeOf(walk.valueMinor, contract.taker_fee_percent);
  const resultMinor = realised(position.direction, part.entryMinor, walk.valueMinor) - feeMinor;
  const returnedMinor = part.marginMinor + resultMinor;
  return {
    walk,
    price: averagePrice(walk.valueMinor, walk.lots, units),
    resultMinor,
    returnedMinor: returnedMinor > 0n ? returnedMinor : 0n,
    feeMinor,
  };
}

/** Where the position would be liquidated with more margin; null: at no price. */
export function liquidationWith(
  position: WirePosition,
  contract: WireContract,
  addedMinor: bigint,
): Liquidation | null {
  const exposure = exposureOfPosition(position, contract);
  return liquidationOf(contract, {
    ...exposure,
    marginMinor: exposure.marginMinor + addedMinor,
    maintenancePercent: position.maintenance_percent,
  });
}
