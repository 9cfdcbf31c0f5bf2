import { BID, MAX_PRICE_TICKS, oppositeOf, type BookSide } from '@tallystick/core/book/side';
import { NO_OWNER, OrderBook } from '@tallystick/core/book/book';
import { NONE } from '@tallystick/core/book/order-pool';
import { CANCEL, COMMAND_INTS, FOK_BUDGET, IOC, LIMIT, MARKET, MOVE, REDUCE } from './command-file.ts';
import { TradeLog, type Engine, type FinalOrder } from './engine.ts';

/** Our book, driven as the exchange drives it: match against the best, rest what is left. */
export class TallystickEngine implements Engine {
  readonly trades: TradeLog;
  readonly book = new OrderBook();

  constructor(tradeCapacity: number) {
    this.trades = new TradeLog(tradeCapacity);
  }

  replay(records: Int32Array, from: number, to: number): void {
    const book = this.book;
    for (let at = from * COMMAND_INTS; at < to * COMMAND_INTS; at += COMMAND_INTS) {
      const word = records[at]!;
      const orderId = records[at + 1]!;
      const priceTicks = records[at + 2]!;
      const lots = records[at + 3]!;
      const side = ((word >> 3) & 1) as BookSide;
      switch (word & 7) {
        case LIMIT: {
          const left = this.#match(orderId, side, priceTicks, lots);
          if (left > 0) book.add(orderId, word >> 4, side, priceTicks, left);
          break;
        }
        case MARKET:
          this.#match(orderId, side, side === BID ? MAX_PRICE_TICKS : 0, lots);
          break;
        case IOC:
          this.#match(orderId, side, priceTicks, lots);
          break;
        case FOK_BUDGET:
          this.#fillOrKill(orderId, side, priceTicks, lots);
          break;
        case CANCEL:
          book.cancel(orderId);
          break;
        case REDUCE:
          book.reduce(orderId, lots);
          break;
        case MOVE:
          this.#move(orderId, priceTicks);
          break;
        default:
          throw new Error(`unknown operation ${word & 7}`);
      }
    }
  }

  finalOrders(): FinalOrder[] {
    return Array.from(this.book.orders(), ({ orderId, priceTicks, quantityLots }) => ({
      orderId,
      priceTicks,
      lots: quantityLots,
    }));
  }

  #match(takerId: number, side: BookSide, limitTicks: number, lots: number): number {
    const book = this.book;
    const makerSide = oppositeOf(side);
    let left = lots;
    while (left > 0 && book.crosses(side, limitTicks)) {
      const maker = book.best(makerSide);
      const available = book.lotsAt(maker);
      const filled = left < available ? left : available;
      this.trades.push(takerId, book.orderIdAt(maker), book.priceAt(maker), filled);
      book.fill(maker, filled);
      left -= filled;
    }
    return left;
  }

  #fillOrKill(orderId: number, side: BookSide, priceTicks: number, lots: number): void {
    const anyPrice = side === BID ? MAX_PRICE_TICKS : 0;
    const quote = this.book.costOf(side, anyPrice, lots, NO_OWNER);
    const budget = BigInt(priceTicks) * BigInt(lots);
    const within = side === BID ? quote.tickLots <= budget : quote.tickLots >= budget;
    if (quote.lots === lots && within) this.#match(orderId, side, anyPrice, lots);
  }

  #move(orderId: number, priceTicks: number): void {
    const book = this.book;
    const slot = book.find(orderId);
    if (slot === NONE) return;
    const side = book.sideAt(slot);
    if (!book.crosses(side, priceTicks)) {
      book.move(orderId, priceTicks);
      return;
    }
    const ownerId = book.ownerIdAt(slot);
    const left = this.#match(orderId, side, priceTicks, book.cancel(orderId));
    if (left > 0) book.add(orderId, ownerId, side, priceTicks, left);
  }
}
