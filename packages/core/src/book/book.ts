import { IdIndex } from './id-index.ts';
import { checkBook } from './invariants.ts';
import { NONE, OrderPool } from './order-pool.ts';
import { NO_CELL, PriceLevels } from './price-levels.ts';
import { ASK, BID, MAX_OWNER_ID, MAX_PRICE_TICKS, oppositeOf, type BookSide } from './side.ts';

export { NONE } from './order-pool.ts';
export { ASK, BID, MAX_OWNER_ID, MAX_PRICE_TICKS, oppositeOf, type BookSide } from './side.ts';

/** A resting order, as an object: for snapshots and tests, not for the hot path. */
export interface RestingOrder {
  readonly orderId: number;
  readonly ownerId: number;
  readonly side: BookSide;
  readonly priceTicks: number;
  readonly quantityLots: number;
}

/** A price level's totals. */
export interface BookLevel {
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly orderCount: number;
}

/** What a taker would get. `tickLots`: sum of price × lots; times `quoteMinorPerTickLot` it is quote minor units. */
export interface Quote {
  readonly lots: number;
  readonly tickLots: bigint;
}

/** A taker id that owns no order, so no self-trade check is made. */
export const NO_OWNER = 0;

/**
 * A limit order book with price-time priority. It holds resting orders and knows who is next; matching is the
 * caller's loop, so that ledger work happens between the fills:
 *
 * ```ts
 * const makerSide = oppositeOf(takerSide);
 * while (left > 0 && book.crosses(takerSide, limitTicks)) {
 *   const maker = book.best(makerSide);
 *   if (book.ownerIdAt(maker) === takerId) break; // self-trade: the taker expires
 *   const lots = Math.min(left, book.lotsAt(maker));
 *   // … ledger work, with book.orderIdAt(maker), book.priceAt(maker) …
 *   book.fill(maker, lots);
 *   left -= lots;
 * }
 * if (left > 0) book.add(orderId, takerId, takerSide, limitTicks, left);
 * ```
 *
 * Orders are addressed by their id or, on the hot path, by their slot: valid until that order leaves the book.
 * Prices are integer ticks from 1 to 2^31 − 1, order ids integers from 0 to 2^53 − 1, owner ids integers from 1 to
 * 2^31 − 1; lots are integers, and the sum of a level must stay within 2^53 − 1 (the market's limits see to that,
 * `add` checks it). Breaking these rules, reusing a live id or crossing the book throws a RangeError and changes
 * nothing. All storage is typed arrays that grow by doubling; nothing is allocated per operation.
 */
export class OrderBook {
  readonly #orders: OrderPool;
  readonly #levels = new PriceLevels();
  readonly #ids: IdIndex;
  readonly #orderCount = new Int32Array(2);

  /** `expectedOrders` sizes the storage once, so that it need not grow while trading. */
  constructor(expectedOrders = 1024) {
    this.#orders = new OrderPool(expectedOrders);
    this.#ids = new IdIndex(expectedOrders);
  }

  /** Number of resting orders on a side. */
  orderCount(side: BookSide): number {
    return this.#orderCount[side]!;
  }

  /** Number of price levels on a side. */
  levelCount(side: BookSide): number {
    return this.#levels.levelCount(side);
  }

  /** Best price in ticks, or 0 when the side is empty. */
  bestPrice(side: BookSide): number {
    const cell = this.#levels.best(side);
    return cell === NO_CELL ? 0 : this.#levels.priceTicks(cell);
  }

  /** Slot of the order with priority on a side, or NONE. */
  best(side: BookSide): number {
    const cell = this.#levels.best(side);
    return cell === NO_CELL ? NONE : this.#levels.head(cell);
  }

  /** Slot of the order next in priority on the same side, or NONE. */
  next(slot: number): number {
    const next = this.#orders.next(slot);
    if (next !== NONE) return next;
    const cell = this.#orders.cell(slot);
    const nextCell = this.#levels.nextLevel(this.#levels.side(cell), cell);
    return nextCell === NO_CELL ? NONE : this.#levels.head(nextCell);
  }

  /** Slot of a resting order, or NONE. */
  find(orderId: number): number {
    return this.#ids.get(orderId);
  }

  orderIdAt(slot: number): number {
    return this.#orders.orderId(slot);
  }

  ownerIdAt(slot: number): number {
    return this.#orders.ownerId(slot);
  }

  priceAt(slot: number): number {
    return this.#levels.priceTicks(this.#orders.cell(slot));
  }

  /** Remaining lots. */
  lotsAt(slot: number): number {
    return this.#orders.lots(slot);
  }

  sideAt(slot: number): BookSide {
    return this.#levels.side(this.#orders.cell(slot));
  }

  /** Whether a taker on `takerSide` willing to trade up to `limitTicks` meets the other side's best price. */
  crosses(takerSide: BookSide, limitTicks: number): boolean {
    const cell = this.#levels.best(oppositeOf(takerSide));
    if (cell === NO_CELL) return false;
    const best = this.#levels.priceTicks(cell);
    return takerSide === BID ? limitTicks >= best : limitTicks <= best;
  }

  /** Rests an order behind all others at its price; it must not cross. Returns its slot. */
  add(orderId: number, ownerId: number, side: BookSide, priceTicks: number, lots: number): number {
    if (!(Number.isSafeInteger(orderId) && orderId >= 0)) throw new RangeError(`order id ${orderId}`);
    if (!(Number.isInteger(ownerId) && ownerId > 0 && ownerId <= MAX_OWNER_ID)) {
      throw new RangeError(`owner id ${ownerId}`);
    }
    if (!(Number.isSafeInteger(lots) && lots > 0)) throw new RangeError(`lots ${lots}`);
    if (this.#ids.get(orderId) !== NONE) throw new RangeError(`order ${orderId} rests already`);
    this.#checkPlace(side, priceTicks, lots);
    const cell = this.#levels.addOrder(side, PriceLevels.coordinate(side, priceTicks), lots);
    const slot = this.#orders.allocate(orderId, ownerId, cell, lots);
    this.#ids.set(orderId, slot);
    this.#append(cell, slot);
    this.#orderCount[side]!++;
    return slot;
  }

  /** Takes an order out of the book. Returns the lots that were left of it, 0 if it does not rest here. */
  cancel(orderId: number): number {
    const slot = this.#ids.get(orderId);
    if (slot === NONE) return 0;
    const lots = this.#orders.lots(slot);
    this.#remove(slot, lots);
    return lots;
  }

  /**
   * Takes up to `lots` off an order, which keeps its priority; at 0 it leaves the book. Returns the lots left, or −1 if
   * no such order rests here.
   */
  reduce(orderId: number, lots: number): number {
    if (!(Number.isSafeInteger(lots) && lots > 0)) throw new RangeError(`lots ${lots}`);
    const slot = this.#ids.get(orderId);
    if (slot === NONE) return -1;
    const remaining = this.#orders.lots(slot);
    return this.fill(slot, lots < remaining ? lots : remaining);
  }

  /**
   * Takes `lots` (from 1 to the order's remaining lots) off the order in `slot`; at 0 it leaves the book and the slot
   * becomes invalid. Returns the lots left.
   */
  fill(slot: number, lots: number): number {
    const remaining = this.#orders.lots(slot);
    if (!(lots > 0 && lots <= remaining)) throw new RangeError(`${lots} of ${remaining} lots`);
    if (lots === remaining) {
      this.#remove(slot, lots);
      return 0;
    }
    const left = remaining - lots;
    this.#orders.setLots(slot, left);
    this.#levels.removeLots(this.#orders.cell(slot), lots);
    return left;
  }

  /** Moves an order behind all others at another price, which must not cross. False if no such order rests here. */
  move(orderId: number, priceTicks: number): boolean {
    const slot = this.#ids.get(orderId);
    if (slot === NONE) return false;
    const from = this.#orders.cell(slot);
    const side = this.#levels.side(from);
    const lots = this.#orders.lots(slot);
    this.#checkPlace(side, priceTicks, lots);
    this.#unlink(slot, from);
    this.#levels.removeOrder(side, from, lots);
    const to = this.#levels.addOrder(side, PriceLevels.coordinate(side, priceTicks), lots);
    this.#orders.setCell(slot, to);
    this.#append(to, slot);
    return true;
  }

  /** Total lots at a price on a side, 0 if nothing rests there. */
  levelLots(side: BookSide, priceTicks: number): number {
    const cell = this.#levels.find(PriceLevels.coordinate(side, priceTicks));
    return cell === NO_CELL ? 0 : this.#levels.lots(cell);
  }

  /** The best `maxLevels` levels of a side, best first. */
  depth(side: BookSide, maxLevels = Infinity): BookLevel[] {
    const levels: BookLevel[] = [];
    let cell = this.#levels.best(side);
    while (cell !== NO_CELL && levels.length < maxLevels) {
      levels.push({
        priceTicks: this.#levels.priceTicks(cell),
        quantityLots: this.#levels.lots(cell),
        orderCount: this.#levels.orderCount(cell),
      });
      cell = this.#levels.nextLevel(side, cell);
    }
    return levels;
  }

  /**
   * How many of `wantedLots` a taker could fill at once up to `limitTicks`, stopping where the taker would meet an
   * order of its own (`takerOwnerId`; NO_OWNER checks nothing). FOK is fillable if this equals `wantedLots`.
   */
  fillableLots(takerSide: BookSide, limitTicks: number, wantedLots: number, takerOwnerId: number): number {
    return this.#walk(takerSide, limitTicks, wantedLots, null, takerOwnerId).lots;
  }

  /** What `wantedLots` would cost up to `limitTicks`: the lots found (stopping as `fillableLots`) and their value. */
  costOf(takerSide: BookSide, limitTicks: number, wantedLots: number, takerOwnerId: number): Quote {
    return this.#walk(takerSide, limitTicks, wantedLots, null, takerOwnerId);
  }

  /**
   * What a budget of `budgetTickLots` (quote minor units divided by `quoteMinorPerTickLot`, truncated) buys or sells
   * up to `limitTicks` in whole lots, taking from the best price on and stopping as `fillableLots`.
   */
  affordable(takerSide: BookSide, limitTicks: number, budgetTickLots: bigint, takerOwnerId: number): Quote {
    return this.#walk(takerSide, limitTicks, Number.MAX_SAFE_INTEGER, budgetTickLots, takerOwnerId);
  }

  /** All resting orders in priority order, bids first. Adding them in this order to an empty book restores it. */
  *orders(): Generator<RestingOrder, void, undefined> {
    for (const side of [BID, ASK] as const) {
      for (let slot = this.best(side); slot !== NONE; slot = this.next(slot)) {
        yield {
          orderId: this.#orders.orderId(slot),
          ownerId: this.#orders.ownerId(slot),
          side,
          priceTicks: this.priceAt(slot),
          quantityLots: this.#orders.lots(slot),
        };
      }
    }
  }

  /** Checks everything that must hold; throws an Error naming the first thing that does not. Takes linear time. */
  checkInvariants(): void {
    checkBook(this.#orders, this.#levels, this.#ids, this.#orderCount);
  }

  #checkPlace(side: BookSide, priceTicks: number, lots: number): void {
    if (!(Number.isInteger(priceTicks) && priceTicks > 0 && priceTicks <= MAX_PRICE_TICKS)) {
      throw new RangeError(`price ${priceTicks}`);
    }
    if (this.crosses(side, priceTicks)) throw new RangeError(`price ${priceTicks} crosses the book`);
    if (lots + this.levelLots(side, priceTicks) > Number.MAX_SAFE_INTEGER)
      throw new RangeError('level overflows');
  }

  #append(cell: number, slot: number): void {
    const tail = this.#levels.tail(cell);
    if (tail === NONE) this.#levels.setHead(cell, slot);
    else this.#orders.setNext(tail, slot);
    this.#orders.setPrevious(slot, tail);
    this.#orders.setNext(slot, NONE);
    this.#levels.setTail(cell, slot);
  }

  #unlink(slot: number, cell: number): void {
    const previous = this.#orders.previous(slot);
    const next = this.#orders.next(slot);
    if (previous === NONE) this.#levels.setHead(cell, next);
    else this.#orders.setNext(previous, next);
    if (next === NONE) this.#levels.setTail(cell, previous);
    else this.#orders.setPrevious(next, previous);
  }

  #remove(slot: number, lots: number): void {
    const cell = this.#orders.cell(slot);
    const side = this.#levels.side(cell);
    this.#unlink(slot, cell);
    this.#levels.removeOrder(side, cell, lots);
    this.#ids.delete(this.#orders.orderId(slot));
    this.#orders.release(slot);
    this.#orderCount[side]!--;
  }

  #walk(
    takerSide: BookSide,
    limitTicks: number,
    wanted: number,
    budget: bigint | null,
    takerOwnerId: number,
  ): Quote {
    const makerSide = oppositeOf(takerSide);
    let lots = 0;
    let tickLots = 0n;
    for (
      let cell = this.#levels.best(makerSide);
      cell !== NO_CELL;
      cell = this.#levels.nextLevel(makerSide, cell)
    ) {
      const price = this.#levels.priceTicks(cell);
      if (takerSide === BID ? price > limitTicks : price < limitTicks) break;
      const reachable = this.#lotsBeforeOwn(cell, takerOwnerId);
      let take = Math.min(reachable, wanted - lots);
      if (budget !== null) {
        const affordable = (budget - tickLots) / BigInt(price);
        if (affordable < BigInt(take)) take = Number(affordable);
      }
      lots += take;
      tickLots += BigInt(take) * BigInt(price);
      if (lots === wanted || take < this.#levels.lots(cell)) break;
    }
    return { lots, tickLots };
  }

  /** Lots of a level that have priority over the first order of `ownerId`. */
  #lotsBeforeOwn(cell: number, ownerId: number): number {
    if (ownerId === NO_OWNER) return this.#levels.lots(cell);
    let lots = 0;
    for (let slot = this.#levels.head(cell); slot !== NONE; slot = this.#orders.next(slot)) {
      if (this.#orders.ownerId(slot) === ownerId) break;
      lots += this.#orders.lots(slot);
    }
    return lots;
  }
}
