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

/** A limit order without what all quotes have in common. */
export type Quote = readonly [priceTicks: number, lots: number];

/** Orders that one command may take off and place in all. */
export const MAX_REPLACED = 400;

/**
 * Takes off orders of one market and places GTC limit orders there, as a market maker does: each as if it were sent alone, in the
 * order of the fields. Those that would be refused are left out; only if all are, the command is, for the first's reason.
 */
interface ReplaceOrders {
  readonly type: 'replaceOrders';
  readonly customerId: number;
  readonly marketId: number;
  /** Order ids. */
  readonly cancel: readonly number[];
  readonly bids: readonly Quote[];
  readonly asks: readonly Quote[];
}

export type SpotCommand =
  | PlaceOrder
  | { readonly type: 'cancelOrder'; readonly customerId: number; readonly orderId: number }
  /** Cancels the customer's waiting orders: of one market, or of all. */
  | { readonly type: 'cancelAllOrders'; readonly customerId: number; readonly marketId: number | null }
  | ReplaceOrders;

export const SPOT_COMMANDS = ['placeOrder', 'cancelOrder', 'cancelAllOrders', 'replaceOrders'] as const;
