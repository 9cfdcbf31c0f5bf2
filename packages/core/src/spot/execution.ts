import { BID } from '../book/side.ts';
import type { Limits } from '../limit/limit.ts';
import type { ListedMarket } from '../market/listed-market.ts';
import type { Exits } from './exits.ts';
import type { LinkedOrders } from './linked-orders.ts';
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
  readonly #links: LinkedOrders;
  readonly #exits: Exits;

  constructor(keeper: OpenOrders, links: LinkedOrders, exits: Exits, matching: Matching, limits: Limits) {
    this.#keeper = keeper;
    this.#links = links;
    this.#exits = exits;
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
   * Executes the stops triggered so far, in the order they were reached, and those they trigger in turn; then places the exits
   * of orders that have ended, one bracket at a time, each with the stops that it triggers. This ends, because a stop fires
   * once, and exits have no brackets.
   */
  runFired(market: SpotMarket): void {
    const fired = this.#fired;
    if (fired.length === 0 && this.#exits.isEmpty) return;
    let settled = 0;
    for (let next = 0; ;) {
      // Before any stop trades: the price has decided against the other orders of their lists.
      for (; settled < fired.length; settled++) this.#links.fired(fired[settled]!);
      if (next < fired.length) this.#runStop(market, fired[next++]!);
      else if (this.#exits.isEmpty) break;
      else this.#placeExits(market);
    }
    fired.length = 0;
  }

  /** A stop that the price has passed already fires at once. */
  #placeExits(market: SpotMarket): void {
    const { limit, fired } = this.#exits.placeNext(market);
    if (fired !== null) this.#fired.push(fired);
    if (limit !== null) this.runLimit(market, limit);
  }

  /** Stops that watch the index; before the first trade all do. Where nothing can be traded, nothing is watched. */
  indexTicked(market: SpotMarket): void {
    const { listed } = market;
    if (listed.status !== 'open') return;
    const up = listed.indexTicksUp();
    const down = listed.indexTicksDown();
    market.indexWatch.passed(up, down, true, this.#fired);
    if (listed.lastPriceTicks === 0) market.lastWatch.passed(up, down, true, this.#fired);
    this.runFired(market);
  }

  #runStop(market: SpotMarket, order: OpenOrder): void {
    order.triggered = true;
    order.triggeredAtMs = this.#keeper.nowMs;
    // An earlier stop may have used up the customer's own limit.
    if (order.side === BID && this.#limits.refuseBuying(order.trader.customerId) !== null) {
      this.#keeper.end(order, 'ownLimit');
    } else if (order.orderType !== 'stopLimit') {
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
    const { customerId } = order.trader;
    this.#taking.look(market, order.side, customerId, limit, lots, budgetMinor, selfTradeMode(order));
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
