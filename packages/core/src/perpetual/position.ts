import { ASK, BID, type BookSide } from '../book/side.ts';
import type { AccountIndex } from '../ledger/ledger.ts';
import type { PlacePerpetualOrder } from './commands.ts';
import type { Found } from './events.ts';
import { bankruptcyPriceE8, type ContractUnit, type Exposure } from './formulas.ts';
import type {
  CloseReason,
  OpeningEndReason,
  PerpetualOrderType,
  PositionSide,
  PositionStatus,
  PositionView,
  StopKind,
} from './position-view.ts';
import { NOTHING_KEPT, type KeptFees } from '../market/kept-fees.ts';
import { Threshold } from './threshold-heap.ts';

/** An order in the book: what still waits to open a position, or to close it. */
export interface WaitingOrder {
  readonly orderId: number;
  readonly position: Position;
  readonly effect: 'open' | 'close';
  readonly bookSide: BookSide;
  readonly priceTicks: number;
  readonly placedAtMs: number;
  /** Where it rests in the book; 0 = it does not. */
  slot: number;
  lots: number;
}

export type PositionTerms = Pick<
  PlacePerpetualOrder,
  | 'side'
  | 'orderType'
  | 'lots'
  | 'multiple'
  | 'priceTicks'
  | 'takeProfitTicks'
  | 'stopLossTicks'
  | 'clientOrderId'
>;

/** Whose position it is: a `PerpetualTrader`. */
export interface PositionOwner {
  readonly customerId: number;
  readonly marketId: number;
  readonly account: AccountIndex;
  exposureMinor: bigint;
  positions: number;
  oldest: Position | null;
  newest: Position | null;
  add(position: Position): void;
  remove(position: Position): void;
  all(): Position[];
}

/** A lever order and its position while the core works on it. `PositionView` says what the figures mean. */
export class Position implements Exposure {
  readonly positionId: number;
  readonly trader: PositionOwner;
  readonly side: PositionSide;
  readonly orderType: PerpetualOrderType;
  readonly orderedLots: number;
  readonly multiple: number;
  readonly maintenancePpm: number;
  readonly priceTicks: number | null;
  readonly clientOrderId: string | null;
  readonly placedAtMs: number;

  opening: WaitingOrder | null = null;
  /** As agreed when the order was accepted: what its fee was reserved at. */
  makerFeePpm = 0;
  /** What the fees of closing and liquidation are at most: those from before they rose. */
  kept: KeptFees = NOTHING_KEPT;
  /** Frozen for what still waits or is being matched. */
  waitingMarginMinor = 0n;
  waitingFeeMinor = 0n;
  openingEndReason: OpeningEndReason | null = null;
  openedLots = 0;
  openedValueMinor = 0n;
  closedLots = 0;
  closedValueMinor = 0n;
  entryValueMinor = 0n;
  marginMinor = 0n;
  addedMarginMinor = 0n;
  realisedMinor = 0n;
  feeMinor = 0n;
  liquidationFeeMinor = 0n;
  fundingMinor = 0n;
  insurancePaidMinor = 0n;
  takeProfitTicks: number | null;
  stopLossTicks: number | null;
  triggered: StopKind | null = null;
  closing: WaitingOrder | null = null;
  closeReason: CloseReason | null = null;
  openedAtMs: number | null = null;
  closedAtMs: number | null = null;
  updatedAtMs: number;

  /** Null while nothing is open or when no price liquidates. */
  liquidationE8: number | null = null;
  readonly liquidation = new Threshold<Position>(this);
  readonly takeProfit = new Threshold<Position>(this);
  readonly stopLoss = new Threshold<Position>(this);
  /** Of what waits to open: where mark or index would liquidate it as soon as it was filled. */
  readonly lapse = new Threshold<Position>(this);
  /** Was found due for liquidation, and lots of it stayed because nobody took them. */
  liquidationBegan = false;
  /** So it is, and it waits for the next mark outside its heap. */
  liquidationUnfinished = false;
  ended = false;
  /** Whether the command being applied has changed it. */
  touched = false;
  /** Neighbours in its customer's list of this contract, oldest first. */
  older: Position | null = null;
  newer: Position | null = null;

  constructor(
    positionId: number,
    trader: PositionOwner,
    terms: PositionTerms,
    maintenancePpm: number,
    placedAtMs: number,
  ) {
    this.positionId = positionId;
    this.trader = trader;
    this.side = terms.side;
    this.orderType = terms.orderType;
    this.orderedLots = terms.lots;
    this.multiple = terms.multiple;
    this.maintenancePpm = maintenancePpm;
    this.priceTicks = terms.priceTicks;
    this.clientOrderId = terms.clientOrderId;
    this.takeProfitTicks = terms.takeProfitTicks;
    this.stopLossTicks = terms.stopLossTicks;
    this.placedAtMs = placedAtMs;
    this.updatedAtMs = placedAtMs;
  }

  /** Open now. */
  get lots(): number {
    return this.openedLots - this.closedLots;
  }

  get status(): PositionStatus {
    if (this.openedLots === 0) return this.ended ? 'cancelled' : 'pending';
    return this.ended ? 'closed' : 'holding';
  }

  /** The side of the book that opens it. */
  get openingSide(): BookSide {
    return this.side === 'long' ? BID : ASK;
  }

  get closingSide(): BookSide {
    return this.side === 'long' ? ASK : BID;
  }

  /** All that is frozen for it in its customer's account. */
  get frozenMinor(): bigint {
    return this.marginMinor + this.waitingMarginMinor + this.waitingFeeMinor;
  }

  /** Just as it is, for the record of what changes it next. */
  found(): Found {
    return { lots: this.lots, entryValueMinor: this.entryValueMinor, marginMinor: this.marginMinor };
  }

  view(unit: ContractUnit): PositionView {
    const { closing } = this;
    return {
      positionId: this.positionId,
      customerId: this.trader.customerId,
      marketId: this.trader.marketId,
      side: this.side,
      orderType: this.orderType,
      multiple: this.multiple,
      maintenancePpm: this.maintenancePpm,
      lots: this.orderedLots,
      priceTicks: this.priceTicks,
      clientOrderId: this.clientOrderId,
      status: this.status,
      waitingLots: this.opening?.lots ?? 0,
      waitingMinor: this.waitingMarginMinor + this.waitingFeeMinor,
      openingEndReason: this.openingEndReason,
      openedLots: this.openedLots,
      openedValueMinor: this.openedValueMinor,
      closedLots: this.closedLots,
      closedValueMinor: this.closedValueMinor,
      entryValueMinor: this.entryValueMinor,
      marginMinor: this.marginMinor,
      addedMarginMinor: this.addedMarginMinor,
      realisedMinor: this.realisedMinor,
      feeMinor: this.feeMinor,
      liquidationFeeMinor: this.liquidationFeeMinor,
      fundingMinor: this.fundingMinor,
      insurancePaidMinor: this.insurancePaidMinor,
      liquidationE8: this.liquidationE8,
      bankruptcyE8: this.lots === 0 ? null : bankruptcyPriceE8(unit, this),
      takeProfitTicks: this.takeProfitTicks,
      stopLossTicks: this.stopLossTicks,
      triggered: this.triggered,
      closing:
        closing === null
          ? null
          : {
              orderId: closing.orderId,
              priceTicks: closing.priceTicks,
              lots: closing.lots,
              placedAtMs: closing.placedAtMs,
            },
      closeReason: this.closeReason,
      placedAtMs: this.placedAtMs,
      openedAtMs: this.openedAtMs,
      closedAtMs: this.closedAtMs,
      updatedAtMs: this.updatedAtMs,
    };
  }
}
