import type { AskedOfOrder } from './instructions.ts';

export type PositionSide = 'long' | 'short';
export type PerpetualOrderType = 'limit' | 'market';
export type StopKind = 'takeProfit' | 'stopLoss';

/**
 * `pending`: nothing opened yet, the order waits. `holding`: lots are open; part of the order may still wait. `closed`:
 * everything opened is closed. `cancelled`: the order ended before it opened anything. The last two are final.
 */
export type PositionStatus = 'pending' | 'holding' | 'closed' | 'cancelled';

/** What closed the last lots; `merged`: the customer's position mode made them part of another position. */
export type CloseReason = 'customer' | StopKind | 'liquidation' | 'autoDeleverage' | 'offset' | 'merged';

/** Why the opening order no longer waits. */
export type OpeningEndReason =
  | 'filled'
  | 'cancelledByCustomer'
  /** The rest of a market order found nothing within its bounds. */
  | 'immediateRemainder'
  /** It would have met an order of the same customer: the taker expires; if that is a forced order, the maker does. */
  | 'selfTrade'
  /** Its position was closed for any reason: a closed position does not open again. */
  | 'positionClosed'
  /** Mark or index has moved so far from its price that what it opened would be liquidated at once. */
  | 'wouldBeLiquidated'
  /** A cool-down or a loss limit of the customer took effect. */
  | 'ownLimit'
  /** The time of a GTD order was over. */
  | 'expired'
  /** The customer's cancel timer ran out. */
  | 'cancelTimer';

/** A limit order that waits to close. Never has more lots than the position. */
export interface WaitingClose {
  readonly orderId: number;
  readonly priceTicks: number;
  readonly lots: number;
  readonly placedAtMs: number;
}

/**
 * A leveraged order and its position, complete: the projection row is exactly this. Average prices are values ÷ lots ÷
 * `quoteMinorPerTickLot`, in ticks; the values themselves are exact.
 */
export interface PositionView {
  /** Also the id of the opening order. */
  readonly positionId: number;
  readonly customerId: number;
  readonly marketId: number;
  readonly side: PositionSide;
  readonly orderType: PerpetualOrderType;
  /** Changes only by the customer's own command. */
  readonly multiple: number;
  /** Of its tier when it was ordered. */
  readonly maintenancePpm: number;
  /** As ordered. */
  readonly lots: number;
  readonly priceTicks: number | null;
  readonly clientOrderId: string | null;
  readonly status: PositionStatus;
  /** Lots waiting in the book to open. */
  readonly waitingLots: number;
  /** Frozen for those lots: margin and fee. */
  readonly waitingMinor: bigint;
  readonly openingEndReason: OpeningEndReason | null;
  /** Opened and closed so far, with their values; open now = opened − closed. */
  readonly openedLots: number;
  readonly openedValueMinor: bigint;
  readonly closedLots: number;
  readonly closedValueMinor: bigint;
  /** The value for which the open lots were opened, exact. */
  readonly entryValueMinor: bigint;
  /** The isolated margin, frozen: changed by fills, added margin, funding and closes. */
  readonly marginMinor: bigint;
  /** Margin added so far by the customer, by lower leverage and by top-ups. */
  readonly addedMarginMinor: bigint;
  /** Profit of closed lots, before fees and funding. */
  readonly realisedMinor: bigint;
  /** Fees paid for all fills so far. */
  readonly feeMinor: bigint;
  /** Fee to the insurance fund, when liquidated. */
  readonly liquidationFeeMinor: bigint;
  /** Received (positive) and paid (negative) so far. */
  readonly fundingMinor: bigint;
  /** Paid by the insurance fund so far, for losses of liquidated lots beyond the margin. */
  readonly insurancePaidMinor: bigint;
  /** Liquidated when the mark is at or beyond it; null while nothing is open or when no price liquidates. */
  readonly liquidationE8: number | null;
  /** Price at which the margin is used up, truncated in the position's favour; null as above. */
  readonly bankruptcyE8: number | null;
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
  /** The stop that was reached and is still closing: the book could not take everything at once. */
  readonly triggered: StopKind | null;
  readonly closing: WaitingClose | null;
  readonly closeReason: CloseReason | null;
  readonly placedAtMs: number;
  readonly openedAtMs: number | null;
  readonly closedAtMs: number | null;
  readonly updatedAtMs: number;
  /** Absent while all of it is 0. */
  readonly adjusted?: PositionAdjustments;
  /** Of its order; absent if that asked for nothing unusual. */
  readonly asked?: AskedOfOrder;
}

/** What beside fills, funding and added margin concerns a position's margin. */
export interface PositionAdjustments {
  /** Margin taken out so far by the customer and by higher leverage. */
  readonly removedMarginMinor: bigint;
  /** How much top-ups may add in all, and have added so far. The limit may be lowered below that. */
  readonly topUpLimitMinor: bigint;
  readonly topUpUsedMinor: bigint;
}
