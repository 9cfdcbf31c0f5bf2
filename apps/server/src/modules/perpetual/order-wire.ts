import type { PerpetualOrderView } from '@tallystick/core';
import type { WirePerpetualOrder } from '@tallystick/protocol';
import { toWire } from '../../http/words.ts';
import type { PerpetualUnits } from './units.ts';

/** An order of hedge or net mode. */
export function wireOrder(order: PerpetualOrderView, units: PerpetualUnits): WirePerpetualOrder {
  return {
    order_id: order.orderId,
    client_order_id: order.clientOrderId,
    market_id: order.marketId,
    symbol: units.contract.symbol,
    side: order.side,
    position_side: order.positionSide,
    reduce_only: order.reduceOnly,
    type: order.orderType,
    price: units.priceOrNull(order.priceTicks),
    multiple: order.multiple,
    status: order.status,
    lots: order.lots,
    waiting_lots: order.waitingLots,
    filled_lots: order.filledLots,
    waiting_margin: units.amount(order.waitingMinor),
    filled_value: units.amount(order.filledValueMinor),
    average_price: units.averagePrice(order.filledValueMinor, order.filledLots),
    fee: units.amount(order.feeMinor),
    realised_profit: units.amount(order.realisedMinor),
    end_reason: toWire(order.endReason),
    placed_at_ms: order.placedAtMs,
    updated_at_ms: order.updatedAtMs,
  };
}
