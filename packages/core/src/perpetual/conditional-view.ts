import type { OrderTrail, Side } from '../spot/order.ts';
import type { PerpetualOrderType } from './position-view.ts';

/** Snapshots hold positions in these lists, so they may only grow at the end. */
export const CONDITIONAL_KINDS = ['stop', 'takeProfit'] as const;
export const CONDITIONAL_EFFECTS = ['open', 'reduce'] as const;
export const TRIGGER_SOURCES = ['mark', 'index', 'last'] as const;

/** A stop buys when the price has risen to its trigger and sells when it has fallen there; a take-profit the other way. */
export type ConditionalKind = (typeof CONDITIONAL_KINDS)[number];
/** `open`: an order as the customer's position mode takes it. `reduce`: it only closes. */
export type ConditionalEffect = (typeof CONDITIONAL_EFFECTS)[number];
/** The price that a trigger, and a trailing one's distance, is measured by. */
export type TriggerSource = (typeof TRIGGER_SOURCES)[number];

/** `waiting` for its price. `fired`: its order was accepted. `ended` without one, for `endReason`. The last two are final. */
export type ConditionalStatus = 'waiting' | 'fired' | 'ended';

export type ConditionalEnd =
  | 'cancelledByCustomer'
  /** The position it would have reduced is gone. */
  | 'positionClosed'
  /** Its time was over. */
  | 'expired'
  /** It fired, and its order was refused: `refusal` says why. */
  | 'refused';

/** A conditional order of a contract, complete: the projection row is exactly this. */
export interface ConditionalOrderView {
  /** Counts the conditional orders of all contracts from 1. */
  readonly conditionalOrderId: number;
  readonly customerId: number;
  readonly marketId: number;
  /** What its order will do in the book. */
  readonly side: Side;
  readonly effect: ConditionalEffect;
  /** The position it reduces, in mode `each`; else null. */
  readonly positionId: number | null;
  readonly kind: ConditionalKind;
  readonly orderType: PerpetualOrderType;
  /** Null: all that is held when it fires. */
  readonly lots: number | null;
  /** Null: as chosen for the contract by then; and if it only reduces. */
  readonly multiple: number | null;
  /** Limit price of its order; null: a market order. */
  readonly priceTicks: number | null;
  readonly triggerSource: TriggerSource;
  /** Trailing: from which price on it follows; null: from the beginning. */
  readonly triggerTicks: number | null;
  readonly trail: OrderTrail | null;
  readonly clientOrderId: string | null;
  readonly expiresAtMs: number | null;
  readonly status: ConditionalStatus;
  readonly endReason: ConditionalEnd | null;
  /** The code with which its order was refused. */
  readonly refusal: string | null;
  /** When it fired, and the price it saw, in 1e-8; null: it has not. */
  readonly firedAtMs: number | null;
  readonly firedPriceE8: number | null;
  /** Its order; for one that closed a position of mode `each` at once, the position. Null: there is none. */
  readonly orderId: number | null;
  readonly placedAtMs: number;
  readonly updatedAtMs: number;
}
