export type Side = 'buy' | 'sell';
export type OrderType = 'limit' | 'market' | 'stopLimit' | 'stopMarket';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';

/** `waiting` rests in the book or waits for its trigger; the other two are final. */
export type OrderStatus = 'waiting' | 'completed' | 'cancelled';

/** Why an order ended or was cut short. */
export type OrderEndReason =
  | 'filled'
  | 'cancelledByCustomer'
  | 'cancelledByOperator'
  /** The rest of an IOC or market order found nothing to match within the band. */
  | 'immediateRemainder'
  /** The order would have met another of the same customer: the taker expires. */
  | 'selfTrade'
  /** The customer's own limits: a break began, or the loss they allow themselves in a day was reached. */
  | 'ownLimit'
  /** A triggered stop that could not be placed any more, e.g. FOK unfillable. */
  | 'triggerRefused';

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

/** An order as the customer sees it, complete: the projection row is exactly this. */
export interface OrderView {
  readonly orderId: number;
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
  /** Stops: whether the trigger has fired. Always true for other orders. */
  readonly triggered: boolean;
  readonly clientOrderId: string | null;
  readonly status: OrderStatus;
  readonly reason: OrderEndReason | null;
  readonly filledLots: number;
  /** Quote minor units paid (buy) or received before fee (sell); average price = this / filled. */
  readonly filledQuoteMinor: bigint;
  /** Fee so far, in the received currency (base for buys, quote for sells). */
  readonly feeMinor: bigint;
  /** What is still frozen for this order (quote for buys, base for sells). */
  readonly frozenMinor: bigint;
  readonly placedAtMs: number;
  readonly updatedAtMs: number;
}
