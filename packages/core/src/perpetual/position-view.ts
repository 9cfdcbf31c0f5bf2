export type PositionSide = 'long' | 'short';
export type PerpetualOrderType = 'limit' | 'market';
export type StopKind = 'takeProfit' | 'stopLoss';

/**
 * `pending`: nothing opened yet, the order waits. `holding`: lots are open; part of the order may still wait. `closed`:
 * all that was opened is closed. `cancelled`: the order ended before it opened anything. The last two are final.
 */
export type PositionStatus = 'pending' | 'holding' | 'closed' | 'cancelled';

/** What closed the last lots. */
export type CloseReason = 'customer' | StopKind | 'liquidation' | 'autoDeleverage' | 'offset';

/** Why the opening order does not wait any more. */
export type OpeningEndReason =
  | 'filled'
  | 'cancelledByCustomer'
  /** The rest of a market order found nothing within its bounds. */
  | 'immediateRemainder'
  /** It would have met another order of the same customer: the taker expires; before a forced order, the maker. */
  | 'selfTrade'
  /** Its position was closed, by whatever: a closed position does not open again. */
  | 'positionClosed'
  /** Mark or index has left its price so far behind that what it opened would be liquidated at once. */
  | 'wouldBeLiquidated'
  /** A break or a loss limit that the customer set began to hold. */
  | 'ownLimit';

/** A limit order that waits to close. Never more lots than the position has. */
export interface WaitingClose {
  readonly orderId: number;
  readonly priceTicks: number;
  readonly lots: number;
  readonly placedAtMs: number;
}

/**
 * A lever order and its position, complete: the projection row is exactly this. Average prices are values ÷ lots ÷
 * `quoteMinorPerTickLot`, in ticks; the values themselves are exact.
 */
export interface PositionView {
  /** Also the id of the opening order. */
  readonly positionId: number;
  readonly customerId: number;
  readonly marketId: number;
  readonly side: PositionSide;
  readonly orderType: PerpetualOrderType;
  readonly multiple: number;
  /** Of its tier when it was ordered. */
  readonly maintenancePpm: number;
  /** As ordered. */
  readonly lots: number;
  readonly priceTicks: number | null;
  readonly clientOrderId: string | null;
  readonly status: PositionStatus;
  /** Waiting in the book to open. */
  readonly waitingLots: number;
  /** Frozen for those: margin and fee. */
  readonly waitingMinor: bigint;
  readonly openingEndReason: OpeningEndReason | null;
  /** Opened and closed so far, with what that was worth; open now = opened − closed. */
  readonly openedLots: number;
  readonly openedValueMinor: bigint;
  readonly closedLots: number;
  readonly closedValueMinor: bigint;
  /** What the lots open now were opened for, exact. */
  readonly entryValueMinor: bigint;
  /** The isolated margin, frozen: changes by fills, adding, funding and closes. */
  readonly marginMinor: bigint;
  /** Added by the customer so far. */
  readonly addedMarginMinor: bigint;
  /** Of closed lots, before fees and funding. */
  readonly realisedMinor: bigint;
  /** Fees paid for all fills so far. */
  readonly feeMinor: bigint;
  /** To the insurance fund, when liquidated. */
  readonly liquidationFeeMinor: bigint;
  /** Received (positive) and paid (negative) so far. */
  readonly fundingMinor: bigint;
  /** By the insurance fund so far, for what liquidated lots lost beyond the margin. */
  readonly insurancePaidMinor: bigint;
  /** Liquidated when the mark is at or beyond it; null while nothing is open or when no price liquidates. */
  readonly liquidationE8: number | null;
  /** Where the margin is used up, truncated toward the position's favour; null as above. */
  readonly bankruptcyE8: number | null;
  readonly takeProfitTicks: number | null;
  readonly stopLossTicks: number | null;
  /** A stop that was reached and still closes: the book could not take everything at once. */
  readonly triggered: StopKind | null;
  readonly closing: WaitingClose | null;
  readonly closeReason: CloseReason | null;
  readonly placedAtMs: number;
  readonly openedAtMs: number | null;
  readonly closedAtMs: number | null;
  readonly updatedAtMs: number;
}
