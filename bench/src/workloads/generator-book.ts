import { NONE } from '@tallystick/core/book/order-pool';
import { type BookSide } from '@tallystick/core/book/side';
import { TRADE_INTS, type CommandFile, type CommandWriter } from './command-file.ts';
import { TallystickEngine } from './tallystick-engine.ts';

/**
 * The book that a generator needs to choose commands: which orders are live, and what was just traded. It is our own
 * book. An error in it would show when the other engines replay the file.
 */
export class GeneratorBook {
  readonly #writer: CommandWriter;
  readonly #engine = new TallystickEngine(1 << 16);
  #tradeCount = 0;
  /** Live order ids in no order, and each one's place in that list. */
  readonly #live: number[] = [];
  readonly #place = new Map<number, number>();

  /** Called for each order that leaves the book. */
  onGone: (orderId: number) => void = () => {};
  /** Called for each trade. */
  onTrade: (priceTicks: number) => void = () => {};

  constructor(writer: CommandWriter) {
    this.#writer = writer;
  }

  get liveCount(): number {
    return this.#live.length;
  }

  orderCount(side: BookSide): number {
    return this.#engine.book.orderCount(side);
  }

  /** The live order at a place from 0 to `liveCount` − 1. */
  live(place: number): { orderId: number; side: BookSide } {
    const orderId = this.#live[place]!;
    return { orderId, side: this.#engine.book.sideAt(this.#engine.book.find(orderId)) };
  }

  lots(orderId: number): number {
    return this.#engine.book.lotsAt(this.#engine.book.find(orderId));
  }

  priceTicks(orderId: number): number {
    return this.#engine.book.priceAt(this.#engine.book.find(orderId));
  }

  side(orderId: number): BookSide {
    return this.#engine.book.sideAt(this.#engine.book.find(orderId));
  }

  lives(orderId: number): boolean {
    return this.#place.has(orderId);
  }

  /** Writes a command and applies it. Returns the lots it traded. */
  apply(
    operation: number,
    side: BookSide,
    ownerId: number,
    orderId: number,
    price: number,
    lots: number,
  ): number {
    this.#writer.write(operation, side, ownerId, orderId, price, lots);
    const { trades } = this.#engine;
    trades.length = 0;
    this.#engine.replay(this.#writer.records, this.#writer.count - 1, this.#writer.count);
    this.#tradeCount += trades.count;
    let traded = 0;
    for (let at = 0; at < trades.length; at += TRADE_INTS) {
      traded += trades.words[at + 3]!;
      this.#settle(trades.words[at + 1]!);
      this.onTrade(trades.words[at + 2]!);
    }
    this.#settle(orderId);
    return traded;
  }

  finish(): CommandFile {
    return this.#writer.finish(this.#tradeCount);
  }

  /** Adds an order to the list of live orders or removes it, as the book says. */
  #settle(orderId: number): void {
    const rests = this.#engine.book.find(orderId) !== NONE;
    const place = this.#place.get(orderId);
    if (rests && place === undefined) {
      this.#place.set(orderId, this.#live.length);
      this.#live.push(orderId);
    } else if (!rests && place !== undefined) {
      const last = this.#live.pop()!;
      if (last !== orderId) {
        this.#live[place] = last;
        this.#place.set(last, place);
      }
      this.#place.delete(orderId);
      this.onGone(orderId);
    }
  }
}
