import { formatMinor } from '@tallystick/core/money/decimal';
import {
  recomputeDeleveraging,
  recomputeFunding,
  recomputeLiquidation,
  recomputeMark,
  recomputeOffset,
  recomputeTrigger,
} from '@tallystick/core/perpetual/recompute';
import type {
  WireContract,
  WireDeleveraging,
  WireFundingPayment,
  WireFundingRate,
  WireLiquidation,
  WireMarkInputs,
  WirePerpetualOffset,
  WireStopTrigger,
} from '@tallystick/protocol/wire';
import { toUnits } from '#lib/decimal.ts';
import { safeWhole } from '#lib/market-units.ts';
import { contractUnits } from './contract.ts';
import { PRICE_DECIMALS, priceE8, ppmOf, unitOf } from './figures.ts';
import { minorOf } from './positions.ts';

/** Works results out again on this device, from what was recorded and with the core's own formulas. */

/** One line of a check: what was booked, and what this device gets. Decimal strings, amounts in USDT. */
export interface Check {
  readonly name:
    | 'mark'
    | 'amount'
    | 'rate'
    | 'equity'
    | 'maintenance'
    | 'liquidation'
    | 'bankruptcy'
    | 'reached'
    | 'liquidationFee'
    | 'fee'
    | 'returned'
    | 'rank'
    | 'order'
    | 'lots'
    | 'value'
    | 'closedFor'
    | 'profit';
  readonly booked: string;
  readonly again: string;
  /** `order`: ranks in a row, as they are shown. */
  readonly kind: 'money' | 'price' | 'percent' | 'number' | 'order';
  readonly holds: boolean;
}

function checkOf(name: Check['name'], kind: Check['kind'], booked: string, again: string): Check {
  const isSame = toUnits(booked, PRICE_DECIMALS) === toUnits(again, PRICE_DECIMALS);
  return { name, kind, booked, again, holds: isSame };
}

/** Rates are in 1e-8 of the value; as percent they have six digits. */
const RATE_DECIMALS = 6;
const RANK_DECIMALS = 8;
const rateE8 = (percent: string) => safeWhole(toUnits(percent, RATE_DECIMALS));
const textOfRate = (e8: number) => formatMinor(BigInt(e8), RATE_DECIMALS);
const textOfPrice = (e8: number | null) => (e8 === null ? '0' : formatMinor(BigInt(e8), PRICE_DECIMALS));
const textOfRank = (e8: number) => formatMinor(BigInt(e8), RANK_DECIMALS);
const rankE8 = (rank: string) => safeWhole(toUnits(rank, RANK_DECIMALS));

/** What every record of a contract has. */
function figuresOf(contract: WireContract) {
  const { decimals } = contract.quote;
  return {
    unit: unitOf(contractUnits(contract)),
    money: (text: string) => minorOf(text, decimals),
    written: (minor: bigint) => formatMinor(minor, decimals),
  };
}

const markOf = (record: { readonly mark_price: string }) => ({ markE8: priceE8(record.mark_price) ?? 0 });

/** The mark price is the median of what it was computed from; nothing to check in records from before that was kept. */
function checkMark(
  record: { readonly mark_price: string; readonly mark_inputs: WireMarkInputs | null },
  contract: WireContract,
): readonly Check[] {
  const { mark_inputs: inputs } = record;
  if (inputs === null) return [];
  const { unit } = figuresOf(contract);
  const again = recomputeMark(unit, {
    marketId: contract.market_id,
    indexE8: priceE8(inputs.index_price) ?? 0,
    indexTick: inputs.index_tick,
    fundingPriceE8: priceE8(inputs.funding_price) ?? 0,
    rateE8: rateE8(inputs.funding_rate_percent),
    nextFundingAtMs: inputs.next_funding_at_ms,
    fundingIntervalMs: inputs.funding_interval_ms,
    basisPriceE8: priceE8(inputs.basis_price) ?? 0,
    lastPriceTicks: inputs.last_price === null ? null : (priceE8(inputs.last_price) ?? 0) / unit.tickE8,
    atMs: inputs.at_ms,
  });
  const isSame = again.fundingPriceE8 === priceE8(inputs.funding_price);
  const check = checkOf('mark', 'price', record.mark_price, textOfPrice(again.markE8));
  return [{ ...check, holds: check.holds && isSame }];
}

/**
 * A funding payment: payers pay value at mark × |rate|, at most their margin; receivers share what was collected by
 * lots. The rate itself is premium + clamp(interest − premium), capped.
 */
export function checkFunding(
  payment: WireFundingPayment,
  funding: WireFundingRate,
  contract: WireContract,
): readonly Check[] {
  const { unit, money, written } = figuresOf(contract);
  const inputs = {
    premiumE8: rateE8(funding.premium_percent),
    interestPpm: ppmOfSigned(funding.interest_percent),
    capPpm: ppmOf(funding.cap_percent),
    openInterestLots: funding.open_interest_lots,
    collectedMinor: money(funding.collected),
    mark: markOf(payment),
  };
  const again = recomputeFunding(unit, inputs, {
    side: payment.direction,
    lots: payment.lots,
    marginMinor: money(payment.margin_after) - money(payment.amount),
  });
  return [
    ...checkMark(funding, contract),
    checkOf('rate', 'percent', payment.rate_percent, textOfRate(again.rateE8)),
    checkOf('amount', 'money', payment.amount, written(again.amountMinor)),
  ];
}

function ppmOfSigned(percent: string): number {
  return percent.startsWith('-') ? -ppmOf(percent.slice(1)) : ppmOf(percent);
}

/** A liquidation: equity against maintenance at the mark price then, both prices, and how what was left was split. */
export function checkLiquidation(record: WireLiquidation, contract: WireContract): readonly Check[] {
  const { unit, money, written } = figuresOf(contract);
  const again = recomputeLiquidation(unit, {
    side: record.direction,
    lots: record.lots,
    entryValueMinor: money(record.open_value),
    marginMinor: money(record.margin),
    maintenancePpm: ppmOf(record.maintenance_percent),
    bookValueMinor: money(record.book_value),
    insuredValueMinor: money(record.insured_value),
    insurancePaidMinor: money(record.insurance_paid),
    deleveragedValueMinor: money(record.deleveraged_value),
    liquidationFeePpm: ppmOf(record.liquidation_fee_percent ?? '0'),
    takerFeePpm: ppmOf(record.taker_fee_percent ?? '0'),
    mark: markOf(record),
  });
  const decided: Check[] = [
    ...checkMark(record, contract),
    checkOf('equity', 'money', record.equity, written(again.equityMinor)),
    checkOf('maintenance', 'money', record.maintenance_margin, written(again.maintenanceMarginMinor)),
    checkOf('liquidation', 'price', record.liquidation_price, textOfPrice(again.liquidationE8)),
    checkOf('bankruptcy', 'price', record.bankruptcy_price, textOfPrice(again.bankruptcyE8)),
    {
      name: 'reached',
      kind: 'price',
      booked: record.mark_price,
      again: textOfPrice(again.liquidationE8),
      holds: again.isReached,
    },
  ];
  // Lots that found nobody keep the margin; without the terms of then nobody can say how it was split.
  if (record.remaining_lots > 0 || record.liquidation_fee_percent === null) return decided;
  return [
    ...decided,
    checkOf('liquidationFee', 'money', record.liquidation_fee, written(again.liquidationFeeMinor)),
    checkOf('fee', 'money', record.fee, written(again.feeMinor)),
    checkOf('returned', 'money', record.returned, written(again.returnedMinor)),
  ];
}

/** A stop: the mark price then was at or beyond the price it waited for. */
export function checkTrigger(record: WireStopTrigger, contract: WireContract): readonly Check[] {
  const { unit } = figuresOf(contract);
  const isReached = recomputeTrigger(unit, {
    side: record.direction,
    kind: record.kind === 'take_profit' ? 'takeProfit' : 'stopLoss',
    triggerTicks: (priceE8(record.trigger_price) ?? 0) / unit.tickE8,
    mark: markOf(record),
  });
  return [
    ...checkMark(record, contract),
    {
      name: 'reached',
      kind: 'price',
      booked: record.mark_price,
      again: record.trigger_price,
      holds: isReached,
    },
  ];
}

/**
 * A deleveraging: the rank it had, that its neighbours in the line rank accordingly, how many lots it took over at the
 * other's bankruptcy price, and what that brought. Nothing in records from before its inputs were kept.
 */
export function checkDeleveraging(record: WireDeleveraging, contract: WireContract): readonly Check[] {
  const { inputs } = record;
  if (inputs === null) return [];
  const { unit, money, written } = figuresOf(contract);
  const { rank_ahead: ahead, rank_behind: behind } = inputs;
  const again = recomputeDeleveraging(unit, {
    side: record.direction,
    lots: record.lots,
    multiple: record.multiple,
    before: {
      lots: inputs.lots,
      entryValueMinor: money(inputs.open_value),
      marginMinor: money(inputs.margin),
    },
    againstBefore: {
      lots: inputs.against_lots,
      entryValueMinor: money(inputs.against_open_value),
      marginMinor: money(inputs.against_margin),
    },
    ranked: { lots: inputs.ranked_lots, entryValueMinor: money(inputs.ranked_open_value) },
    place: inputs.place,
    candidates: inputs.candidates,
    aheadRankE8: ahead === null ? null : rankE8(ahead),
    behindRankE8: behind === null ? null : rankE8(behind),
    mark: markOf(record),
  });
  const inRow = (rank: string) => [ahead, rank, behind].filter(one => one !== null).join(' ≥ ');
  return [
    ...checkMark(record, contract),
    checkOf('rank', 'number', record.rank, textOfRank(again.rankE8)),
    {
      name: 'order',
      kind: 'order',
      booked: inRow(record.rank),
      again: inRow(textOfRank(again.rankE8)),
      holds: again.isInOrder,
    },
    checkOf('lots', 'number', String(record.lots), String(again.lots)),
    checkOf('value', 'money', record.value, written(again.valueMinor)),
    checkOf('profit', 'money', record.realised_profit, written(again.realisedMinor)),
    checkOf('returned', 'money', record.returned, written(again.returnedMinor)),
  ];
}

/**
 * An offset: what the lots of both were closed for, at the mark or at the nearest value both margins covered, and what
 * that brought the position on this side. Nothing in records from before its inputs were kept.
 */
export function checkOffset(
  record: WirePerpetualOffset,
  side: 'long' | 'short',
  contract: WireContract,
): readonly Check[] {
  const { inputs } = record;
  if (inputs === null) return [];
  const { unit, money, written } = figuresOf(contract);
  const before = (part: (typeof inputs)['long']) => ({
    lots: part.lots,
    entryValueMinor: money(part.open_value),
    marginMinor: money(part.margin),
  });
  const again = recomputeOffset(unit, {
    lots: record.lots,
    longBefore: before(inputs.long),
    shortBefore: before(inputs.short),
    mark: markOf(record),
  });
  const realised = side === 'long' ? again?.longRealisedMinor : again?.shortRealisedMinor;
  return [
    ...checkMark(record, contract),
    checkOf('closedFor', 'money', record.value, written(again?.valueMinor ?? 0n)),
    checkOf('profit', 'money', inputs[side].realised_profit, written(realised ?? 0n)),
  ];
}
