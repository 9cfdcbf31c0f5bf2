import { requiredMargin, type MarginPrices } from '@tallystick/core/perpetual/margin-formulas';
import type { WireContract, WireCrossAccount, WirePosition } from '@tallystick/protocol/wire';
import { exposureOfPosition } from './changes.ts';
import { contractUnits, type Direction } from './contract.ts';
import { exposureFrom, liquidationOf, percentOfPpm, ppmOf, unitOf, type Liquidation } from './figures.ts';
import { liveFigures, minorOf } from './positions.ts';

/** The account that carries a customer's positions of a contract. Amounts in minor units. */
export interface Carrier {
  readonly equityMinor: bigint;
  readonly maintenanceMinor: bigint;
  /** The cross positions of the contract. */
  readonly positions: readonly WirePosition[];
}

/** What may be spent of the available balance: what carries cross positions must stay. Never below 0. */
export function freeMinor(availableMinor: bigint, required: string, decimals: number): bigint {
  const free = availableMinor - minorOf(required, decimals);
  return free > 0n ? free : 0n;
}

export function carrierOf(
  account: WireCrossAccount,
  contract: WireContract,
  positions: Iterable<WirePosition>,
): Carrier {
  const { decimals } = contract.quote;
  return {
    equityMinor: minorOf(account.equity, decimals),
    maintenanceMinor: minorOf(account.maintenance_margin, decimals),
    positions: [...positions].filter(
      one => one.market_id === contract.market_id && one.margin_type === 'cross' && one.status === 'holding',
    ),
  };
}

interface OrderPart {
  readonly direction: Direction;
  readonly lots: bigint;
  readonly openValueMinor: bigint;
  readonly feeMinor: bigint;
  readonly maintenancePercent: string;
}

/**
 * Where the account would be liquidated with an order's lots opened, if only this contract's mark moved: the price of one
 * position of all lots that has the rest of the account's equity, less the others' maintenance, as its margin. Null: at no
 * price, or both sides are held.
 */
export function crossLiquidation(
  contract: WireContract,
  order: OrderPart,
  { equityMinor, maintenanceMinor, positions }: Carrier,
  mark: string | null,
): Liquidation | null {
  if (positions.some(({ direction }) => direction !== order.direction)) return null;
  const { decimals } = contract.quote;
  let { lots, openValueMinor } = order;
  let marginMinor = equityMinor - maintenanceMinor - order.feeMinor;
  let rates = BigInt(ppmOf(order.maintenancePercent)) * lots;
  for (const position of positions) {
    const live = liveFigures(position, contract, mark);
    if (live === undefined) return null;
    const held = BigInt(position.holding_lots);
    lots += held;
    openValueMinor += minorOf(position.open_value, decimals);
    rates += BigInt(ppmOf(position.maintenance_percent)) * held;
    // Its part in the account's figures: it is counted with the order's lots instead.
    marginMinor += live.maintenanceMinor - live.unrealisedMinor;
  }
  if (lots === 0n) return null;
  const maintenancePercent = percentOfPpm(rates / lots);
  const { direction } = order;
  return liquidationOf(contract, { direction, lots, openValueMinor, marginMinor, maintenancePercent });
}

/** What a cross position requires of its account at a leverage: see decision 127. */
export function requiredOf(
  position: WirePosition,
  contract: WireContract,
  prices: MarginPrices,
  leverage: number,
): bigint {
  const exposure = exposureFrom(exposureOfPosition(position, contract));
  return requiredMargin(unitOf(contractUnits(contract)), exposure, prices, leverage);
}
