import type { PerpetualConfig, PerpetualStatus } from './terms.ts';
import type { PerpetualOrderType, PositionSide } from './position-view.ts';

/** Lists a contract, or changes one; ticks and lots of a listed contract never change. */
interface ConfigurePerpetual {
  readonly type: 'configurePerpetual';
  readonly perpetual: PerpetualConfig;
}

/**
 * `cancelOnly` takes orders off and lets positions shrink, and liquidations, triggers and funding go on; `halted` does
 * nothing but funding until it is opened again.
 */
interface SetPerpetualStatus {
  readonly type: 'setPerpetualStatus';
  readonly marketId: number;
  readonly status: PerpetualStatus;
}

/**
 * A leveraged order: it opens an isolated position of its own. A market order trades what it finds within the price band
 * and `worstPriceTicks`, the rest ends; a limit order waits with what it does not find. Order and position carry one
 * id. Both stops may be null; they are measured from the limit price, for market orders from the mark.
 */
export interface PlacePerpetualOrder {
  readonly type: 'placePerpetualOrder';
  readonly customerId: number;
  readonly marketId: number;
  readonly side: PositionSide;
  readonly orderType: PerpetualOrderType;
  readonly lots: number;
  readonly multiple: number;
  /** Of a limit order; null for a market order. */
  readonly priceTicks: number | null;
  /** Of a market order: no fill is worse than this. Null: the price band alone. */
  readonly worstPriceTicks: number | null;
  /** Limit orders only: refused instead of taking. */
  readonly postOnly: boolean;
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
  readonly clientOrderId: string | null;
}

/** Takes what still waits off the book: to open (`orderId` = the position's id), or a limit close (its own id). */
interface CancelPerpetualOrder {
  readonly type: 'cancelPerpetualOrder';
  readonly customerId: number;
  readonly orderId: number;
}

/** Everything that waits to open or close, of one contract or of all. Cancelling nothing is not an error. */
interface CancelAllPerpetualOrders {
  readonly type: 'cancelAllPerpetualOrders';
  readonly customerId: number;
  readonly marketId: number | null;
}

/**
 * Closes lots of a position, null = all, with what waits to open it taken off first. At market (`priceTicks` null), or
 * with a limit order that waits and only ever reduces: a position has at most one, a new one replaces it.
 */
interface ClosePosition {
  readonly type: 'closePosition';
  readonly customerId: number;
  readonly positionId: number;
  readonly lots: number | null;
  readonly priceTicks: number | null;
  /** At market only. */
  readonly worstPriceTicks: number | null;
}

/** Closes what the customer holds at market, oldest first, and takes off what waits. What the book cannot take stays. */
interface CloseAllPositions {
  readonly type: 'closeAllPositions';
  readonly customerId: number;
  readonly marketId: number | null;
}

/** Closes a position at market and opens as many lots the other way, all of it or nothing. */
interface ReversePosition {
  readonly type: 'reversePosition';
  readonly customerId: number;
  readonly positionId: number;
  readonly worstPriceTicks: number | null;
}

/** Closes lots of one's own long and short positions against each other at the mark price, without book and fee. */
interface OffsetPositions {
  readonly type: 'offsetPositions';
  readonly customerId: number;
  readonly longPositionId: number;
  readonly shortPositionId: number;
  /** Null: as many as the smaller one has. */
  readonly lots: number | null;
}

/** Both stops as they shall be, null = none. */
interface SetStops {
  readonly type: 'setStops';
  readonly customerId: number;
  readonly positionId: number;
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
}

/** From the contract account into an open position's margin; up to its entry value, beyond which it has no use. */
interface AddMargin {
  readonly type: 'addMargin';
  readonly customerId: number;
  readonly positionId: number;
  readonly amountMinor: bigint;
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
  | AddMargin;

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
] as const;
