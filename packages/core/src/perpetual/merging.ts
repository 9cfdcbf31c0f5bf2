import { toBigInt } from '../money/integer.ts';
import { lowerFees, NOTHING_KEPT, type KeptFees } from './kept-fees.ts';
import { MAX_TOP_UP_MINOR } from './choices.ts';
import { least } from './formulas.ts';
import type { PerpetualMarket } from './perpetual-market.ts';
import type { Position } from './position.ts';

/** Lots that join a merged position, with the terms they were opened on. */
interface Joining {
  readonly lots: number;
  readonly entryMinor: bigint;
  readonly multiple: number;
  readonly maintenancePpm: number;
  readonly kept: KeptFees;
}

/**
 * Gives a merged position the mean terms of what it holds and what joins it, before the lots are added: so each part
 * keeps its own. All are truncated in the customer's favour. What truncating the maintenance rate leaves is remembered:
 * otherwise many small lots could join a large position without ever raising its rate.
 */
export function joinTerms(market: PerpetualMarket, into: Position, joining: Joining): void {
  const { lots, entryMinor } = joining;
  const whole = into.lots + lots;
  const sum = into.maintenancePpm * into.lots + into.maintenanceRest + joining.maintenancePpm * lots;
  into.maintenancePpm = Math.floor(sum / whole);
  into.maintenanceRest = sum - into.maintenancePpm * whole;
  const weighted = into.entryValueMinor * toBigInt(into.multiple) + entryMinor * toBigInt(joining.multiple);
  into.multiple = Number(weighted / (into.entryValueMinor + entryMinor));
  if (into.kept === NOTHING_KEPT && joining.kept === NOTHING_KEPT) return;
  const mine = market.feesOf(into);
  const theirs = lowerFees(joining.kept, market.contract);
  const mean = (fee: keyof KeptFees): number =>
    Math.floor((mine[fee] * into.lots + theirs[fee] * lots) / whole);
  into.kept = {
    makerFeePpm: mean('makerFeePpm'),
    takerFeePpm: mean('takerFeePpm'),
    liquidationFeePpm: mean('liquidationFeePpm'),
  };
}

/** The stops of an order become those of the merged position with the first lots it opens: the newest word counts. */
export function handOverStops(from: Position, into: Position): void {
  into.takeProfitTicks = from.takeProfitTicks ?? into.takeProfitTicks;
  into.stopLossTicks = from.stopLossTicks ?? into.stopLossTicks;
  from.takeProfitTicks = null;
  from.stopLossTicks = null;
}

/**
 * Moves all open lots of a position into another of the same side: closed for exactly what they were opened for, and
 * opened for the same, with their margin. So no sum of figures changes. Of both stops the nearer ones stay.
 */
export function moveLots(market: PerpetualMarket, from: Position, into: Position): void {
  const { lots, entryValueMinor, marginMinor, side } = from;
  const { multiple, maintenancePpm, kept } = from;
  joinTerms(market, into, { lots, entryMinor: entryValueMinor, multiple, maintenancePpm, kept });
  from.closedLots += lots;
  from.closedValueMinor += entryValueMinor;
  from.entryValueMinor = 0n;
  from.marginMinor = 0n;
  into.orderedLots += lots;
  into.openedLots += lots;
  into.openedValueMinor += entryValueMinor;
  into.entryValueMinor += entryValueMinor;
  into.marginMinor += marginMinor;
  joinTopUps(from, into);
  const isLong = side === 'long';
  into.takeProfitTicks = nearer(into.takeProfitTicks, from.takeProfitTicks, isLong ? Math.min : Math.max);
  into.stopLossTicks = nearer(into.stopLossTicks, from.stopLossTicks, isLong ? Math.max : Math.min);
}

/** What top-ups of either may still add, the other may from now on. */
function joinTopUps({ topUpLimitMinor, topUpUsedMinor }: Position, into: Position): void {
  const leftMinor = topUpLimitMinor - topUpUsedMinor;
  if (leftMinor <= 0n) return;
  const own = into.topUpLimitMinor > into.topUpUsedMinor ? into.topUpLimitMinor : into.topUpUsedMinor;
  into.topUpLimitMinor = least(own + leftMinor, MAX_TOP_UP_MINOR);
}

function nearer(a: number | null, b: number | null, of: (a: number, b: number) => number): number | null {
  return a === null ? b : b === null ? a : of(a, b);
}
