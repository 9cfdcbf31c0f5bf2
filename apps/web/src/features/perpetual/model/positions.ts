import { parseDecimal } from '@tallystick/core/money/decimal';
import { unrealised } from '@tallystick/core/perpetual/formulas';
import type { WireContract, WirePosition } from '@tallystick/protocol/wire';
import { parseTicks, valueMinor } from '#lib/market-units.ts';
import { contractUnits } from './contract.ts';
import {
  closingFees,
  exposureFrom,
  feeOf,
  maintenanceAt,
  percentBetween,
  percentOf,
  priceE8,
  unitOf,
  valueAt,
} from './figures.ts';

/** Signed decimal text of the wire in minor units; malformed text counts as 0. */
export function minorOf(text: string, decimals: number): bigint {
  return parseDecimal(text, decimals, { signed: true }) ?? 0n;
}

/** Positions that are open, of one contract or of all, newest first. */
export function listHolding(positions: Iterable<WirePosition>, marketId: number | undefined): WirePosition[] {
  return [...positions]
    .filter(({ status, market_id }) => status === 'holding' && (marketId ?? market_id) === market_id)
    .toSorted((a, b) => b.placed_at_ms - a.placed_at_ms || b.position_id - a.position_id);
}

/** Value at entry of held lots and resting opening orders in a contract. It decides the next order's tier. */
export function exposureOf(positions: Iterable<WirePosition>, contract: WireContract): bigint {
  const units = contractUnits(contract);
  let sum = 0n;
  for (const position of positions) {
    if (position.market_id !== contract.market_id) continue;
    sum += minorOf(position.open_value, contract.quote.decimals);
    const ticks = position.price === null ? null : parseTicks(position.price, units);
    if (ticks !== null) sum += valueMinor(ticks, BigInt(position.waiting_lots), units);
  }
  return sum;
}

/** A position's figures at a mark price, in minor units. Fees are positive when they cost. */
export interface LiveFigures {
  readonly valueMinor: bigint;
  /** Of the open lots, without fees and funding. */
  readonly unrealisedMinor: bigint;
  /** Of closed and open lots together, without fees and funding. */
  readonly priceMinor: bigint;
  /** Fees paid, plus the fee of closing at mark. */
  readonly feesMinor: bigint;
  readonly closingFeeMinor: bigint;
  readonly fundingMinor: bigint;
  /** Total result if closed at mark now. */
  readonly netMinor: bigint;
  /** `netMinor` in percent of the margin put in. */
  readonly netPercent: string;
  readonly equityMinor: bigint;
  readonly maintenanceMinor: bigint;
  /** Maintenance as percent of equity; 100 = liquidated. */
  readonly ratioPercent: string;
  /** Distance from mark to liquidation in percent of the mark, unsigned; null when no price liquidates. */
  readonly awayPercent: string | null;
}

/** Opening margin plus margin added since: the base of the result's percentage. */
function putInMinor(position: WirePosition, decimals: number): bigint {
  const margin = minorOf(position.margin, decimals);
  const opening = minorOf(position.open_value, decimals) / BigInt(position.multiple);
  const added = minorOf(position.added_margin, decimals);
  return opening + added > 0n ? opening + added : margin;
}

/** Figures of a position at a mark price; undefined while the mark is unknown. */
export function liveFigures(
  position: WirePosition,
  contract: WireContract,
  mark: string | null | undefined,
): LiveFigures | undefined {
  const units = contractUnits(contract);
  const decimals = contract.quote.decimals;
  const lots = position.holding_lots;
  const markE8 = mark ? priceE8(mark) : null;
  const worth = mark ? valueAt(mark, BigInt(lots), units) : null;
  const maintenanceMinor = mark ? maintenanceAt(mark, lots, position.maintenance_percent, units) : null;
  if (!mark || markE8 === null || worth === null || maintenanceMinor === null) return undefined;
  const exposure = exposureFrom({
    direction: position.direction,
    lots: BigInt(lots),
    openValueMinor: minorOf(position.open_value, decimals),
    marginMinor: minorOf(position.margin, decimals),
  });
  const unrealisedMinor = unrealised(unitOf(units), exposure, markE8);
  const closingFeeMinor = feeOf(worth, closingFees(position, contract).taker_fee_percent);
  const priceMinor = unrealisedMinor + minorOf(position.realised_profit, decimals);
  const feesMinor = minorOf(position.fee, decimals) + closingFeeMinor;
  const fundingMinor = minorOf(position.funding, decimals);
  const netMinor = priceMinor - feesMinor + fundingMinor;
  const equityMinor = exposure.marginMinor + unrealisedMinor;
  const away = position.liquidation_price === null ? null : percentBetween(mark, position.liquidation_price);
  return {
    valueMinor: worth,
    unrealisedMinor,
    priceMinor,
    feesMinor,
    closingFeeMinor,
    fundingMinor,
    netMinor,
    netPercent: percentOf(netMinor, putInMinor(position, decimals)),
    equityMinor,
    maintenanceMinor,
    ratioPercent: equityMinor > 0n ? percentOf(maintenanceMinor, equityMinor) : '100',
    awayPercent: away === null ? null : away.replace(/^-/, ''),
  };
}
