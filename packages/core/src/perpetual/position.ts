import { ASK, BID, type BookSide } from '../book/side.ts';
import type { AccountIndex } from '../ledger/ledger.ts';
import type { AccountMargin } from './account-margin.ts';
import type { PlacePerpetualOrder } from './command.ts';
import type { Found } from './event.ts';
import type { ContractOrder } from './contract-order.ts';
import { bankruptcyPriceE8, type ContractUnit, type Exposure } from './formulas.ts';
import { askedOf, type Asking, type ContractInstructions } from './instructions.ts';
import type { PositionMode } from './order-view.ts';
import type {
  CloseReason,
  OpeningEndReason,
  PerpetualOrderType,
  PositionAdjustments,
  PositionSide,
  PositionStatus,
  PositionView,
  StopKind,
} from './position-view.ts';
import { NOTHING_KEPT, type KeptFees } from './kept-fees.ts';

/** An order in the book that waits to open or to close a position. */
export interface WaitingOrder {
  readonly orderId: number;
  readonly position: Position;
  readonly effect: 'open' | 'close';
  readonly bookSide: BookSide;
  readonly priceTicks: number;
  readonly placedAtMs: number;
  /** Its slot in the book; 0 = not in the book. */
  slot: number;
  lots: number;
  /** In hedge and net mode, the order it is the waiting part of. */
  order: ContractOrder | null;
  /** When it expires; Infinity: never. */
  dueAtMs: number;
  dueHeapAt: number;
}

export type PositionTerms = Pick<
  PlacePerpetualOrder,
  | 'side'
  | 'orderType'
  | 'lots'
  | 'priceTicks'
  | 'takeProfitTicks'
  | 'stopLossTicks'
  | 'clientOrderId'
  | 'instructions'
> & { readonly multiple: number };

/** A leveraged order and its position while the core works on it. `PositionView` explains the figures. */
export class Position implements Exposure, Asking {
  readonly positionId: number;
  readonly trader: PerpetualTrader;
  readonly side: PositionSide;
  readonly orderType: PerpetualOrderType;
  orderedLots: number;
  /** Of a merged position: the mean of what it was opened with, by entry value, truncated. */
  multiple: number;
  /** Of a merged position: the mean by lots, truncated; see `maintenanceRest`. */
  maintenancePpm: number;
  /** What truncating the rate left of the sum of rate × lots: less than its lots. */
  maintenanceRest = 0;
  priceTicks: number | null;
  readonly clientOrderId: string | null;
  /** Of its order, in mode `each`. */
  instructions: ContractInstructions | null = null;
  preventedLots = 0;
  readonly placedAtMs: number;

  /** Set: this is the waiting part of an order in hedge or net mode. What it opens is added to the merged position. */
  order: ContractOrder | null = null;
  opening: WaitingOrder | null = null;
  /** As agreed when the order was accepted: the fee was reserved at this rate. */
  makerFeePpm = 0;
  /** Upper bounds of the closing and liquidation fees: the rates from before they rose. */
  kept: KeptFees = NOTHING_KEPT;
  /** Frozen for lots that wait or are being matched. */
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
  removedMarginMinor = 0n;
  topUpLimitMinor = 0n;
  topUpUsedMinor = 0n;
  /** How many times it was topped up. */
  topUps = 0;
  takeProfitTicks: number | null;
  stopLossTicks: number | null;
  triggered: StopKind | null = null;
  /** Orders that wait to close it, oldest first; in mode `each` at most one. Never more lots than are open. */
  readonly closings: WaitingOrder[] = [];
  closeReason: CloseReason | null = null;
  openedAtMs: number | null = null;
  closedAtMs: number | null = null;
  updatedAtMs: number;

  /** Null while nothing is open or when no price liquidates. */
  liquidationE8: number | null = null;
  readonly liquidation = new Threshold(this);
  readonly takeProfit = new Threshold(this);
  readonly stopLoss = new Threshold(this);
  /** Mark or index price that would liquidate the waiting lots as soon as they were filled. */
  readonly lapse = new Threshold(this);
  /** Was due for liquidation, and some lots found nobody. */
  liquidationBegan = false;
  /** The same, and set aside outside its heap until the next mark. */
  liquidationUnfinished = false;
  ended = false;
  /** Whether the command being applied has changed it. */
  touched = false;
  /** Neighbours in its customer's list of this contract, oldest first. */
  older: Position | null = null;
  newer: Position | null = null;

  constructor(
    positionId: number,
    trader: PerpetualTrader,
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

  /** Open lots. */
  get lots(): number {
    return this.openedLots - this.closedLots;
  }

  get closing(): WaitingOrder | null {
    return this.closings[0] ?? null;
  }

  /** Lots that waiting orders already close. */
  get closingLots(): number {
    let lots = 0;
    for (const closing of this.closings) lots += closing.lots;
    return lots;
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

  get isAdjusted(): boolean {
    return this.removedMarginMinor !== 0n || this.topUpLimitMinor !== 0n || this.topUpUsedMinor !== 0n;
  }

  #adjustments(): PositionAdjustments {
    const { removedMarginMinor, topUpLimitMinor, topUpUsedMinor } = this;
    return { removedMarginMinor, topUpLimitMinor, topUpUsedMinor };
  }

  /** A copy of the current figures, for the record of the next change. */
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
      bankruptcyE8: this.lots === 0 || this.trader.cross !== null ? null : bankruptcyPriceE8(unit, this),
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
      ...(this.isAdjusted ? { adjusted: this.#adjustments() } : null),
      ...askedOf(this),
      ...(this.trader.cross === null ? null : { isCross: true }),
    };
  }
}

/** A price at which something happens to a position, and its index in a heap. */
export class Threshold {
  readonly position: Position;
  /** 1e-8 quote units. */
  priceE8 = 0;
  /** −1 = not in a heap. */
  heapAt = -1;

  constructor(position: Position) {
    this.position = position;
  }
}

/** One customer in one contract: their contract account, looked up once, and their positions, oldest first. */
export class PerpetualTrader {
  readonly customerId: number;
  readonly marketId: number;
  readonly account: AccountIndex;
  /** Entry values of what is open, and values of what waits to open. */
  exposureMinor = 0n;
  positions = 0;
  mode: PositionMode = 'each';
  /** Set: the contract account carries the positions, which have no margin of their own. */
  cross: AccountMargin | null = null;
  /** The merged positions of hedge and net mode; in net mode at most one. */
  readonly held: Record<PositionSide, Position | null> = { long: null, short: null };
  oldest: Position | null = null;
  newest: Position | null = null;

  constructor(customerId: number, marketId: number, account: AccountIndex) {
    this.customerId = customerId;
    this.marketId = marketId;
    this.account = account;
  }

  /** What an order on this side reduces in the customer's mode before it opens; null: nothing. */
  netted(side: PositionSide): Position | null {
    return this.mode === 'net' ? this.held[oppositeSide(side)] : null;
  }

  isHeld(position: Position): boolean {
    return this.held[position.side] === position;
  }

  /** In the order of ids: an amended order may get a position after later ones have. */
  add(position: Position): void {
    let older = this.newest;
    while (older !== null && older.positionId > position.positionId) older = older.older;
    const newer = older === null ? this.oldest : older.newer;
    position.older = older;
    position.newer = newer;
    if (older === null) this.oldest = position;
    else older.newer = position;
    if (newer === null) this.newest = position;
    else newer.older = position;
    this.positions++;
  }

  remove(position: Position): void {
    if (position.older === null) this.oldest = position.newer;
    else position.older.newer = position.newer;
    if (position.newer === null) this.newest = position.older;
    else position.newer.older = position.older;
    position.older = null;
    position.newer = null;
    this.positions--;
  }

  /** Oldest first; a copy of the current list. */
  all(): Position[] {
    const positions: Position[] = [];
    for (let position = this.oldest; position !== null; position = position.newer) positions.push(position);
    return positions;
  }
}

export function oppositeSide(side: PositionSide): PositionSide {
  return side === 'long' ? 'short' : 'long';
}

/** What a waiting order asked for; null for a limit close of mode `each`, which asks for nothing. */
export function askingOf({ order, position, effect }: WaitingOrder): Asking | null {
  return order ?? (effect === 'open' ? position : null);
}
