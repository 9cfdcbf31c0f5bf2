/** Snapshots hold positions in these lists, so they may only grow at the end. */
export const SIDES = ['buy', 'sell'] as const;
export const ORDER_TYPES = ['limit', 'market', 'stopLimit', 'stopMarket', 'trailingStop'] as const;
export const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'GTD'] as const;
export const TRIGGER_DIRECTIONS = ['rises', 'falls'] as const;
/** Who gives way when an order would trade with another of the same customer: see `OrderInstructions.selfTrade`. */
export const SELF_TRADE_MODES = ['expireTaker', 'expireMaker', 'expireBoth', 'decrement'] as const;
export const TRAIL_KINDS = ['ticks', 'ppm'] as const;
export type Side = (typeof SIDES)[number];
export type OrderType = (typeof ORDER_TYPES)[number];
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];
export type TriggerDirection = (typeof TRIGGER_DIRECTIONS)[number];
export type SelfTradeMode = (typeof SELF_TRADE_MODES)[number];

/** What an order may ask for beyond the usual. Whatever is absent has its default. */
export interface OrderInstructions {
  /**
   * Stops: whether the trigger waits for a rise (at or above it) or a fall (at or below it). If the price is there
   * already, the order is refused. Absent: whichever way the trigger lies when the order arrives.
   */
  readonly triggerDirection?: TriggerDirection;
  /**
   * When the order takes and would meet another of the same customer: it ends (`expireTaker`, the default), the other
   * ends and it goes on (`expireMaker`), both end, or both lose the lots that would have traded (`decrement`).
   */
  readonly selfTrade?: SelfTradeMode;
  /** A FOK order that cannot be filled, and a market order that finds nobody: refused (the default), or ended at once. */
  readonly ifUnfillable?: 'expire';
  /** GTD: when the order ends, milliseconds since 1970. */
  readonly expiresAtMs?: number;
  /** Whether the customer's cancel timer takes it off even if the timer is set for guarded orders alone. */
  readonly guarded?: true;
  /** Stops: the price that their trigger, and a trailing one's distance, is measured by. Absent: the last trade's. */
  readonly triggerSource?: 'index';
  /** Trailing stops, and only these. */
  readonly trail?: OrderTrail;
}

/**
 * How far behind the highest price since it began to follow a sale fires, or above the lowest a purchase: in ticks, or in
 * millionths of that price.
 */
export interface OrderTrail {
  readonly by: (typeof TRAIL_KINDS)[number];
  readonly distance: number;
}

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
  | 'triggerRefused'
  /** The time of a GTD order was over. */
  | 'expired'
  /** The customer's cancel timer ran out. */
  | 'cancelTimer';

/** Whether what is not filled at once waits in the book. */
export function rests(timeInForce: TimeInForce): boolean {
  return timeInForce === 'GTC' || timeInForce === 'GTD';
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
  /** Still frozen for this order (quote for buys, base for sells). */
  readonly frozenMinor: bigint;
  readonly placedAtMs: number;
  readonly updatedAtMs: number;
  /** Stops: when the trigger fired; null before, and for stops triggered before this was kept. */
  readonly triggeredAtMs: number | null;
  /** Lots taken off instead of trading with another order of the same customer. */
  readonly preventedLots: number;
  readonly instructions: OrderInstructions | null;
}
