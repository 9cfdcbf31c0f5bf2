import type { ContractPart } from '../contract-part.ts';
import { REPLACE_MODES, type Quote, type ReplaceMode } from './quote.ts';
import type { OrderInstructions, OrderType, Side, TimeInForce } from './order.ts';

/**
 * A spot order as submitted.
 * - limit: price and quantity; GTC, GTD (with `instructions.expiresAtMs`), IOC or FOK; post-only only with GTC and GTD.
 * - market: a quantity, or for buys a budget in quote minor units (then quantityLots is null). Never rests.
 * - stopLimit / stopMarket: waits until the last trade price reaches the trigger from the side that
 *   `instructions.triggerDirection` names, then becomes the limit or market order. A stop-market buy takes a budget,
 *   because only a budget can be frozen in full.
 * - trailingStop: a stop-market order whose trigger follows the price at `instructions.trail`: down from the highest for a
 *   sale, up from the lowest for a purchase. `triggerTicks` is its activation price, or null to follow at once.
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
  /** The customer's own name for it: 1 to 36 of `[.A-Z:/a-z0-9_-]`, unique among the orders they have waiting. */
  readonly clientOrderId: string | null;
  readonly instructions?: OrderInstructions;
}

/**
 * Two linked orders over one frozen amount: a post-only limit order on the better side of the price, and a stop on the other.
 * The first that begins to trade, or is taken off, ends the other; the stop takes over the money before it trades. Their
 * ids are consecutive, the limit order's first.
 */
export interface PlaceOrderList {
  readonly type: 'placeOrderList';
  readonly customerId: number;
  readonly marketId: number;
  readonly side: Side;
  /** Of the limit order, and of the stop unless it has a budget. */
  readonly quantityLots: number;
  readonly priceTicks: number;
  /** Of the stop, below the limit order's price for sales and above it for purchases. */
  readonly triggerTicks: number;
  /** The stop's limit; null: it becomes a market order. */
  readonly stopPriceTicks: number | null;
  /** What a stop that buys at the market may spend. */
  readonly budgetMinor: bigint | null;
  readonly clientOrderId: string | null;
  readonly stopClientOrderId: string | null;
  /** Of both orders; only `selfTrade`, `guarded`, `expiresAtMs` (both are GTD then) and `triggerSource`. */
  readonly instructions?: OrderInstructions;
}

/**
 * Changes a waiting order, which keeps its id; null leaves a figure as it is. Less quantity at the same price keeps the
 * place in the queue. Another price or more quantity loses it: the order is then checked and matched like a new one.
 */
export interface AmendOrder {
  readonly type: 'amendOrder';
  readonly customerId: number;
  readonly orderId: number;
  readonly priceTicks: number | null;
  /** The whole quantity, what is filled included. */
  readonly quantityLots: number | null;
  /** Stops that buy for a budget. */
  readonly budgetMinor: bigint | null;
  /** Stops. */
  readonly triggerTicks: number | null;
}

/**
 * Cancels an order and places another, in this order. `stopOnFailure`: if the order cannot be cancelled, nothing is
 * placed. `allowFailure`: it is placed anyway. What was refused of an accepted command is an event.
 */
export interface ReplaceOrder extends Omit<PlaceOrder, 'type'> {
  readonly type: 'replaceOrder';
  readonly cancelOrderId: number;
  readonly mode: ReplaceMode;
}

export { REPLACE_MODES, type Quote, type ReplaceMode };

/** A part of a batch: as the command of that name, with money as decimal text of minor units. */
export type BatchPart =
  | ({ readonly do: 'place' } & Omit<PlaceOrder, 'type' | 'customerId' | 'budgetMinor'> & BatchBudget)
  | ({ readonly do: 'amend' } & Omit<AmendOrder, 'type' | 'customerId' | 'budgetMinor'> & BatchBudget)
  | { readonly do: 'cancel'; readonly orderId: number }
  | ContractPart;

interface BatchBudget {
  readonly budgetMinor: string | null;
}

/** Parts of one batch. */
export const MAX_BATCH = 20;

/**
 * Does the parts one after the other, each as if it were sent alone. What is refused of it becomes an event with the part's
 * place in the list, and does not hold up the others.
 */
export interface OrderBatch {
  readonly type: 'orderBatch';
  readonly customerId: number;
  readonly parts: readonly BatchPart[];
}

/**
 * Dead man's switch: cancels the customer's waiting orders of the market, or of its contract, once `afterMs` have passed without another
 * command of this kind; null switches it off. `guarded`: only orders placed with that instruction.
 */
export interface SetCancelTimer {
  readonly type: 'setCancelTimer';
  readonly customerId: number;
  readonly marketId: number;
  readonly afterMs: number | null;
  readonly scope: CancelScope;
  /** Absent: orders of spot. */
  readonly line?: 'perpetual';
}

export const CANCEL_SCOPES = ['all', 'guarded'] as const;
export type CancelScope = (typeof CANCEL_SCOPES)[number];
export const MIN_CANCEL_TIMER_MS = 1_000;
export const MAX_CANCEL_TIMER_MS = 86_400_000;

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
  | PlaceOrderList
  | AmendOrder
  | ReplaceOrder
  | OrderBatch
  | SetCancelTimer
  | { readonly type: 'cancelOrder'; readonly customerId: number; readonly orderId: number }
  /** Cancels the customer's waiting orders: of one market, or of all. */
  | { readonly type: 'cancelAllOrders'; readonly customerId: number; readonly marketId: number | null }
  | ReplaceOrders;

export const SPOT_COMMANDS = [
  'placeOrder',
  'placeOrderList',
  'amendOrder',
  'replaceOrder',
  'orderBatch',
  'cancelOrder',
  'cancelAllOrders',
  'replaceOrders',
  'setCancelTimer',
] as const;
