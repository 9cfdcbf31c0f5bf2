import type { Quote, ReplaceMode } from '../spot/quote.ts';
import type { OrderTrail } from '../spot/order.ts';
import type { ConditionalEffect, ConditionalKind, TriggerSource } from './conditional-view.ts';
import type { PerpetualConfig, PerpetualStatus } from './terms.ts';
import type { ContractInstructions } from './instructions.ts';
import type { MarginType } from './contract-choice.ts';
import type { PositionMode } from './order-view.ts';
import type { PerpetualOrderType, PositionSide } from './position-view.ts';

/** Lists a contract, or changes one; tick and lot size of a listed contract never change. */
interface ConfigurePerpetual {
  readonly type: 'configurePerpetual';
  readonly perpetual: PerpetualConfig;
}

/**
 * In `cancelOnly`, orders can be cancelled and positions reduced, and liquidations, triggers and funding go on. In
 * `halted`, only funding goes on until the contract is opened again.
 */
interface SetPerpetualStatus {
  readonly type: 'setPerpetualStatus';
  readonly marketId: number;
  readonly status: PerpetualStatus;
}

/**
 * A leveraged order, which opens an isolated position of its own. A market order trades what it finds within the price
 * band and `worstPriceTicks`, and the rest ends; the rest of a limit order waits. Order and position share one id.
 * Either stop may be null; stops are measured from the limit price, for market orders from the mark.
 *
 * In hedge and net mode the order has an id of its own, and its fills change the merged positions. `long` buys and `short`
 * sells. With `reduceOnly` it closes lots of the opposite position and never opens. In net mode every order closes those
 * first, and only the rest opens; what forbids opening does not forbid that. The order's stops become the
 * merged position's with the first lots it opens.
 */
export interface PlacePerpetualOrder {
  readonly type: 'placePerpetualOrder';
  readonly customerId: number;
  readonly marketId: number;
  readonly side: PositionSide;
  readonly orderType: PerpetualOrderType;
  readonly lots: number;
  /** A whole number up to the contract's and the tier's largest; null: as chosen by `setLeverage`. */
  readonly multiple: number | null;
  /** Limit price; null for a market order. */
  readonly priceTicks: number | null;
  /** Market orders: no fill is worse than this. Null: only the price band applies. */
  readonly worstPriceTicks: number | null;
  /** Limit orders only: refused instead of taking. */
  readonly postOnly: boolean;
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
  /**
   * The customer's own name for it. With instructions: 1 to 36 of `[.A-Z:/a-z0-9_-]`, unique among the orders of contracts
   * they have waiting. Without: anything up to 64 characters, as orders of before.
   */
  readonly clientOrderId: string | null;
  /** Only in hedge and net mode, and without stops. Absent: false. */
  readonly reduceOnly?: boolean;
  /** The mode it is meant for: refused in another. Null or absent: whichever the customer has. */
  readonly mode?: PositionMode | null;
  /** Also if it is empty, its name must be unique. */
  readonly instructions?: ContractInstructions;
}

/**
 * Sets what the customer's orders of a contract do from now on. Refused while orders wait there, or for `net` with a long
 * and a short position. From `each`, positions of one side become one: nothing is gained or lost. Back to `each`, it
 * stays one.
 */
interface SetPositionMode {
  readonly type: 'setPositionMode';
  readonly customerId: number;
  readonly marketId: number;
  readonly mode: PositionMode;
}

/**
 * Changes a waiting limit order, which keeps its id; null leaves a figure as it is. Fewer lots at the same price keep the
 * place in the queue. Another price or more lots lose it: the order is then checked and matched like a new one, on today's
 * terms. In mode `each` only while nothing of it is open.
 */
export interface AmendPerpetualOrder {
  readonly type: 'amendPerpetualOrder';
  readonly customerId: number;
  readonly orderId: number;
  readonly priceTicks: number | null;
  /** The whole order, what is filled included. */
  readonly lots: number | null;
  /** If it loses its place: refused instead of taking. Said again, because a waiting order does not keep it. */
  readonly postOnly: boolean;
}

/** Cancels an order of a contract and places another there, as `replaceOrder` does. */
export interface ReplacePerpetualOrder extends Omit<PlacePerpetualOrder, 'type'> {
  readonly type: 'replacePerpetualOrder';
  readonly cancelOrderId: number;
  readonly replaceMode: ReplaceMode;
}

/**
 * Sets what carries the customer's positions of a contract. Refused while something of theirs is open or waits there, so it
 * moves no money.
 */
interface SetMarginType {
  readonly type: 'setMarginType';
  readonly customerId: number;
  readonly marketId: number;
  readonly marginType: MarginType;
}

/** Cancels what still waits: an opening order (`orderId` = the position's id) or a limit close (its own id). */
interface CancelPerpetualOrder {
  readonly type: 'cancelPerpetualOrder';
  readonly customerId: number;
  readonly orderId: number;
}

/**
 * Takes off orders of one contract and places limit orders there, as a market maker does: each as if it were sent alone, in
 * the order of the fields. Those that would be refused are left out; only if all are, the command is, for the first's reason.
 */
interface ReplacePerpetualOrders {
  readonly type: 'replacePerpetualOrders';
  readonly customerId: number;
  readonly marketId: number;
  /** One of the contract's list; null: as chosen by `setLeverage`. */
  readonly multiple: number | null;
  readonly postOnly: boolean;
  /** Order ids. */
  readonly cancel: readonly number[];
  readonly longs: readonly Quote[];
  readonly shorts: readonly Quote[];
}

/** Cancels all waiting orders of one contract or of all. Cancelling nothing is not an error. */
interface CancelAllPerpetualOrders {
  readonly type: 'cancelAllPerpetualOrders';
  readonly customerId: number;
  readonly marketId: number | null;
}

/**
 * Closes lots of a position, null = all, after cancelling what waits to open it. Either at market (`priceTicks` null),
 * or by a limit order that waits and only reduces: a position has at most one, and a new one replaces it.
 */
interface ClosePosition {
  readonly type: 'closePosition';
  readonly customerId: number;
  readonly positionId: number;
  readonly lots: number | null;
  readonly priceTicks: number | null;
  /** Market closes only. */
  readonly worstPriceTicks: number | null;
}

/** Cancels waiting orders and closes positions at market, oldest first. What the book cannot take stays. */
interface CloseAllPositions {
  readonly type: 'closeAllPositions';
  readonly customerId: number;
  readonly marketId: number | null;
}

/** Closes a position at market and opens as many lots on the other side, all of it or nothing. */
interface ReversePosition {
  readonly type: 'reversePosition';
  readonly customerId: number;
  readonly positionId: number;
  readonly worstPriceTicks: number | null;
}

/** Closes lots of a customer's long and short positions against each other at the mark price, without book and fee. */
interface OffsetPositions {
  readonly type: 'offsetPositions';
  readonly customerId: number;
  readonly longPositionId: number;
  readonly shortPositionId: number;
  /** Null: all lots of the smaller position. */
  readonly lots: number | null;
}

/** Sets both stops; null = none. */
interface SetStops {
  readonly type: 'setStops';
  readonly customerId: number;
  readonly positionId: number;
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
}

/** Moves money from the contract account into an open position's margin, up to its entry value: more has no effect. */
interface AddMargin {
  readonly type: 'addMargin';
  readonly customerId: number;
  readonly positionId: number;
  readonly amountMinor: bigint;
}

/** Moves margin out of an open position, down to the initial requirement at its leverage. */
interface RemoveMargin {
  readonly type: 'removeMargin';
  readonly customerId: number;
  readonly positionId: number;
  readonly amountMinor: bigint;
}

/** The leverage of orders in a contract that name none. */
interface SetLeverage {
  readonly type: 'setLeverage';
  readonly customerId: number;
  readonly marketId: number;
  readonly multiple: number;
}

/** Changes the leverage of an open position: a higher one gives margin back, a lower one takes more. */
interface ChangeLeverage {
  readonly type: 'changeLeverage';
  readonly customerId: number;
  readonly positionId: number;
  readonly multiple: number;
}

/** How much margin may be added in all to a position that would be liquidated, by itself; 0 = none. */
interface SetTopUp {
  readonly type: 'setTopUp';
  readonly customerId: number;
  readonly positionId: number;
  readonly limitMinor: bigint;
}

/** The same for positions that are ordered from now on in a contract. */
interface SetTopUpDefault {
  readonly type: 'setTopUpDefault';
  readonly customerId: number;
  readonly marketId: number;
  readonly limitMinor: bigint;
}

/**
 * An order that waits outside the book until a price has reached its trigger, and is placed then. It freezes nothing
 * before, and is judged like any order of that moment. Refused if the trigger is reached already.
 */
export interface PlaceConditionalOrder {
  readonly type: 'placeConditionalOrder';
  readonly customerId: number;
  readonly marketId: number;
  /** What its order does in the book: `long` buys. */
  readonly side: PositionSide;
  readonly effect: ConditionalEffect;
  /** In mode `each`, the position it reduces; else null. */
  readonly positionId: number | null;
  /** With the side, it says which way the price has to go. */
  readonly kind: ConditionalKind;
  readonly orderType: PerpetualOrderType;
  /** Null: all that is held when it fires; only if it reduces. It then ends with that position. */
  readonly lots: number | null;
  /** Null: as chosen for the contract by then. Null if it reduces. */
  readonly multiple: number | null;
  /** Limit price; null for a market order. */
  readonly priceTicks: number | null;
  readonly triggerSource: TriggerSource;
  /** The price to be reached. Trailing: from which price on it follows; null: from now on. */
  readonly triggerTicks: number | null;
  /** Stops only: it follows the price at this distance. */
  readonly trail: OrderTrail | null;
  /** 1 to 36 characters, unique among the customer's conditional orders that wait. */
  readonly clientOrderId: string | null;
  /** When it ends, milliseconds since 1970; null: never. */
  readonly expiresAtMs: number | null;
}

interface CancelConditionalOrder {
  readonly type: 'cancelConditionalOrder';
  readonly customerId: number;
  readonly conditionalOrderId: number;
}

/** Of one contract or of all. Orders in the book stay: they have a command of their own. */
interface CancelAllConditionalOrders {
  readonly type: 'cancelAllConditionalOrders';
  readonly customerId: number;
  readonly marketId: number | null;
}

export type PerpetualCommand =
  | ConfigurePerpetual
  | SetPerpetualStatus
  | PlacePerpetualOrder
  | CancelPerpetualOrder
  | CancelAllPerpetualOrders
  | ClosePosition
  | CloseAllPositions
  | ReversePosition
  | OffsetPositions
  | SetStops
  | AddMargin
  | ReplacePerpetualOrders
  | RemoveMargin
  | SetLeverage
  | ChangeLeverage
  | SetTopUp
  | SetTopUpDefault
  | SetPositionMode
  | AmendPerpetualOrder
  | ReplacePerpetualOrder
  | PlaceConditionalOrder
  | CancelConditionalOrder
  | CancelAllConditionalOrders
  | SetMarginType;

export const PERPETUAL_COMMANDS = [
  'configurePerpetual',
  'setPerpetualStatus',
  'placePerpetualOrder',
  'cancelPerpetualOrder',
  'cancelAllPerpetualOrders',
  'closePosition',
  'closeAllPositions',
  'reversePosition',
  'offsetPositions',
  'setStops',
  'addMargin',
  'replacePerpetualOrders',
  'removeMargin',
  'setLeverage',
  'changeLeverage',
  'setTopUp',
  'setTopUpDefault',
  'setPositionMode',
  'amendPerpetualOrder',
  'replacePerpetualOrder',
  'placeConditionalOrder',
  'cancelConditionalOrder',
  'cancelAllConditionalOrders',
  'setMarginType',
] as const;
