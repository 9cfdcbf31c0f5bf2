import type { MarkPrice, PerpetualEventOf, PositionView } from '@tallystick/core';
import { big, integer, RowsTable, text, type Field } from './rows-table.ts';
import { insertFromUnnest, updateFromUnnest } from './table.ts';

/** Written once; the rest changes with the position. */
const CONSTANT_FIELDS: ReadonlySet<string> = new Set([
  'position_id',
  'customer_id',
  'market_id',
  'side',
  'order_type',
  'multiple',
  'maintenance_ppm',
  'lots',
  'price_ticks',
  'client_order_id',
  'placed_at_ms',
]);

function positionFields(): Record<string, Field<PositionView>> {
  return {
    position_id: big(row => row.positionId),
    customer_id: integer(row => row.customerId),
    market_id: integer(row => row.marketId),
    side: text(row => row.side),
    order_type: text(row => row.orderType),
    multiple: integer(row => row.multiple),
    maintenance_ppm: integer(row => row.maintenancePpm),
    lots: big(row => row.lots),
    price_ticks: integer(row => row.priceTicks),
    client_order_id: text(row => row.clientOrderId),
    status: text(row => row.status),
    waiting_lots: big(row => row.waitingLots),
    waiting_minor: big(row => row.waitingMinor),
    opening_end_reason: text(row => row.openingEndReason),
    opened_lots: big(row => row.openedLots),
    opened_value_minor: big(row => row.openedValueMinor),
    closed_lots: big(row => row.closedLots),
    closed_value_minor: big(row => row.closedValueMinor),
    entry_value_minor: big(row => row.entryValueMinor),
    margin_minor: big(row => row.marginMinor),
    added_margin_minor: big(row => row.addedMarginMinor),
    realised_minor: big(row => row.realisedMinor),
    fee_minor: big(row => row.feeMinor),
    liquidation_fee_minor: big(row => row.liquidationFeeMinor),
    funding_minor: big(row => row.fundingMinor),
    insurance_paid_minor: big(row => row.insurancePaidMinor),
    liquidation_e8: big(row => row.liquidationE8),
    bankruptcy_e8: big(row => row.bankruptcyE8),
    take_profit_ticks: integer(row => row.takeProfitTicks),
    stop_loss_ticks: integer(row => row.stopLossTicks),
    triggered: text(row => row.triggered),
    closing_order_id: big(row => row.closing?.orderId ?? null),
    closing_price_ticks: integer(row => row.closing?.priceTicks ?? null),
    closing_lots: big(row => row.closing?.lots ?? null),
    closing_placed_at_ms: big(row => row.closing?.placedAtMs ?? null),
    close_reason: text(row => row.closeReason),
    placed_at_ms: big(row => row.placedAtMs),
    opened_at_ms: big(row => row.openedAtMs),
    closed_at_ms: big(row => row.closedAtMs),
    updated_at_ms: big(row => row.updatedAtMs),
  };
}

/** Positions in their last state of the batch. */
export function positionsTable(): RowsTable<PositionView> {
  return new RowsTable('positions', positionFields(), (names, parameters) => {
    const changes = names
      .filter(name => !CONSTANT_FIELDS.has(name))
      .map(name => `${name} = excluded.${name}`);
    return `${insertFromUnnest('positions', names, parameters)}
      on conflict (position_id) do update set ${changes.join(', ')}`;
  });
}

/** What funding changed of a position that nothing else changed in the batch. */
export interface FundedPosition {
  readonly positionId: number;
  /** Since the row was written. */
  readonly amountMinor: bigint;
  readonly marginMinor: bigint;
  readonly liquidationE8: number | null;
  readonly bankruptcyE8: number | null;
}

export function fundedPositionsTable(): RowsTable<FundedPosition> {
  return new RowsTable<FundedPosition>(
    'positions_funded',
    {
      position_id: big(row => row.positionId),
      funding_minor: big(row => row.amountMinor),
      margin_minor: big(row => row.marginMinor),
      liquidation_e8: big(row => row.liquidationE8),
      bankruptcy_e8: big(row => row.bankruptcyE8),
    },
    (names, parameters) =>
      // Of all columns only the amount adds up.
      updateFromUnnest('positions', 1, names, parameters).replace(
        'funding_minor = given.funding_minor',
        'funding_minor = positions.funding_minor + given.funding_minor',
      ),
  );
}

export function perpetualTradesTable(): RowsTable<PerpetualEventOf<'perpetualTraded'>> {
  return new RowsTable('perpetual_trades', {
    trade_id: big(row => row.tradeId),
    market_id: integer(row => row.marketId),
    price_ticks: integer(row => row.priceTicks),
    quantity_lots: big(row => row.quantityLots),
    value_minor: big(row => row.valueMinor),
    taker_side: text(row => row.takerSide),
    taker_cause: text(row => row.takerCause),
    taker_order_id: big(row => row.takerOrderId),
    taker_position_id: big(row => row.takerPositionId),
    taker_customer_id: integer(row => row.takerCustomerId),
    taker_effect: text(row => row.takerEffect),
    taker_fee_minor: big(row => row.takerFeeMinor),
    taker_realised_minor: big(row => row.takerRealisedMinor),
    maker_order_id: big(row => row.makerOrderId),
    maker_position_id: big(row => row.makerPositionId),
    maker_customer_id: integer(row => row.makerCustomerId),
    maker_effect: text(row => row.makerEffect),
    maker_fee_minor: big(row => row.makerFeeMinor),
    maker_realised_minor: big(row => row.makerRealisedMinor),
    at_ms: big(row => row.atMs),
  });
}

export function premiumsTable(): RowsTable<PerpetualEventOf<'premiumSampled'>> {
  return new RowsTable('perpetual_premiums', {
    market_id: integer(row => row.marketId),
    at_ms: big(row => row.atMs),
    bid_ticks: integer(row => row.bidTicks),
    ask_ticks: integer(row => row.askTicks),
    index_e8: big(row => row.indexE8),
    basis_e8: big(row => row.basisE8),
    premium_e8: big(row => row.premiumE8),
  });
}

/** The mark something was decided by, with all that it is the median of. */
function markFields<Row>(of: (row: Row) => MarkPrice): Record<string, Field<Row>> {
  return {
    mark_e8: big(row => of(row).markE8),
    index_e8: big(row => of(row).indexE8),
    index_tick: big(row => of(row).indexTick),
    mark_at_ms: big(row => of(row).atMs),
    mark_funding_e8: big(row => of(row).fundingPriceE8),
    mark_basis_e8: big(row => of(row).basisPriceE8),
    mark_last_ticks: integer(row => of(row).lastPriceTicks),
    mark_rate_e8: big(row => of(row).rateE8),
    mark_next_funding_at_ms: big(row => of(row).nextFundingAtMs),
    mark_interval_ms: big(row => of(row).fundingIntervalMs),
  };
}

type Funding = PerpetualEventOf<'fundingSettled'>;

export function fundingsTable(): RowsTable<Funding & { readonly sequence: number }> {
  return new RowsTable('perpetual_fundings', {
    market_id: integer(row => row.marketId),
    funding_id: big(row => row.fundingId),
    funding_at_ms: big(row => row.fundingAtMs),
    interval_ms: big(row => row.intervalMs),
    samples: integer(row => row.samples),
    premium_e8: big(row => row.premiumE8),
    interest_ppm: integer(row => row.interestPpm),
    cap_ppm: integer(row => row.capPpm),
    rate_e8: big(row => row.rateE8),
    ...markFields(row => row.mark),
    open_interest_lots: big(row => row.openInterestLots),
    collected_minor: big(row => row.collectedMinor),
    rounding_minor: big(row => row.roundingMinor),
    sequence: big(row => row.sequence),
  });
}

/** One position's part of a funding: `index` in its lists. */
export interface FundingPart {
  readonly funding: Funding;
  readonly index: number;
}

export function fundingPaymentsTable(): RowsTable<FundingPart> {
  return new RowsTable<FundingPart>('perpetual_funding_payments', {
    customer_id: integer(({ funding, index }) => funding.customerIds[index]!),
    funding_at_ms: big(({ funding }) => funding.fundingAtMs),
    position_id: big(({ funding, index }) => funding.positionIds[index]!),
    market_id: integer(({ funding }) => funding.marketId),
    funding_id: big(({ funding }) => funding.fundingId),
    side: text(({ funding, index }) => funding.sides[index]!),
    lots: big(({ funding, index }) => funding.lots[index]!),
    amount_minor: big(({ funding, index }) => funding.amountsMinor[index]!),
    margin_after_minor: big(({ funding, index }) => funding.marginsMinor[index]!),
  });
}

export function stopTriggersTable(): RowsTable<PerpetualEventOf<'stopTriggered'>> {
  return new RowsTable('perpetual_stop_triggers', {
    position_id: big(row => row.positionId),
    customer_id: integer(row => row.customerId),
    market_id: integer(row => row.marketId),
    side: text(row => row.side),
    kind: text(row => row.kind),
    trigger_ticks: integer(row => row.triggerTicks),
    lots: big(row => row.lots),
    ...markFields(row => row.mark),
    at_ms: big(row => row.atMs),
  });
}

export function liquidationsTable(): RowsTable<PerpetualEventOf<'positionLiquidated'>> {
  return new RowsTable('perpetual_liquidations', {
    position_id: big(row => row.positionId),
    customer_id: integer(row => row.customerId),
    market_id: integer(row => row.marketId),
    side: text(row => row.side),
    multiple: integer(row => row.multiple),
    ...markFields(row => row.mark),
    lots: big(row => row.lots),
    entry_value_minor: big(row => row.entryValueMinor),
    margin_minor: big(row => row.marginMinor),
    maintenance_ppm: integer(row => row.maintenancePpm),
    equity_minor: big(row => row.equityMinor),
    maintenance_margin_minor: big(row => row.maintenanceMarginMinor),
    liquidation_e8: big(row => row.liquidationE8),
    bankruptcy_e8: big(row => row.bankruptcyE8),
    book_lots: big(row => row.bookLots),
    book_value_minor: big(row => row.bookValueMinor),
    insured_lots: big(row => row.insuredLots),
    insured_value_minor: big(row => row.insuredValueMinor),
    insurance_paid_minor: big(row => row.insurancePaidMinor),
    deleveraged_lots: big(row => row.deleveragedLots),
    deleveraged_value_minor: big(row => row.deleveragedValueMinor),
    remaining_lots: big(row => row.remainingLots),
    liquidation_fee_ppm: integer(row => row.liquidationFeePpm),
    taker_fee_ppm: integer(row => row.takerFeePpm),
    liquidation_fee_minor: big(row => row.liquidationFeeMinor),
    fee_minor: big(row => row.feeMinor),
    returned_minor: big(row => row.returnedMinor),
    at_ms: big(row => row.atMs),
  });
}

export function deleveragingsTable(): RowsTable<PerpetualEventOf<'positionDeleveraged'>> {
  return new RowsTable('perpetual_deleveragings', {
    position_id: big(row => row.positionId),
    customer_id: integer(row => row.customerId),
    market_id: integer(row => row.marketId),
    side: text(row => row.side),
    against_position_id: big(row => row.againstPositionId),
    lots: big(row => row.lots),
    value_minor: big(row => row.valueMinor),
    realised_minor: big(row => row.realisedMinor),
    returned_minor: big(row => row.returnedMinor),
    before_lots: big(row => row.before.lots),
    before_entry_value_minor: big(row => row.before.entryValueMinor),
    before_margin_minor: big(row => row.before.marginMinor),
    against_lots: big(row => row.againstBefore.lots),
    against_entry_value_minor: big(row => row.againstBefore.entryValueMinor),
    against_margin_minor: big(row => row.againstBefore.marginMinor),
    rank_e8: big(row => row.rankE8),
    ranked_lots: big(row => row.ranked.lots),
    ranked_entry_value_minor: big(row => row.ranked.entryValueMinor),
    place: integer(row => row.place),
    candidates: integer(row => row.candidates),
    ahead_rank_e8: big(row => row.aheadRankE8),
    behind_rank_e8: big(row => row.behindRankE8),
    multiple: integer(row => row.multiple),
    ...markFields(row => row.mark),
    at_ms: big(row => row.atMs),
  });
}

export function offsetsTable(): RowsTable<PerpetualEventOf<'positionsOffset'>> {
  return new RowsTable('perpetual_offsets', {
    long_position_id: big(row => row.longPositionId),
    short_position_id: big(row => row.shortPositionId),
    customer_id: integer(row => row.customerId),
    market_id: integer(row => row.marketId),
    lots: big(row => row.lots),
    value_minor: big(row => row.valueMinor),
    long_lots: big(row => row.longBefore.lots),
    long_entry_value_minor: big(row => row.longBefore.entryValueMinor),
    long_margin_minor: big(row => row.longBefore.marginMinor),
    short_lots: big(row => row.shortBefore.lots),
    short_entry_value_minor: big(row => row.shortBefore.entryValueMinor),
    short_margin_minor: big(row => row.shortBefore.marginMinor),
    long_realised_minor: big(row => row.longRealisedMinor),
    short_realised_minor: big(row => row.shortRealisedMinor),
    ...markFields(row => row.mark),
    at_ms: big(row => row.atMs),
  });
}
