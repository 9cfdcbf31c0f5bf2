import { maintenanceMargin, unrealised, valueAtE8 } from '@tallystick/core/perpetual/formulas';
import type { MarginGroup, PortfolioPosition } from './facts.ts';
import type { Prices } from './prices.ts';

export interface PositionFigures {
  readonly position: PortfolioPosition;
  readonly markE8: number;
  /** At the mark. */
  readonly valueMinor: bigint;
  /** Profit or loss at the mark, before fees. */
  readonly resultMinor: bigint;
  readonly maintenanceMinor: bigint;
  /** How far the mark may move against the position, in 1/100 % of it, truncated; null: no price liquidates it. */
  readonly distanceBps: bigint | null;
  /** The shock has moved the mark to its liquidation price or beyond. */
  readonly liquidated: boolean;
}

/** A margin group at its marks. Amounts are minor units of the group's currency. */
export interface GroupFigures {
  readonly group: MarginGroup;
  readonly positions: readonly PositionFigures[];
  readonly liquidated: boolean;
  /** Never below −margin: what a position loses beyond its margin is not the customer's loss. */
  readonly resultMinor: bigint;
  /** Margin and result together, never below 0. */
  readonly equityMinor: bigint;
  /** 0 once it is liquidated. */
  readonly maintenanceMinor: bigint;
  /** Maintenance ÷ equity in 1/100 %, truncated: at 100 % it is liquidated. Null without equity or positions. */
  readonly rateBps: bigint | null;
}

/** A liquidated group counts as all of its margin lost: what its liquidation leaves depends on the book. */
export function figuresOfGroup(group: MarginGroup, prices: Prices): GroupFigures {
  const positions = group.positions.map(position => figuresOf(position, prices));
  const sum = positions.reduce((total, { resultMinor }) => total + resultMinor, 0n);
  const kept = positions.reduce((total, one) => total + one.maintenanceMinor, 0n);
  const liquidated =
    group.kind === 'cross'
      ? hasMoved(positions) && group.marginMinor + sum <= kept
      : positions.some(one => one.liquidated);
  const resultMinor = liquidated || sum < -group.marginMinor ? -group.marginMinor : sum;
  const equityMinor = group.marginMinor + resultMinor;
  const maintenanceMinor = liquidated ? 0n : kept;
  const rateBps = rateOf(maintenanceMinor, equityMinor);
  return { group, positions, liquidated, resultMinor, equityMinor, maintenanceMinor, rateBps };
}

/** Only by what has moved: an account that waits for its liquidation is still worth what it is today. */
function hasMoved(positions: readonly PositionFigures[]): boolean {
  return positions.some(({ markE8, position }) => markE8 !== position.markE8);
}

/** part ÷ whole in 1/100 %, truncated toward zero; null if the whole is not above 0. */
export function rateOf(partMinor: bigint, wholeMinor: bigint): bigint | null {
  return wholeMinor <= 0n ? null : (partMinor * 10_000n) / wholeMinor;
}

/** Orders groups by their rates: nearest to liquidation first, before all one without equity. */
export function byNearness(a: GroupFigures, b: GroupFigures): number {
  if (a.rateBps === b.rateBps) return 0;
  if (a.rateBps === null) return -1;
  if (b.rateBps === null) return 1;
  return a.rateBps > b.rateBps ? -1 : 1;
}

function figuresOf(position: PortfolioPosition, prices: Prices): PositionFigures {
  const { lots, maintenancePpm, side, entryValueMinor, liquidationE8 } = position;
  const markE8 = prices.mark(position.markE8, position.baseCurrencyId);
  // Results do not depend on margin.
  const exposure = { side, lots, entryValueMinor, marginMinor: 0n };
  const sign = side === 'long' ? 1 : -1;
  const away = liquidationE8 === null ? null : BigInt(sign * (markE8 - liquidationE8));
  return {
    position,
    markE8,
    valueMinor: valueAtE8(position, markE8, lots),
    resultMinor: unrealised(position, exposure, markE8),
    maintenanceMinor: maintenanceMargin(position, markE8, lots, maintenancePpm),
    distanceBps: away === null ? null : away <= 0n ? 0n : (away * 10_000n) / BigInt(markE8),
    // Only by what moved against it: a position that waits for its liquidation is still worth what it is today.
    liquidated: away !== null && away <= 0n && sign * (markE8 - position.markE8) < 0,
  };
}
