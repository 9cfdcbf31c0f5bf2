import { PLATFORM } from '../books.ts';
import { bandAround, referenceE8 } from '../markets.ts';
import { ceilDivide, least, ppmOf } from '../numbers.ts';
import type { Market, World } from '../world.ts';
import { fillsWhole, isWithin, SpotBook, type Sides, type Taking } from './book.ts';
import type { Order, RestingOrder, Side, Wanted } from './order.ts';

interface TradingState {
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
  /** Stops reached and not executed yet. */
  #fired: Order[] = [];
  lastOrderId = 0;
  #lastTradeId = 0;

  constructor(world: World) {
    this.#world = world;
  }

  book(market: Market): SpotBook {
    let book = this.#books.get(market.id);
    if (book === undefined)
      this.#open((book = new SpotBook({ market, buy: [], sell: [], rising: [], falling: [] })));
    return book;
  }

  get state(): unknown {
    const books = [...this.#books.values()].map(({ sides }) => sides);
    const { waiting, lastOrderId } = this;
    return { books, waiting, own: this.#own, lastOrderId, lastTradeId: this.#lastTradeId };
  }

  set state(state: unknown) {
    const { books, waiting, own, lastOrderId, lastTradeId } = state as TradingState;
    for (const sides of books) this.#open(new SpotBook(sides));
    this.waiting = waiting;
    this.#own = own;
    this.lastOrderId = lastOrderId;
    this.#lastTradeId = lastTradeId;
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

  /** A new order with its money frozen: quote for buys, base for sells. */
  create(market: Market, wanted: Wanted, frozen: bigint): Order {
    const order: Order = {
      ...wanted,
      orderId: ++this.lastOrderId,
      market,
      placedAtMs: this.#world.now,
      triggered: wanted.trigger === null,
      filledLots: 0n,
      filledQuote: 0n,
      fee: 0n,
      frozen: 0n,
      keptMakerPpm: Infinity,
      keptTakerPpm: Infinity,
      resting: null,
    };
    if (frozen !== 0n)
      this.#world.books.freeze('orderFreeze', `order:${order.orderId}`, moneyOf(order), frozen);
    order.frozen = frozen;
    return order;
  }

  /** From now on it waits. */
  keep(order: Order): void {
    if (this.waiting.has(order.orderId)) return;
    this.waiting.set(order.orderId, order);
    const key = `${order.customerId}/${order.market.id}`;
    const own = this.#own.get(key);
    if (own === undefined) this.#own.set(key, new Map([[order.orderId, order]]));
    else own.set(order.orderId, order);
  }

  /** What is still frozen for it becomes available. */
  end(order: Order): void {
    if (order.frozen !== 0n) {
      this.#world.books.unfreeze('orderUnfreeze', `order:${order.orderId}`, moneyOf(order), order.frozen);
      order.frozen = 0n;
    }
    this.waiting.delete(order.orderId);
    this.#own.get(`${order.customerId}/${order.market.id}`)?.delete(order.orderId);
  }

  cancel(order: Order): void {
    this.book(order.market).remove(order);
    this.end(order);
  }

  /** Trades as far as its limit allows; what is left waits if it is GTC. */
  runLimit(order: Order): void {
    const book = this.book(order.market);
    const left = this.#match(order, order.price!, order.lots!);
    // What still crosses is the customer's own: the taker expires.
    if (left === 0n || book.crosses(order.side, order.price!) || order.timeInForce !== 'GTC') {
      this.end(order);
    } else {
      book.rest(order, left);
      this.keep(order);
    }
  }

  /** Trades what was found; the rest ends. */
  runMarket(order: Order, { lots }: Taking): void {
    this.#match(order, marketLimit(order.market, order.side), lots);
    this.end(order);
  }

  lookMarket(market: Market, wanted: Wanted): Taking {
    return this.book(market).look(wanted, marketLimit(market, wanted.side));
  }

  /** Executes reached stops in their order, and those they reach in turn. */
  runFired(): void {
    for (let i = 0; i < this.#fired.length; i++) this.#runStop(this.#fired[i]!);
    this.#fired = [];
  }

  /** Before the first trade, stops follow the index. */
  indexTicked(market: Market): void {
    const { lastPriceTicks, status, tick, terms } = market;
    if (lastPriceTicks !== 0n || status !== 'open' || tick === null) return;
    const up = ceilDivide(tick.priceE8, terms.tickE8);
    this.#fired.push(...this.book(market).takeReached(up, tick.priceE8 / terms.tickE8, true));
    this.runFired();
  }

  #runStop(order: Order): void {
    const { market, side, customerId } = order;
    order.triggered = true;
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
      if (maker.customerId === taker.customerId) break;
      price = maker.priceTicks;
      if (first === 0n) first = price;
      const fill = least(left, maker.lots);
      this.#trade(taker, maker, fill);
      maker.lots -= fill;
      if (maker.lots === 0n) {
        book.remove(maker.order);
        this.end(maker.order);
      }
      left -= fill;
    }
    if (first !== 0n) {
      market.lastPriceTicks = price;
      const rose = side === 'buy';
      this.#fired.push(...book.takeReached(rose ? first : price, rose ? price : first, rose));
    }
    return left;
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
      this.#count(market, buyer, seller, { paid, sold, received: sold - buyerFee, earned: paid - sellerFee });
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

  /** Costs and proceeds for the customers' own limits, fees included, valued at the index. */
  #count(
    { base, quote }: Market,
    buyer: Order,
    seller: Order,
    { paid, sold, received, earned }: Readonly<Record<'paid' | 'sold' | 'received' | 'earned', bigint>>,
  ): void {
    const { limits } = this.#world;
    const paidValue = limits.value(quote.id, paid);
    const earnedValue = limits.value(quote.id, earned);
    if (paidValue === null || earnedValue === null) {
      limits.left(buyer.customerId, quote.id, paid);
      limits.left(seller.customerId, base.id, sold);
      return;
    }
    limits.sold(buyer.customerId, quote.id, paid, paidValue);
    limits.bought(buyer.customerId, base.id, received, paidValue);
    limits.sold(seller.customerId, base.id, sold, earnedValue);
    limits.bought(seller.customerId, quote.id, earned, earnedValue);
  }
}

/** A market order trades no further than the edge of the band. */
function marketLimit(market: Market, side: Side): bigint {
  const { lowest, highest } = bandAround(market, referenceE8(market));
  return side === 'buy' ? highest : lowest;
}

function moneyOf({ customerId, side, market }: Order): readonly [number, string, number] {
  return [customerId, 'spot', side === 'buy' ? market.quote.id : market.base.id];
}
