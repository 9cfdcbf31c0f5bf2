import { ASK, BID, type BookSide } from '@tallystick/core/book/side';
import {
  CANCEL,
  CommandWriter,
  FOK_BUDGET,
  IOC,
  LIMIT,
  MOVE,
  REDUCE,
  type CommandFile,
} from './command-file.ts';
import { Random } from './random.ts';
import { GeneratorBook } from './generator-book.ts';

const USERS = 1000;
const START_TICKS = 30_754;
const DEVIATION = Math.floor(START_TICKS * 0.05);
const MIN_TICKS = START_TICKS - 5 * DEVIATION;
const MAX_TICKS = START_TICKS + 5 * DEVIATION;
/** Cancels, reductions and moves go to this many of the oldest orders. */
const OLDEST = 512;
const CENTRAL_MOVE = 0.01;

/** The oldest live orders, unordered, to draw random ones from; newer orders wait in order of arrival. */
class OldestOrders {
  readonly #window: number[] = [];
  readonly #place = new Map<number, number>();
  readonly #waiting: number[] = [];
  #nextWaiting = 0;

  get size(): number {
    return this.#window.length;
  }

  at(place: number): number {
    return this.#window[place]!;
  }

  arrived(orderId: number): void {
    this.#waiting.push(orderId);
  }

  gone(orderId: number): void {
    const place = this.#place.get(orderId);
    if (place === undefined) return;
    this.#place.delete(orderId);
    const last = this.#window.pop()!;
    if (last !== orderId) {
      this.#window[place] = last;
      this.#place.set(last, place);
    }
  }

  /** Adds waiting orders while there is room; those no longer in the book are dropped. */
  refill(lives: (orderId: number) => boolean): void {
    while (this.#window.length < OLDEST && this.#nextWaiting < this.#waiting.length) {
      const orderId = this.#waiting[this.#nextWaiting++]!;
      if (!lives(orderId)) continue;
      this.#place.set(orderId, this.#window.length);
      this.#window.push(orderId);
    }
  }
}

/**
 * After exchange-core's TestOrdersGenerator, one market: limits spread around the last price, a few immediate-or-cancel
 * orders once the book is full, and mostly old orders moving toward the last price. `restingOrders` is what each half
 * of the book is steered to.
 */
export function exchangeMix(seed: number, restingOrders: number, commands: number): CommandFile {
  const random = new Random(seed);
  const writer = new CommandWriter();
  const book = new GeneratorBook(writer);
  const oldest = new OldestOrders();
  const half = restingOrders / 2;
  const farBelow = Math.min(OLDEST, (half * 3) / 4);
  let last = START_TICKS;
  let nextId = 1;
  book.onGone = orderId => oldest.gone(orderId);
  book.onTrade = price => {
    last = Math.min(MAX_TICKS, Math.max(MIN_TICKS, price));
  };

  const size = (): number => 1 + random.below(6) * random.below(6) * random.below(6);

  const limit = (side: BookSide): void => {
    const spread = 1 + Math.floor(random.unit() ** 2 * DEVIATION);
    let sum = 0;
    for (let i = 0; i < 4; i++) sum += random.below(spread);
    const distance = Math.abs(Math.floor(sum / 4) * 2 - spread);
    const orderId = nextId++;
    const price = side === ASK ? last + distance : last - distance;
    book.apply(LIMIT, side, 1 + random.below(USERS), orderId, price, size());
    if (book.lives(orderId)) oldest.arrived(orderId);
  };

  const immediate = (side: BookSide): void => {
    const operation = random.below(32) === 0 ? FOK_BUDGET : IOC;
    const edge = side === BID ? MAX_TICKS : MIN_TICKS;
    book.apply(operation, side, 1 + random.below(USERS), nextId++, edge, size());
  };

  const knownOrder = (choice: number): void => {
    let orderId = oldest.at(random.below(oldest.size));
    if (choice === 3) {
      // A reduction must leave a lot, or it would be a cancel: looks for an order of two lots or more.
      for (let tries = 0; tries < 16 && book.lots(orderId) === 1; tries++) {
        orderId = oldest.at(random.below(oldest.size));
      }
    }
    const side = book.side(orderId);
    const lots = book.lots(orderId);
    if (choice === 2) {
      book.apply(CANCEL, side, 0, orderId, 0, 0);
    } else if (choice === 3 && lots > 1) {
      book.apply(REDUCE, side, 0, orderId, 0, 1 + random.below(lots - 1));
    } else {
      const price = book.priceTicks(orderId);
      const step = (last - price) * CENTRAL_MOVE;
      const ticks = step === 0 ? random.below(2) * 2 - 1 : step < 0 ? Math.floor(step) : Math.ceil(step);
      book.apply(MOVE, side, 0, orderId, price + ticks, 0);
    }
  };

  for (;;) {
    const side: BookSide = random.below(2) === 0 ? BID : ASK;
    if (book.orderCount(side) < half) limit(side);
    else if (book.orderCount(BID) >= half && book.orderCount(ASK) >= half) break;
  }
  writer.endPrefill();
  for (let done = 0; done < commands; done++) {
    oldest.refill(orderId => book.lives(orderId));
    const side: BookSide = random.below(2) === 0 ? BID : ASK;
    const missing = half - book.orderCount(side);
    const choice = random.below(missing > 0 ? (missing > farBelow ? 2 : 10) : 40);
    if (choice >= 2 && oldest.size > 0) knownOrder(choice);
    else if (missing > 0) limit(side);
    else immediate(side);
  }
  return book.finish();
}
