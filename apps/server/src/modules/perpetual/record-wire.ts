import { formatMinor } from '@tallystick/core/money/decimal';
import type {
  CallOutput,
  WireDeleveraging,
  WireFundingPayment,
  WireFundingRate,
  WireLiquidation,
  WireMarkInputs,
  WirePerpetualOffset,
  WireStopTrigger,
  WireTopUp,
} from '@tallystick/protocol';
import {
  isWhole,
  type StoredDeleveraging,
  type StoredFunding,
  type StoredLiquidation,
  type StoredMark,
  type StoredOffset,
  type StoredTopUp,
  type StoredTrigger,
} from '../../engine/products/perpetual/tables.ts';
import { toWire } from '../../http/words.ts';
import type { listFundingPayments, listInsurance, listPremiums, Numbered } from './record-store.ts';
import type { PerpetualUnits } from './units.ts';
import { percentOfPpm } from '../../http/percent.ts';
import { percentOfE8 } from './wire.ts';

type Payment = Awaited<ReturnType<typeof listFundingPayments>>[number];
type Premium = Awaited<ReturnType<typeof listPremiums>>[number];
type InsuranceEntry = Awaited<ReturnType<typeof listInsurance>>[number];

const RANK_DECIMALS = 8;

/** The mark that decided, and all inputs of its median. */
function markInputs(mark: StoredMark, units: PerpetualUnits): WireMarkInputs | null {
  if (!isWhole(mark)) return null;
  return {
    at_ms: mark.atMs,
    index_price: units.exactPrice(mark.indexE8),
    index_tick: mark.indexTick,
    last_price: units.priceOrNull(mark.lastPriceTicks),
    funding_price: units.exactPrice(mark.fundingPriceE8),
    funding_rate_percent: percentOfE8(mark.rateE8),
    next_funding_at_ms: mark.nextFundingAtMs,
    funding_interval_ms: mark.fundingIntervalMs,
    basis_price: units.exactPrice(mark.basisPriceE8),
  };
}

function deleveragingInputs(row: StoredDeleveraging, units: PerpetualUnits): WireDeleveraging['inputs'] {
  const { before, againstBefore, ranked, place, candidates } = row;
  if (before === null || againstBefore === null || ranked === null) return null;
  if (place === null || candidates === null) return null;
  return {
    lots: before.lots,
    open_value: units.amount(before.entryValueMinor),
    margin: units.amount(before.marginMinor),
    against_lots: againstBefore.lots,
    against_open_value: units.amount(againstBefore.entryValueMinor),
    against_margin: units.amount(againstBefore.marginMinor),
    ranked_lots: ranked.lots,
    ranked_open_value: units.amount(ranked.entryValueMinor),
    place,
    candidates,
    rank_ahead: rankOrNull(row.aheadRankE8),
    rank_behind: rankOrNull(row.behindRankE8),
  };
}

function rankOrNull(rankE8: number | null): string | null {
  return rankE8 === null ? null : formatMinor(BigInt(rankE8), RANK_DECIMALS);
}

export function wireFunding(row: StoredFunding, units: PerpetualUnits): WireFundingRate {
  return {
    market_id: units.contract.marketId,
    symbol: units.contract.symbol,
    funding_id: row.fundingId,
    at_ms: row.fundingAtMs,
    rate_percent: percentOfE8(row.rateE8),
    premium_percent: percentOfE8(row.premiumE8),
    samples: row.samples,
    interest_percent: percentOfPpm(row.interestPpm),
    cap_percent: percentOfPpm(row.capPpm),
    mark_price: units.exactPrice(row.mark.markE8),
    index_price: units.exactPrice(row.mark.indexE8),
    open_interest_lots: row.openInterestLots,
    collected: units.amount(row.collectedMinor),
    rounding: units.amount(row.roundingMinor),
    mark_inputs: markInputs(row.mark, units),
  };
}

export function wirePremium(
  row: Premium,
  units: PerpetualUnits,
): CallOutput<'GET lever/premiums'>['items'][number] {
  return {
    at_ms: row.atMs,
    bid_price: units.price(row.bidTicks),
    ask_price: units.price(row.askTicks),
    index_price: units.exactPrice(row.indexE8),
    premium_percent: percentOfE8(row.premiumE8),
  };
}

const INSURANCE_REASONS: Readonly<Record<string, 'funding' | 'liquidation'>> = {
  houseFunding: 'funding',
  perpetualLiquidation: 'liquidation',
  perpetualTrade: 'liquidation',
};

export function wireInsuranceEntry(
  row: InsuranceEntry,
  decimals: number,
): CallOutput<'GET lever/insurance_history'>['items'][number] {
  return {
    entry_id: String(row.postingId),
    amount: formatMinor(row.amountMinor, decimals),
    balance_after: formatMinor(row.balanceAfterMinor, decimals),
    reason: INSURANCE_REASONS[row.reason] ?? 'other',
    reference: row.reference,
    at_ms: row.atMs,
  };
}

export function wirePayment(row: Payment, units: PerpetualUnits): WireFundingPayment {
  return {
    position_id: row.positionId,
    market_id: units.contract.marketId,
    symbol: units.contract.symbol,
    funding_id: row.fundingId,
    direction: row.side,
    at_ms: row.fundingAtMs,
    lots: row.lots,
    mark_price: units.exactPrice(row.markE8),
    rate_percent: percentOfE8(row.rateE8),
    amount: units.amount(row.amountMinor),
    margin_after: units.amount(row.marginAfterMinor),
  };
}

export function wireLiquidation(
  row: Numbered<StoredLiquidation>,
  units: PerpetualUnits,
  table: { of(marketId: number): PerpetualUnits },
): WireLiquidation {
  return {
    liquidation_id: row.recordId,
    position_id: row.positionId,
    market_id: units.contract.marketId,
    symbol: units.contract.symbol,
    direction: row.side,
    multiple: row.multiple,
    at_ms: row.atMs,
    mark_price: units.exactPrice(row.mark.markE8),
    index_price: units.exactPrice(row.mark.indexE8),
    index_tick: row.mark.indexTick,
    lots: row.lots,
    open_value: units.amount(row.entryValueMinor),
    margin: units.amount(row.marginMinor),
    maintenance_percent: percentOfPpm(row.maintenancePpm),
    equity: units.amount(row.equityMinor),
    maintenance_margin: units.amount(row.maintenanceMarginMinor),
    liquidation_price: units.exactPrice(row.liquidationE8),
    bankruptcy_price: units.exactPrice(row.bankruptcyE8),
    book_lots: row.bookLots,
    book_value: units.amount(row.bookValueMinor),
    insured_lots: row.insuredLots,
    insured_value: units.amount(row.insuredValueMinor),
    insurance_paid: units.amount(row.insurancePaidMinor),
    deleveraged_lots: row.deleveragedLots,
    deleveraged_value: units.amount(row.deleveragedValueMinor),
    remaining_lots: row.remainingLots,
    liquidation_fee: units.amount(row.liquidationFeeMinor),
    fee: units.amount(row.feeMinor),
    returned: units.amount(row.returnedMinor),
    liquidation_fee_percent: percentOrNull(row.liquidationFeePpm),
    taker_fee_percent: percentOrNull(row.takerFeePpm),
    mark_inputs: markInputs(row.mark, units),
    account: row.cross === undefined ? null : wireStep(row.cross, units, table),
  };
}

/** The account before the step; its positions may be of several contracts of one currency. */
function wireStep(
  { availableMinor, equityMinor, maintenanceMinor, positions }: NonNullable<StoredLiquidation['cross']>,
  units: PerpetualUnits,
  table: { of(marketId: number): PerpetualUnits },
): NonNullable<WireLiquidation['account']> {
  return {
    available: units.amount(availableMinor),
    equity: units.amount(equityMinor),
    maintenance_margin: units.amount(maintenanceMinor),
    positions: positions.map(one => {
      const of = table.of(one.marketId);
      return {
        position_id: one.positionId,
        market_id: one.marketId,
        symbol: of.contract.symbol,
        direction: one.side,
        quantity: of.quantity(one.lots),
        open_value: of.amount(one.entryValueMinor),
        maintenance_percent: percentOfPpm(one.maintenancePpm),
        mark_price: of.exactPrice(one.markE8),
      };
    }),
  };
}

function percentOrNull(ppm: number | null): string | null {
  return ppm === null ? null : percentOfPpm(ppm);
}

export function wireTrigger(row: Numbered<StoredTrigger>, units: PerpetualUnits): WireStopTrigger {
  return {
    trigger_id: row.recordId,
    position_id: row.positionId,
    market_id: units.contract.marketId,
    symbol: units.contract.symbol,
    direction: row.side,
    kind: toWire(row.kind),
    trigger_price: units.price(row.triggerTicks),
    lots: row.lots,
    mark_price: units.exactPrice(row.mark.markE8),
    index_tick: row.mark.indexTick,
    at_ms: row.atMs,
    mark_inputs: markInputs(row.mark, units),
  };
}

export function wireDeleveraging(row: Numbered<StoredDeleveraging>, units: PerpetualUnits): WireDeleveraging {
  return {
    deleveraging_id: row.recordId,
    position_id: row.positionId,
    market_id: units.contract.marketId,
    symbol: units.contract.symbol,
    direction: row.side,
    against_position_id: row.againstPositionId,
    at_ms: row.atMs,
    lots: row.lots,
    value: units.amount(row.valueMinor),
    realised_profit: units.amount(row.realisedMinor),
    returned: units.amount(row.returnedMinor),
    rank: formatMinor(BigInt(row.rankE8), RANK_DECIMALS),
    multiple: row.multiple,
    mark_price: units.exactPrice(row.mark.markE8),
    inputs: deleveragingInputs(row, units),
    mark_inputs: markInputs(row.mark, units),
  };
}

function offsetInputs(row: StoredOffset, units: PerpetualUnits): WirePerpetualOffset['inputs'] {
  const { longBefore, longRealisedMinor, shortBefore, shortRealisedMinor } = row;
  if (longBefore === null || shortBefore === null) return null;
  if (longRealisedMinor === null || shortRealisedMinor === null) return null;
  const part = (found: typeof longBefore, realisedMinor: bigint) => ({
    lots: found.lots,
    open_value: units.amount(found.entryValueMinor),
    margin: units.amount(found.marginMinor),
    realised_profit: units.amount(realisedMinor),
  });
  return { long: part(longBefore, longRealisedMinor), short: part(shortBefore, shortRealisedMinor) };
}

export function wireOffset(row: Numbered<StoredOffset>, units: PerpetualUnits): WirePerpetualOffset {
  return {
    offset_id: row.recordId,
    market_id: units.contract.marketId,
    symbol: units.contract.symbol,
    long_position_id: row.longPositionId,
    short_position_id: row.shortPositionId,
    at_ms: row.atMs,
    lots: row.lots,
    value: units.amount(row.valueMinor),
    mark_price: units.exactPrice(row.mark.markE8),
    inputs: offsetInputs(row, units),
    mark_inputs: markInputs(row.mark, units),
  };
}

export function wireTopUp(row: Numbered<StoredTopUp>, units: PerpetualUnits): WireTopUp {
  return {
    top_up_id: row.recordId,
    position_id: row.positionId,
    step: row.step,
    market_id: row.marketId,
    symbol: units.contract.symbol,
    direction: row.side,
    multiple: row.multiple,
    at_ms: row.atMs,
    mark_price: units.exactPrice(row.mark.markE8),
    index_price: units.exactPrice(row.mark.indexE8),
    index_tick: row.mark.indexTick,
    lots: row.lots,
    open_value: units.amount(row.entryValueMinor),
    margin: units.amount(row.marginMinor),
    maintenance_percent: percentOfPpm(row.maintenancePpm),
    liquidation_price: units.exactPrice(row.liquidationE8),
    limit: units.amount(row.limitMinor),
    used: units.amount(row.usedMinor),
    available: units.amount(row.availableMinor),
    amount: units.amount(row.amountMinor),
    new_liquidation_price: units.exactPriceOrNull(row.newLiquidationE8),
    mark_inputs: markInputs(row.mark, units),
  };
}
