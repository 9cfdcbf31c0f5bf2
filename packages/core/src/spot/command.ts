import type { OrderType, Side, TimeInForce } from './order.ts';

/**
 * A spot order as submitted.
 * - limit: price and quantity; GTC, IOC or FOK; post-only only with GTC.
 * - market: a quantity, or for buys a budget in quote minor units (then quantityLots is null). Never rests.
 * - stopLimit / stopMarket: waits until the last trade price reaches the trigger (at or above it if the trigger
 *   is above the last price when placed, at or below it otherwise), then becomes the limit or market order.
 *   A stop-market buy takes a budget, because only a budget can be frozen in full.
 */
export interface PlaceOrder {
  readonly type: 'placeOrder';
  readonly customerId: number;
  readonly marketId: number;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly priceTicks: number | null;
  readonly quantityLots: number | null;
  readonly budgetMinor: bigint | null;
  readonly triggerTicks: number | null;
  readonly clientOrderId: string | null;
}

export type SpotCommand =
  | PlaceOrder
  | { readonly type: 'cancelOrder'; readonly customerId: number; readonly orderId: number }
  /** Cancels the customer's waiting orders: of one market, or of all. */
  | { readonly type: 'cancelAllOrders'; readonly customerId: number; readonly marketId: number | null };

export const SPOT_COMMANDS = ['placeOrder', 'cancelOrder', 'cancelAllOrders'] as const;
