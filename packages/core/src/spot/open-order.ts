import { BID, type BookSide } from '../book/side.ts';
import type { AccountIndex } from '../ledger/ledger.ts';
import { toBigInt } from '../money/whole.ts';
import type { OrderEndReason, OrderStatus, OrderType, OrderView, PlaceOrder, TimeInForce } from './order.ts';

/** Whose order it is: a `Trader`. */
export interface OrderOwner {
  readonly customerId: number;
  readonly marketId: number;
  readonly base: AccountIndex;
  readonly quote: AccountIndex;
  openOrders: number;
  oldest: OpenOrder | null;
  newest: OpenOrder | null;
  addOrder(order: OpenOrder): void;
  removeOrder(order: OpenOrder): void;
}

/**
 * An order while the core works on it or it waits. Amounts are ordinary numbers: the market's limits keep every
 * figure of one order below 2^53. The object is recycled after the command in which the order ends, so nothing but
 * `OrderKeeper`, the book's slots, the stops and the trader's list may hold on to it.
 */
export class OpenOrder {
  /** Its fixed place among the keeper's objects. */
  readonly handle: number;
  orderId = 0;
  trader: OrderOwner;
  side: BookSide = BID;
  orderType: OrderType = 'limit';
  timeInForce: TimeInForce = 'GTC';
  postOnly = false;
  priceTicks: number | null = null;
  quantityLots: number | null = null;
  budgetMinor: bigint | null = null;
  triggerTicks: number | null = null;
  clientOrderId: string | null = null;
  triggered = false;
  status: OrderStatus = 'waiting';
  reason: OrderEndReason | null = null;
  filledLots = 0;
  filledQuoteMinor = 0;
  feeMinor = 0;
  frozenMinor = 0;
  /** What its fees are at most: those from before they rose while it waited. */
  keptMakerFeePpm = Infinity;
  keptTakerFeePpm = Infinity;
  placedAtMs = 0;
  updatedAtMs = 0;
  /** Whether it waits: in the book or for its trigger. */
  kept = false;
  /** Where it rests in the book; 0 = it does not. */
  slot = 0;
  /** Where it stands in its heap of stops; −1 = it does not. */
  heapAt = -1;
  /** Whether the command being applied has changed it. */
  touched = false;
  /** Neighbours in its customer's list of waiting orders of this market, oldest first. */
  older: OpenOrder | null = null;
  newer: OpenOrder | null = null;

  constructor(handle: number, trader: OrderOwner) {
    this.handle = handle;
    this.trader = trader;
  }

  /** Makes this a new order. What links it to others was reset when the previous order ended. */
  begin(orderId: number, trader: OrderOwner, side: BookSide, command: PlaceOrder, atMs: number): void {
    this.orderId = orderId;
    this.trader = trader;
    this.side = side;
    this.orderType = command.orderType;
    this.timeInForce = command.timeInForce;
    this.postOnly = command.postOnly;
    this.priceTicks = command.priceTicks;
    this.quantityLots = command.quantityLots;
    this.budgetMinor = command.budgetMinor;
    this.triggerTicks = command.triggerTicks;
    this.clientOrderId = command.clientOrderId;
    this.triggered = command.triggerTicks === null;
    this.status = 'waiting';
    this.reason = null;
    this.filledLots = 0;
    this.filledQuoteMinor = 0;
    this.feeMinor = 0;
    this.frozenMinor = 0;
    this.keptMakerFeePpm = Infinity;
    this.keptTakerFeePpm = Infinity;
    this.placedAtMs = atMs;
    this.updatedAtMs = atMs;
  }

  view(): OrderView {
    return {
      orderId: this.orderId,
      customerId: this.trader.customerId,
      marketId: this.trader.marketId,
      side: this.side === BID ? 'buy' : 'sell',
      orderType: this.orderType,
      timeInForce: this.timeInForce,
      postOnly: this.postOnly,
      priceTicks: this.priceTicks,
      quantityLots: this.quantityLots,
      budgetMinor: this.budgetMinor,
      triggerTicks: this.triggerTicks,
      triggered: this.triggered,
      clientOrderId: this.clientOrderId,
      status: this.status,
      reason: this.reason,
      filledLots: this.filledLots,
      filledQuoteMinor: this.filledQuoteMinor === 0 ? 0n : toBigInt(this.filledQuoteMinor),
      feeMinor: this.feeMinor === 0 ? 0n : toBigInt(this.feeMinor),
      frozenMinor: this.frozenMinor === 0 ? 0n : toBigInt(this.frozenMinor),
      placedAtMs: this.placedAtMs,
      updatedAtMs: this.updatedAtMs,
    };
  }
}
