import { BID } from '../book/side.ts';
import type { Limits } from '../limit/limit.ts';
import type { ListedMarket } from '../market/listed-market.ts';
import { selfTradeMode, type Matching } from './matching.ts';
import type { OpenOrder } from './open-order.ts';
import type { OpenOrders } from './open-orders.ts';
import { rests } from './order.ts';
import type { SpotMarket } from './spot-market.ts';
import { Taking } from './taking.ts';

/** Executes accepted orders, and the stops their trades trigger. */
export class Execution {
  readonly #keeper: OpenOrders;
  readonly #matching: Matching;
  readonly #limits: Limits;
  readonly #taking = new Taking();
  /** Triggered stops not executed yet, first in first out; empty between commands. */
  readonly #fired: OpenOrder[] = [];

  constructor(keeper: OpenOrders, matching: Matching, limits: Limits) {
    this.#keeper = keeper;
    this.#matching = matching;
    this.#limits = limits;
  }

  /** Trades a limit order as far as possible; the rest waits in the book or ends. Its money is already frozen. */
  runLimit(market: SpotMarket, order: OpenOrder): void {
    const price = order.priceTicks!;
    const left = this.#matching.match(market, order, price, order.openLots, this.#fired);
    if (left === 0) {
      this.#keeper.complete(order);
    } else if (market.book.crosses(order.side, price)) {
      // Matching stopped although prices still cross: the next maker is the same customer.
      this.#matching.endBeforeOwn(market, order);
    } else if (!rests(order.timeInForce)) {
      this.#keeper.end(order, 'immediateRemainder');
    } else {
      market.rest(order, left);
      this.#keeper.keep(order);
      this.#keeper.touch(order);
    }
  }

  /** Trades what `look` found for a market order; the rest ends. Its money is already frozen. */
  runMarket(market: SpotMarket, order: OpenOrder, taking: Taking): void {
    const { end, lots, preventedLots } = taking;
    const limit = marketLimit(market.listed, order.side);
    this.#matching.match(market, order, limit, lots + preventedLots, this.#fired);
    // Of lots prevented on both sides nothing is left to stop before.
    if (end === 'self' && preventedLots === 0) this.#matching.endBeforeOwn(market, order);
    else if (end === 'book') this.#keeper.end(order, 'immediateRemainder');
    else this.#keeper.complete(order);
  }

  /** Ends an order that can get nothing now, and asked not to be refused for it. */
  runNothing(order: OpenOrder): void {
    this.#keeper.end(order, 'immediateRemainder');
  }

  /** What a limit order would get now, within its limit price. */
  lookLimit(market: SpotMarket, order: Takeable): Taking {
    return this.#look(market, order, order.priceTicks!, order.quantityLots!, -1);
  }

  /** What a market order would get now, within the price band. */
  lookMarket(market: SpotMarket, order: Takeable): Taking {
    const limit = marketLimit(market.listed, order.side);
    const wanted = order.quantityLots ?? market.listed.maxQuantityLots;
    return this.#look(
      market,
      order,
      limit,
      wanted,
      order.budgetMinor === null ? -1 : Number(order.budgetMinor),
    );
  }

  /**
   * Executes the stops triggered so far, in the order they were reached, and those they trigger in turn. This ends,
   * because a stop fires once and only commands place new ones.
   */
  runFired(market: SpotMarket): void {
    const fired = this.#fired;
    if (fired.length === 0) return;
    for (let i = 0; i < fired.length; i++) this.#runStop(market, fired[i]!);
    fired.length = 0;
  }

  /** Before the first trade stops follow the index. */
  indexTicked(market: SpotMarket): void {
    const { listed } = market;
    if (listed.lastPriceTicks !== 0 || listed.status !== 'open') return;
    market.stops.takeReached(listed.indexTicksUp(), listed.indexTicksDown(), true, this.#fired);
    this.runFired(market);
  }

  #runStop(market: SpotMarket, order: OpenOrder): void {
    order.triggered = true;
    order.triggeredAtMs = this.#keeper.nowMs;
    // An earlier stop may have used up the customer's own limit.
    if (order.side === BID && this.#limits.refuseBuying(order.trader.customerId) !== null) {
      this.#keeper.end(order, 'ownLimit');
    } else if (order.orderType === 'stopMarket') {
      const taking = this.lookMarket(market, order);
      if (order.timeInForce === 'FOK' && !fillsWhole(taking)) this.#keeper.end(order, 'triggerRefused');
      else this.runMarket(market, order, taking);
    } else if (this.#refusesNow(market, order)) {
      this.#keeper.end(order, 'triggerRefused');
    } else {
      this.runLimit(market, order);
    }
  }

  /** Whether a triggered stop-limit would be refused if it were placed now. */
  #refusesNow(market: SpotMarket, order: OpenOrder): boolean {
    const price = order.priceTicks!;
    if (price < market.listed.lowestPriceTicks || price > market.listed.highestPriceTicks) return true;
    if (order.postOnly) return market.book.crosses(order.side, price);
    return order.timeInForce === 'FOK' && !fillsWhole(this.lookLimit(market, order));
  }

  #look(market: SpotMarket, order: Takeable, limit: number, lots: number, budgetMinor: number): Taking {
    const { quoteMinorPerTickLot } = market.listed;
    const { customerId } = order.trader;
    this.#taking.look(
      market.book,
      order.side,
      customerId,
      limit,
      lots,
      budgetMinor,
      quoteMinorPerTickLot,
      selfTradeMode(order),
    );
    return this.#taking;
  }
}

/** What `look` needs to know of an order; available before the order exists. */
export type Takeable = Pick<
  OpenOrder,
  'trader' | 'side' | 'priceTicks' | 'quantityLots' | 'budgetMinor' | 'instructions'
>;

/** Whether everything wanted is there; for a budget, all the whole lots it buys. */
export function fillsWhole({ end, preventedLots }: Taking): boolean {
  return (end === 'wanted' || end === 'budget') && preventedLots === 0;
}

/** The worst price for a market order: the edge of the band. */
function marketLimit(listed: ListedMarket, side: number): number {
  return side === BID ? listed.highestPriceTicks : listed.lowestPriceTicks;
}
