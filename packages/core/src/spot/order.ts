/** Snapshots hold positions in these lists, so they may only grow at the end. */
export const SIDES = ['buy', 'sell'] as const;
export const ORDER_TYPES = ['limit', 'market', 'stopLimit', 'stopMarket'] as const;
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK'] as const;
export type Side = (typeof SIDES)[number];
export type OrderType = (typeof ORDER_TYPES)[number];
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

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
  /** The customer's own limits: a cool-down began, or their daily loss limit was reached. */
  | 'ownLimit'
  /** A triggered stop that could no longer be placed, e.g. an unfillable FOK. */
  | 'triggerRefused';

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
  /** Still frozen for this order (quote for buys, base for sells). */
  readonly frozenMinor: bigint;
  readonly placedAtMs: number;
  readonly updatedAtMs: number;
}
