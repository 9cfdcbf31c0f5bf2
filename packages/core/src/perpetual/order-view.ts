import type { Side } from '../spot/order.ts';
import type { AskedOfOrder } from './instructions.ts';
import type { OpeningEndReason, PerpetualOrderType, PositionSide } from './position-view.ts';

/**
 * What a customer's orders of one contract do. `each`: every order opens an isolated position of its own. `hedge`: all
 * that is long is one position, all that is short another. `net`: there is one position, and an order first closes what
 * is opposite to it.
 */
export type PositionMode = 'each' | 'hedge' | 'net';

/** Why an order in hedge or net mode no longer waits. */
export type PerpetualOrderEnd =
  | OpeningEndReason
  /** It has closed what it could; what was left would have opened, and may not. */
  | 'openingRefused'
  /** It only reduces, and nothing is held any more that others do not already reduce. */
  | 'nothingToReduce';

/** `open`: some of it waits. `filled`: all was. `ended`: the rest ended, for `endReason`. The last two are final. */
export type PerpetualOrderStatus = 'open' | 'filled' | 'ended';

/** An order in hedge or net mode, complete: the projection row is exactly this. */
export interface PerpetualOrderView {
  /** Orders and positions are numbered together. */
  readonly orderId: number;
  readonly customerId: number;
  readonly marketId: number;
  readonly side: Side;
  /** The position it is for in hedge mode; null in net mode. */
  readonly positionSide: PositionSide | null;
  readonly reduceOnly: boolean;
  readonly orderType: PerpetualOrderType;
  readonly multiple: number;
  /** As ordered. */
  readonly lots: number;
  readonly priceTicks: number | null;
  readonly clientOrderId: string | null;
  readonly status: PerpetualOrderStatus;
  readonly waitingLots: number;
  /** Frozen for those lots: margin and fee. 0 if they only reduce. */
  readonly waitingMinor: bigint;
  readonly filledLots: number;
  readonly filledValueMinor: bigint;
  readonly feeMinor: bigint;
  /** Profit of what it has closed, before fees. */
  readonly realisedMinor: bigint;
  /** Null while it waits. */
  readonly endReason: PerpetualOrderEnd | null;
  readonly placedAtMs: number;
  readonly updatedAtMs: number;
  /** Absent if it asked for nothing unusual. */
  readonly asked?: AskedOfOrder;
}
