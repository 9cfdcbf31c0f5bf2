import { BID, type BookSide } from '../book/side.ts';
import type { OrderEndReason, OrderStatus, OrderType, OrderView, PlaceOrder, TimeInForce } from './order.ts';
import type { Trader } from './trader.ts';

/**
 * An order while the core works on it or it waits. Amounts are ordinary numbers: the market's limits keep every
 * figure of one order below 2^53.
 */
export class OpenOrder {
  readonly orderId: number;
  readonly trader: Trader;
  readonly side: BookSide;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly priceTicks: number | null;
  readonly quantityLots: number | null;
  readonly budgetMinor: bigint | null;
  readonly triggerTicks: number | null;
  readonly clientOrderId: string | null;
  readonly placedAtMs: number;
  triggered: boolean;
  status: OrderStatus = 'waiting';
  reason: OrderEndReason | null = null;
  filledLots = 0;
  filledQuoteMinor = 0;
  feeMinor = 0;
  frozenMinor = 0;
  updatedAtMs: number;
  /** Where it rests in the book; 0 = it does not. */
  slot = 0;
  /** Where it stands in its heap of stops; −1 = it does not. */
  heapAt = -1;
  /** Whether the command being applied has changed it. */
  touched = false;
  /** Neighbours in its customer's list of waiting orders of this market, oldest first. */
  older: OpenOrder | null = null;
  newer: OpenOrder | null = null;

  constructor(orderId: number, trader: Trader, side: BookSide, command: PlaceOrder, atMs: number) {
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
    this.placedAtMs = atMs;
    this.updatedAtMs = atMs;
    this.triggered = command.triggerTicks === null;
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
      filledQuoteMinor: BigInt(this.filledQuoteMinor),
      feeMinor: BigInt(this.feeMinor),
      frozenMinor: BigInt(this.frozenMinor),
      placedAtMs: this.placedAtMs,
      updatedAtMs: this.updatedAtMs,
    };
  }
}
