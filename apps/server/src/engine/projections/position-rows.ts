import type { PositionView } from '@tallystick/core';

/** A row of `positions` as `select *` gives it. */
export interface PositionRow {
  readonly position_id: string;
  readonly customer_id: number;
  readonly market_id: number;
  readonly side: PositionView['side'];
  readonly order_type: PositionView['orderType'];
  readonly multiple: number;
  readonly maintenance_ppm: number;
  readonly lots: string;
  readonly price_ticks: number | null;
  readonly client_order_id: string | null;
  readonly status: PositionView['status'];
  readonly waiting_lots: string;
  readonly waiting_minor: string;
  readonly opening_end_reason: PositionView['openingEndReason'];
  readonly opened_lots: string;
  readonly opened_value_minor: string;
  readonly closed_lots: string;
  readonly closed_value_minor: string;
  readonly entry_value_minor: string;
  readonly margin_minor: string;
  readonly added_margin_minor: string;
  readonly realised_minor: string;
  readonly fee_minor: string;
  readonly liquidation_fee_minor: string;
  readonly funding_minor: string;
  readonly insurance_paid_minor: string;
  readonly liquidation_e8: string | null;
  readonly bankruptcy_e8: string | null;
  readonly take_profit_ticks: number | null;
  readonly stop_loss_ticks: number | null;
  readonly triggered: PositionView['triggered'];
  readonly closing_order_id: string | null;
  readonly closing_price_ticks: number | null;
  readonly closing_lots: string | null;
  readonly closing_placed_at_ms: string | null;
  readonly close_reason: PositionView['closeReason'];
  readonly placed_at_ms: string;
  readonly opened_at_ms: string | null;
  readonly closed_at_ms: string | null;
  readonly updated_at_ms: string;
}

/** The position as the core reported it last. */
export function positionOf(row: PositionRow): PositionView {
  return {
    positionId: Number(row.position_id),
    customerId: row.customer_id,
    marketId: row.market_id,
    side: row.side,
    orderType: row.order_type,
    multiple: row.multiple,
    maintenancePpm: row.maintenance_ppm,
    lots: Number(row.lots),
    priceTicks: row.price_ticks,
    clientOrderId: row.client_order_id,
    status: row.status,
    waitingLots: Number(row.waiting_lots),
    waitingMinor: BigInt(row.waiting_minor),
    openingEndReason: row.opening_end_reason,
    openedLots: Number(row.opened_lots),
    openedValueMinor: BigInt(row.opened_value_minor),
    closedLots: Number(row.closed_lots),
    closedValueMinor: BigInt(row.closed_value_minor),
    entryValueMinor: BigInt(row.entry_value_minor),
    marginMinor: BigInt(row.margin_minor),
    addedMarginMinor: BigInt(row.added_margin_minor),
    realisedMinor: BigInt(row.realised_minor),
    feeMinor: BigInt(row.fee_minor),
    liquidationFeeMinor: BigInt(row.liquidation_fee_minor),
    fundingMinor: BigInt(row.funding_minor),
    insurancePaidMinor: BigInt(row.insurance_paid_minor),
    liquidationE8: numberOrNull(row.liquidation_e8),
    bankruptcyE8: numberOrNull(row.bankruptcy_e8),
    takeProfitTicks: row.take_profit_ticks,
    stopLossTicks: row.stop_loss_ticks,
    triggered: row.triggered,
    closing: closingOf(row),
    closeReason: row.close_reason,
    placedAtMs: Number(row.placed_at_ms),
    openedAtMs: numberOrNull(row.opened_at_ms),
    closedAtMs: numberOrNull(row.closed_at_ms),
    updatedAtMs: Number(row.updated_at_ms),
  };
}

function closingOf(row: PositionRow): PositionView['closing'] {
  if (row.closing_order_id === null) return null;
  return {
    orderId: Number(row.closing_order_id),
    priceTicks: row.closing_price_ticks ?? 0,
    lots: Number(row.closing_lots),
    placedAtMs: Number(row.closing_placed_at_ms),
  };
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text);
}
