import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { contractUnits } from './contract.ts';
import { liquidationOf, type Liquidation } from './figures.ts';
import { minorOf } from './positions.ts';
import type { StopBase } from './stops.ts';

/** Previews of changes to an open position, by the core's own formulas. */

/** The position as input of the formulas. */
export function exposureOfPosition(position: WirePosition, contract: WireContract) {
  const { decimals } = contract.quote;
  return {
    direction: position.direction,
    lots: BigInt(position.holding_lots),
    openValueMinor: minorOf(position.open_value, decimals),
    marginMinor: minorOf(position.margin, decimals),
  };
}

/** The base that stops of an open position are measured from. */
export function stopBaseOf(position: WirePosition, contract: WireContract): StopBase {
  const { direction, lots, openValueMinor } = exposureOfPosition(position, contract);
  return { direction, lots, openValueMinor, units: contractUnits(contract), leverage: position.multiple };
}

/** The liquidation price with this margin added; null: at no price. */
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
