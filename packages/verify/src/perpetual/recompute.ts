import type { MarkPrice, PerpetualEventOf } from '@tallystick/core/perpetual/event';
import {
  bankruptcyPriceE8,
  bankruptValue,
  closedPart,
  fundingMinor,
  fundingRateE8,
  least,
  liquidationPriceE8,
  maintenanceMargin,
  markOf,
  offsetValue,
  profitRankE8,
  realised,
  splitLeft,
  unrealised,
  valueAtE8,
  type ContractUnit,
  type MarkParts,
} from '@tallystick/core/perpetual/formulas';
import { isLiquidated, topUpStep } from '@tallystick/core/perpetual/margin-formulas';
import type { PositionSide, StopKind } from '@tallystick/core/perpetual/position-view';

/**
 * Recomputes what an event did from its recorded inputs alone, for customers who do not trust the exchange. Pure and
 * exact; units as in the events, each of which is an input of its function.
 */

/** The mark as the median of its inputs; the mean basis of five minutes follows from the minutes' samples. */
export function recomputeMark(
  unit: Pick<ContractUnit, 'tickE8'>,
  mark: Omit<MarkPrice, 'markE8'>,
): MarkParts {
  return markOf({
    indexE8: mark.indexE8,
    rateE8: mark.rateE8,
    msToFunding: Math.max(0, mark.nextFundingAtMs - mark.atMs),
    fundingIntervalMs: mark.fundingIntervalMs,
    basisE8: mark.basisPriceE8 - mark.indexE8,
    lastE8: (mark.lastPriceTicks ?? 0) * unit.tickE8,
  });
}

type FundingInputs = Pick<
  PerpetualEventOf<'fundingSettled'>,
  'premiumE8' | 'interestPpm' | 'capPpm' | 'openInterestLots' | 'collectedMinor'
> & { readonly mark: { readonly markE8: number } };

/** One position's part of a funding. */
interface FundedPart {
  readonly side: PositionSide;
  readonly lots: number;
  /** Before the funding. */
  readonly marginMinor: bigint;
}

/** The rate, and what a position received (positive) or paid (negative): payers at most their margin. */
export function recomputeFunding(unit: ContractUnit, inputs: FundingInputs, part: FundedPart) {
  const { premiumE8, interestPpm, capPpm, openInterestLots, collectedMinor, mark } = inputs;
  const rateE8 = fundingRateE8(premiumE8, 1, interestPpm, capPpm);
  const pays = rateE8 !== 0 && rateE8 > 0 === (part.side === 'long');
  if (!pays) {
    const share =
      openInterestLots === 0 ? 0n : (collectedMinor * BigInt(part.lots)) / BigInt(openInterestLots);
    return { rateE8, amountMinor: share };
  }
  const owed = fundingMinor(unit, mark.markE8, part.lots, rateE8);
  return { rateE8, amountMinor: -(owed < part.marginMinor ? owed : part.marginMinor) };
}

/** Whether the mark had reached the price a stop waited for. */
export function recomputeTrigger(
  unit: Pick<ContractUnit, 'tickE8'>,
  inputs: {
    readonly side: PositionSide;
    readonly kind: StopKind;
    readonly triggerTicks: number;
    readonly mark: { readonly markE8: number };
  },
): boolean {
  const stopE8 = inputs.triggerTicks * unit.tickE8;
  const waitsAbove = (inputs.kind === 'takeProfit') === (inputs.side === 'long');
  return waitsAbove ? inputs.mark.markE8 >= stopE8 : inputs.mark.markE8 <= stopE8;
}

type LiquidationInputs = Pick<
  PerpetualEventOf<'positionLiquidated'>,
  | 'side'
  | 'lots'
  | 'entryValueMinor'
  | 'marginMinor'
  | 'maintenancePpm'
  | 'bookValueMinor'
  | 'insuredValueMinor'
  | 'insurancePaidMinor'
  | 'deleveragedValueMinor'
  | 'liquidationFeePpm'
  | 'takerFeePpm'
> & { readonly mark: { readonly markE8: number } };

/** Why a position was liquidated, and how the rest is split if no lots remain. */
export function recomputeLiquidation(unit: ContractUnit, inputs: LiquidationInputs) {
  const { side, lots, entryValueMinor, marginMinor, maintenancePpm } = inputs;
  const { markE8 } = inputs.mark;
  const liquidationE8 = liquidationPriceE8(unit, inputs, maintenancePpm);
  const closedMinor = inputs.bookValueMinor + inputs.insuredValueMinor + inputs.deleveragedValueMinor;
  const leftMinor = marginMinor + realised(side, entryValueMinor, closedMinor) + inputs.insurancePaidMinor;
  return {
    equityMinor: marginMinor + unrealised(unit, inputs, markE8),
    maintenanceMarginMinor: maintenanceMargin(unit, markE8, lots, maintenancePpm),
    liquidationE8,
    bankruptcyE8: bankruptcyPriceE8(unit, inputs),
    isReached:
      liquidationE8 !== null && (side === 'long' ? markE8 <= liquidationE8 : markE8 >= liquidationE8),
    ...splitLeft(leftMinor, closedMinor, inputs.liquidationFeePpm, inputs.takerFeePpm),
  };
}

type TopUpInputs = Pick<
  PerpetualEventOf<'positionToppedUp'>,
  | 'side'
  | 'lots'
  | 'multiple'
  | 'entryValueMinor'
  | 'marginMinor'
  | 'maintenancePpm'
  | 'limitMinor'
  | 'usedMinor'
  | 'availableMinor'
> & { readonly mark: { readonly markE8: number } };

/** Why margin was added by itself, how much, and where the position is liquidated after it. */
export function recomputeTopUp(unit: ContractUnit, inputs: TopUpInputs) {
  const { maintenancePpm, multiple, marginMinor, limitMinor, usedMinor, availableMinor } = inputs;
  const { markE8 } = inputs.mark;
  const mostMinor = least(limitMinor - usedMinor, availableMinor);
  const amountMinor = topUpStep(unit, inputs, { maintenancePpm, multiple, markE8, mostMinor });
  const after = { ...inputs, marginMinor: marginMinor + amountMinor };
  return {
    liquidationE8: liquidationPriceE8(unit, inputs, maintenancePpm),
    isReached: isLiquidated(unit, inputs, maintenancePpm, markE8),
    amountMinor,
    mostMinor,
    newLiquidationE8: liquidationPriceE8(unit, after, maintenancePpm),
  };
}

type DeleveragingInputs = Pick<
  PerpetualEventOf<'positionDeleveraged'>,
  | 'side'
  | 'lots'
  | 'multiple'
  | 'before'
  | 'againstBefore'
  | 'ranked'
  | 'place'
  | 'candidates'
  | 'aheadRankE8'
  | 'behindRankE8'
> & { readonly mark: { readonly markE8: number } };

/**
 * A deleveraging: the rank, whether its neighbours in the line rank accordingly, how many lots were taken (as many as both
 * had), at what value (where the bankrupt position's margin is just used up), and the proceeds.
 */
export function recomputeDeleveraging(unit: ContractUnit, inputs: DeleveragingInputs) {
  const { side, lots, multiple, before, againstBefore, ranked, mark } = inputs;
  const rankE8 = profitRankE8(unit, { side, ...ranked, marginMinor: 0n }, mark.markE8, multiple);
  const against = side === 'long' ? 'short' : 'long';
  const valueMinor = bankruptValue(against, closedPart({ side: against, ...againstBefore }, lots));
  const part = closedPart({ side, ...before }, lots);
  const realisedMinor = realised(side, part.entryMinor, valueMinor);
  return {
    rankE8,
    isInOrder: isInOrder(inputs, rankE8),
    lots: Math.min(before.lots, againstBefore.lots),
    valueMinor,
    realisedMinor,
    returnedMinor: part.marginMinor + realisedMinor,
  };
}

type OffsetInputs = Pick<PerpetualEventOf<'positionsOffset'>, 'lots' | 'longBefore' | 'shortBefore'> & {
  readonly mark: { readonly markE8: number };
};

/** The value at which lots of the two positions were closed, and the proceeds of each. Null: both margins cover no value. */
export function recomputeOffset(unit: ContractUnit, inputs: OffsetInputs) {
  const { lots, longBefore, shortBefore, mark } = inputs;
  const ofLong = closedPart({ side: 'long', ...longBefore }, lots);
  const ofShort = closedPart({ side: 'short', ...shortBefore }, lots);
  const valueMinor = offsetValue(valueAtE8(unit, mark.markE8, lots), ofLong, ofShort);
  if (valueMinor === null) return null;
  return {
    valueMinor,
    longRealisedMinor: realised('long', ofLong.entryMinor, valueMinor),
    shortRealisedMinor: realised('short', ofShort.entryMinor, valueMinor),
  };
}

function isInOrder(inputs: DeleveragingInputs, rankE8: number): boolean {
  const { place, candidates, aheadRankE8, behindRankE8 } = inputs;
  return (
    place >= 1 &&
    place <= candidates &&
    (aheadRankE8 === null) === (place === 1) &&
    (behindRankE8 === null) === (place === candidates) &&
    (aheadRankE8 === null || aheadRankE8 >= rankE8) &&
    (behindRankE8 === null || behindRankE8 <= rankE8)
  );
}
