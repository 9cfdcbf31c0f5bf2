import { MAX_PRICE_TICKS, type BookSide } from '@tallystick/core/book/side';
import { NO_OWNER } from '@tallystick/core/book/book';
import { NaiveBook } from '@tallystick/core/book/testing/naive-book';
import { takeNaively } from '@tallystick/core/book/testing/take';
import { CANCEL, COMMAND_INTS, FOK_BUDGET, IOC, LIMIT, MARKET, MOVE, REDUCE } from '../command-file.ts';
import { TradeLog, type Engine, type FinalOrder } from '../engine.ts';

export class NaiveEngine implements Engine {
  readonly trades: TradeLog;
  readonly #book = new NaiveBook();

  constructor(tradeCapacity: number) {
    this.trades = new TradeLog(tradeCapacity);
  }

  replay(records: Int32Array, from: number, to: number): void {
    for (let at = from * COMMAND_INTS; at < to * COMMAND_INTS; at += COMMAND_INTS) {
      const [word = 0, orderId = 0, priceTicks = 0, lots = 0] = records.subarray(at, at + COMMAND_INTS);
      this.#apply(word & 7, ((word >> 3) & 1) as BookSide, word >> 4, orderId, priceTicks, lots);
    }
  }

  finalOrders(): FinalOrder[] {
    return this.#book
      .orders()
      .map(({ orderId, priceTicks, quantityLots }) => ({ orderId, priceTicks, lots: quantityLots }));
  }

  #apply(
    operation: number,
    side: BookSide,
    ownerId: number,
    orderId: number,
    price: number,
    lots: number,
  ): void {
    const anyPrice = side === 0 ? MAX_PRICE_TICKS : 0;
    switch (operation) {
      case LIMIT:
        this.#place(orderId, ownerId, side, price, lots);
        break;
      case MARKET:
        this.#take(orderId, side, anyPrice, lots);
        break;
      case IOC:
        this.#take(orderId, side, price, lots);
        break;
      case FOK_BUDGET: {
        const quote = this.#book.quote(side, anyPrice, lots, null, NO_OWNER);
        const budget = BigInt(price) * BigInt(lots);
        const within = side === 0 ? quote.tickLots <= budget : quote.tickLots >= budget;
        if (quote.lots === lots && within) this.#take(orderId, side, anyPrice, lots);
        break;
      }
      case CANCEL:
        this.#book.cancel(orderId);
        break;
      case REDUCE:
        this.#book.reduce(orderId, lots);
        break;
      case MOVE: {
        const order = this.#book.find(orderId);
        if (order === undefined) break;
        this.#book.cancel(orderId);
        this.#place(orderId, order.ownerId, order.side, price, order.quantityLots);
        break;
      }
      default:
        throw new Error(`unknown operation ${operation}`);
    }
  }

  #place(orderId: number, ownerId: number, side: BookSide, price: number, lots: number): void {
    const left = this.#take(orderId, side, price, lots);
    if (left > 0) this.#book.add(orderId, ownerId, side, price, left);
  }

  /** Returns the lots not taken. */
  #take(orderId: number, side: BookSide, limit: number, lots: number): number {
    let left = lots;
    for (const fill of takeNaively(this.#book, side, limit, lots, NO_OWNER)) {
      this.trades.push(orderId, fill.makerOrderId, fill.priceTicks, fill.lots);
      left -= fill.lots;
    }
    return left;
  }
}
