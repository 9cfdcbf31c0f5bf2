import { PLATFORM } from '../books.ts';
import { bandAround, referenceE8 } from '../markets.ts';
import { DueList, type Due } from '../due-list.ts';
import { ceilDivide, least, ppmOf } from '../numbers.ts';
import type { Market, World } from '../world.ts';
import { CancelTimers, type CancelTimer } from './cancel-timers.ts';
import { placeExits } from './exits.ts';
import { countResults } from './results.ts';
import { emptySides, fillsWhole, isWithin, marketLimit, SpotBook, type Sides, type Taking } from './book.ts';
import {
  hasBracket,
  mayRest,
  moneyOf,
  needOf,
  openLots,
  type Order,
  type RestingOrder,
  type Wanted,
} from './order.ts';

interface TradingState {
  readonly timers: CancelTimer[];
  readonly books: readonly Sides[];
  readonly waiting: Map<number, Order>;
  readonly own: Map<string, Map<number, Order>>;
  readonly lastOrderId: number;
  readonly lastTradeId: number;
}

/** Executes accepted orders and the stops their trades reach, and keeps what waits. */
export class Trading {
  readonly #world: World;
  readonly #books = new Map<number, SpotBook>();
  /** Waiting orders and stops. */
  waiting = new Map<number, Order>();
  /** By customer and market, in order of their ids. */
  #own = new Map<string, Map<number, Order>>();
  timers = new CancelTimers();
  /** Waiting orders that expire. */
  expiring = new DueList<Due>();
  /** `customer/name` → how many waiting orders have it. */
  readonly #names = new Map<string, number>();
  /** Stops reached and not executed yet. */
  #fired: Order[] = [];
  /** Orders with a bracket that have ended, their exits not placed yet. */
  readonly #ended: Order[] = [];
  lastOrderId = 0;
  #lastTradeId = 0;

  constructor(world: World) {
    this.#world = world;
  }

  book(market: Market): SpotBook {
    let book = this.#books.get(market.id);
    if (book === undefined) this.#open((book = new SpotBook(emptySides(market))));
    return book;
  }

  get state(): unknown {
    const books = [...this.#books.values()].map(({ sides }) => sides);
    const { waiting, lastOrderId } = this;
    const timers = this.timers.all();
    return { timers, books, waiting, own: this.#own, lastOrderId, lastTradeId: this.#lastTradeId };
  }

  set state(state: unknown) {
    const { timers, books, waiting, own, lastOrderId, lastTradeId } = state as TradingState;
    this.timers = new CancelTimers(timers);
    for (const sides of books) this.#open(new SpotBook(sides));
    this.waiting = waiting;
    this.#own = own;
    this.lastOrderId = lastOrderId;
    this.#lastTradeId = lastTradeId;
    for (const order of waiting.values()) this.#begin(order);
  }

  #open(book: SpotBook): void {
    this.#books.set(book.market.id, book);
  }

  /** The customer's waiting orders of a market, oldest first. */
  own(customerId: number, marketId: number): Order[] {
    return [...(this.#own.get(`${customerId}/${marketId}`)?.values() ?? [])];
  }

  ownCount(customerId: number, marketId: number): number {
    return this.#own.get(`${customerId}/${marketId}`)?.size ?? 0;
  }

  /** Whether one of the customer's waiting orders has this name. */
  hasName(customerId: number, name: string): boolean {
    return this.#names.has(`${customerId}/${name}`);
  }

  /** A new order with its money frozen: quote for buys, base for sells. */
  create(market: Market, wanted: Wanted, frozen: bigint): Order {
    const order: Order = {
      ...wanted,
      orderId: ++this.lastOrderId,
      market,
      placedAtMs: this.#world.now,
      triggered: wanted.trigger === null && wanted.orderType !== 'trailingStop',
      rises: false,
      triggeredAtMs: null,
      due: null,
      extreme: null,
      prevented: 0n,
      filledLots: 0n,
      filledQuote: 0n,
      fee: 0n,
      frozen: 0n,
      keptMakerPpm: Infinity,
      keptTakerPpm: Infinity,
      resting: null,
      listId: null,
      other: null,
      parentId: null,
    };
    if (frozen !== 0n)
      this.#world.books.freeze('orderFreeze', `order:${order.orderId}`, moneyOf(order), frozen);
    order.frozen = frozen;
    return order;
  }

  /** Freezes more or less, so that just `amount` is frozen for it. */
  refreeze(order: Order, amount: bigint): void {
    const { books } = this.#world;
    const more = amount - order.frozen;
    const reference = `order:${order.orderId}`;
    if (more > 0n) books.freeze('orderFreeze', reference, moneyOf(order), more);
    if (more < 0n) books.unfreeze('orderUnfreeze', reference, moneyOf(order), -more);
    order.frozen = amount;
  }

  /** From now on it waits. */
  keep(order: Order): void {
    if (this.waiting.has(order.orderId)) return;
    this.waiting.set(order.orderId, order);
    const key = `${order.customerId}/${order.market.id}`;
    const own = this.#own.get(key);
    if (own === undefined) this.#own.set(key, new Map([[order.orderId, order]]));
    else own.set(order.orderId, order);
    this.#begin(order);
  }

  /** Notes when a waiting order expires, and its name. */
  #begin(order: Order): void {
    const { expiresAtMs } = order.asks;
    if (expiresAtMs !== undefined) {
      order.due = { id: order.orderId, dueAtMs: expiresAtMs };
      this.expiring.add(order.due);
    }
    this.#countName(order, 1);
  }

  #countName({ customerId, name }: Order, change: number): void {
    if (name === null) return;
    const key = `${customerId}/${name}`;
    const count = (this.#names.get(key) ?? 0) + change;
    if (count > 0) this.#names.set(key, count);
    else this.#names.delete(key);
  }

  /** What is still frozen for it becomes available. */
  end(order: Order): void {
    if (order.frozen !== 0n) {
      this.#world.books.unfreeze('orderUnfreeze', `order:${order.orderId}`, moneyOf(order), order.frozen);
      order.frozen = 0n;
    }
    if (hasBracket(order) && order.filledLots > 0n) this.#ended.push(order);
    this.parted(order);
    if (!this.waiting.delete(order.orderId)) return;
    if (order.due !== null) this.expiring.remove(order.due);
    order.due = null;
    this.#countName(order, -1);
    this.#own.get(`${order.customerId}/${order.market.id}`)?.delete(order.orderId);
  }

  /** Orders of one market that are taken off together, with what that brings. One may have ended with the one before. */
  cancelEach(orders: readonly Order[]): void {
    for (const order of orders) if (this.waiting.has(order.orderId)) this.cancel(order);
    this.runFired();
  }

  cancel(order: Order): void {
    this.book(order.market).remove(order);
    this.end(order);
  }

  /** Trades as far as its limit allows; what is left waits if it is GTC. */
  runLimit(order: Order): void {
    const book = this.book(order.market);
    const left = this.#match(order, order.price!, openLots(order));
    const meetsOwn = left > 0n && book.crosses(order.side, order.price!);
    if (meetsOwn) this.#endBeforeOwn(order);
    else if (left === 0n || !mayRest(order)) this.end(order);
    else {
      book.rest(order, left);
      this.keep(order);
    }
  }

  /** Trades what was found; the rest ends. */
  runMarket(order: Order, { lots, prevented, end }: Taking): void {
    this.#match(order, marketLimit(order.market, order.side), lots + prevented);
    if (end === 'self' && prevented === 0n) this.#endBeforeOwn(order);
    else this.end(order);
  }

  /** What still crosses is the customer's own: the taker ends, and the other if it asks for that. */
  #endBeforeOwn(taker: Order): void {
    if (taker.asks.selfTrade === 'expireBoth') {
      this.cancel(this.book(taker.market).bestAgainst(taker.side)!.order);
    }
    this.end(taker);
  }

  lookMarket(market: Market, wanted: Wanted): Taking {
    return this.book(market).look(wanted, marketLimit(market, wanted.side));
  }

  /** Executes reached stops in their order, and those they reach in turn; then the exits of what has ended, in their order. */
  runFired(): void {
    for (let i = 0; ;) {
      for (const stop of this.#fired) this.#wins(stop);
      if (i < this.#fired.length) this.#runStop(this.#fired[i++]!);
      else if (this.#ended.length > 0) placeExits(this.#world, this, this.#ended.shift()!);
      else break;
    }
    this.#fired = [];
  }

  /** A stop whose price was there already when it was placed. */
  fire(stop: Order): void {
    this.#fired.push(stop);
  }

  /** Of two orders one has begun to trade, or is gone: the other goes, too, unless it is a stop that was reached before. */
  parted(order: Order): void {
    const { other } = order;
    if (other === null) return;
    order.other = null;
    other.other = null;
    if (this.#fired.includes(other)) this.refreeze(other, needOf(other));
    else this.cancel(other);
  }

  /** A stop was reached: its list's limit order goes, and its money is the stop's. */
  #wins(stop: Order): void {
    const limit = stop.other;
    if (limit === null) return;
    stop.other = null;
    limit.other = null;
    this.cancel(limit);
    this.refreeze(stop, needOf(stop));
  }

  /** Stops that watch the index; before the first trade all do. */
  indexTicked(market: Market): void {
    const { lastPriceTicks, status, tick, terms } = market;
    if (status !== 'open' || tick === null) return;
    const book = this.book(market);
    const up = ceilDivide(tick.priceE8, terms.tickE8);
    const down = tick.priceE8 / terms.tickE8;
    this.#fired.push(...book.takeReached('index', up, down, true));
    if (lastPriceTicks === 0n) this.#fired.push(...book.takeReached('last', up, down, true));
    this.runFired();
  }

  #runStop(order: Order): void {
    const { market, side, customerId } = order;
    order.triggered = true;
    order.triggeredAtMs = this.#world.now;
    if (side === 'buy' && this.#world.limits.refuseBuying(customerId) !== null) this.end(order);
    else if (order.orderType === 'stopLimit') {
      if (this.#refusesNow(order)) this.end(order);
      else this.runLimit(order);
    } else {
      const taking = this.lookMarket(market, order);
      if (order.timeInForce === 'FOK' && !fillsWhole(taking)) this.end(order);
      else this.runMarket(order, taking);
    }
  }

  /** Whether a stop-limit that has fired would be refused as a new order. */
  #refusesNow(order: Order): boolean {
    const { market, side, timeInForce, postOnly } = order;
    const price = order.price!;
    const { lowest, highest } = bandAround(market, referenceE8(market));
    if (price < lowest || price > highest) return true;
    const book = this.book(market);
    if (postOnly) return book.crosses(side, price);
    return timeInForce === 'FOK' && !fillsWhole(book.look(order, price));
  }

  /** Trades up to so many lots within a price, until the next maker is the same customer. Returns the lots left. */
  #match(taker: Order, limit: bigint, lots: bigint): bigint {
    const { market, side } = taker;
    const book = this.book(market);
    let left = lots;
    let first = 0n;
    let price = 0n;
    while (left > 0n) {
      const maker = book.bestAgainst(side);
      if (maker === undefined || !isWithin(side, maker.priceTicks, limit)) break;
      if (maker.customerId === taker.customerId) {
        const { selfTrade } = taker.asks;
        if (selfTrade === 'expireMaker') this.cancel(maker.order);
        else if (selfTrade === 'decrement') left -= this.#prevent(taker, maker, least(left, maker.lots));
        else break;
        continue;
      }
      price = maker.priceTicks;
      if (first === 0n) first = price;
      const fill = least(left, maker.lots);
      this.parted(maker.order);
      this.parted(taker);
      this.#trade(taker, maker, fill);
      maker.lots -= fill;
      if (maker.lots === 0n) this.#emptied(maker.order);
      left -= fill;
    }
    if (first !== 0n) {
      market.lastPriceTicks = price;
      const rose = side === 'buy';
      this.#fired.push(...book.takeReached('last', rose ? first : price, rose ? price : first, rose));
    }
    return left;
  }

  /** Both lose the lots, and what a price had frozen for them. */
  #prevent(taker: Order, maker: RestingOrder, lots: bigint): bigint {
    const { terms } = taker.market;
    for (const order of [maker.order, taker]) {
      this.parted(order);
      order.prevented += lots;
      if (order.price === null) continue;
      const each = order.side === 'buy' ? order.price * terms.quoteMinorPerTickLot : terms.baseMinorPerLot;
      this.refreeze(order, order.frozen - lots * each);
    }
    maker.lots -= lots;
    if (maker.lots === 0n) this.#emptied(maker.order);
    return lots;
  }

  /** An iceberg shows its next part. */
  #emptied(order: Order): void {
    const book = this.book(order.market);
    book.remove(order);
    const left = openLots(order);
    if (left > 0n) book.rest(order, left);
    else this.end(order);
  }

  #trade(taker: Order, { order: maker, priceTicks }: RestingOrder, lots: bigint): void {
    const { market } = taker;
    const { terms, base, quote } = market;
    const paid = priceTicks * lots * terms.quoteMinorPerTickLot;
    const sold = lots * terms.baseMinorPerLot;
    const takerPpm = Math.min(terms.config.takerFeePpm, taker.keptTakerPpm);
    const makerPpm = Math.min(terms.config.makerFeePpm, maker.keptMakerPpm);
    const takerBuys = taker.side === 'buy';
    const [buyer, seller] = takerBuys ? [taker, maker] : [maker, taker];
    // Fees are taken from what is received, truncated per fill.
    const buyerFee = ppmOf(sold, takerBuys ? takerPpm : makerPpm);
    const sellerFee = ppmOf(paid, takerBuys ? makerPpm : takerPpm);
    // A limit buy froze money at its own price.
    const released = buyer.price === null ? paid : buyer.price * lots * terms.quoteMinorPerTickLot;
    const { referral, books, limits } = this.#world;
    books.post('trade', `trade:${++this.#lastTradeId}`, [
      [buyer.customerId, 'spot', quote.id, 'frozen', -released],
      [buyer.customerId, 'spot', quote.id, 'available', released - paid],
      [seller.customerId, 'spot', quote.id, 'available', paid - sellerFee],
      [PLATFORM, 'fees', quote.id, 'available', sellerFee],
      [seller.customerId, 'spot', base.id, 'frozen', -sold],
      [buyer.customerId, 'spot', base.id, 'available', sold - buyerFee],
      [PLATFORM, 'fees', base.id, 'available', buyerFee],
      ...referral.share({ customerId: buyer.customerId, currencyId: base.id, feeMinor: buyerFee }),
      ...referral.share({ customerId: seller.customerId, currencyId: quote.id, feeMinor: sellerFee }),
    ]);
    if (limits.follows(buyer.customerId) || limits.follows(seller.customerId)) {
      countResults(limits, market, buyer, seller, {
        paid,
        sold,
        received: sold - buyerFee,
        earned: paid - sellerFee,
      });
    }
    for (const [order, fee, frozen] of [
      [buyer, buyerFee, released],
      [seller, sellerFee, sold],
    ] as const) {
      order.frozen -= frozen;
      order.fee += fee;
      order.filledLots += lots;
      order.filledQuote += paid;
    }
  }
}
