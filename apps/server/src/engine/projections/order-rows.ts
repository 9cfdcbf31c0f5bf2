import type { OrderView } from '@tallystick/core';

/** A row of `orders` as `select *` gives it. */
export interface OrderRow {
  readonly customer_id: number;
  readonly order_id: string;
  readonly market_id: number;
  readonly side: OrderView['side'];
  readonly order_type: OrderView['orderType'];
  readonly time_in_force: OrderView['timeInForce'];
  readonly post_only: boolean;
  readonly price_ticks: number | null;
  readonly quantity_lots: string | null;
  readonly budget_minor: string | null;
  readonly trigger_ticks: number | null;
  readonly triggered: boolean;
  readonly client_order_id: string | null;
  readonly status: OrderView['status'];
  readonly reason: OrderView['reason'];
  readonly filled_lots: string;
  readonly filled_quote_minor: string;
  readonly fee_minor: string;
  readonly frozen_minor: string;
  readonly placed_at_ms: string;
  readonly updated_at_ms: string;
}

/** The order as the core reported it last. */
export function orderOf(row: OrderRow): OrderView {
  return {
    orderId: Number(row.order_id),
    customerId: row.customer_id,
    marketId: row.market_id,
    side: row.side,
    orderType: row.order_type,
    timeInForce: row.time_in_force,
    postOnly: row.post_only,
    priceTicks: row.price_ticks,
    quantityLots: row.quantity_lots === null ? null : Number(row.quantity_lots),
    budgetMinor: row.budget_minor === null ? null : BigInt(row.budget_minor),
    triggerTicks: row.trigger_ticks,
    triggered: row.triggered,
    clientOrderId: row.client_order_id,
    status: row.status,
    reason: row.reason,
    filledLots: Number(row.filled_lots),
    filledQuoteMinor: BigInt(row.filled_quote_minor),
    feeMinor: BigInt(row.fee_minor),
    frozenMinor: BigInt(row.frozen_minor),
    placedAtMs: Number(row.placed_at_ms),
    updatedAtMs: Number(row.updated_at_ms),
  };
}
