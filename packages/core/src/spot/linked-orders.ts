import { BID } from '../book/side.ts';
import type { ListedMarket } from '../market/listed-market.ts';
import type { OpenOrder } from './open-order.ts';
import type { OpenOrders } from './open-orders.ts';
import type { SpotMarket } from './spot-market.ts';

/** What has to be frozen for an order of which `openLots` are open: quote minor units for buys, base for sells. */
export function neededMinor(
  listed: ListedMarket,
  { side, priceTicks, budgetMinor }: Pick<OpenOrder, 'side' | 'priceTicks' | 'budgetMinor'>,
  openLots: number,
): number {
  if (budgetMinor !== null) return Number(budgetMinor);
  return side === BID ? listed.valueMinor(priceTicks!, openLots) : openLots * listed.baseMinorPerLot;
}

/**
 * Order lists: a limit order and a stop of which only one trades. What the dearer of the two needs is frozen once: the limit
 * order has frozen what it needs, and the stop what it needs beyond that. A link lasts until one of them trades or ends.
 */
export class LinkedOrders {
  readonly #keeper: OpenOrders;
  readonly #marketOf: (order: OpenOrder) => SpotMarket;

  constructor(keeper: OpenOrders, marketOf: (order: OpenOrder) => SpotMarket) {
    this.#keeper = keeper;
    this.#marketOf = marketOf;
  }

  /** Both wait, or are about to, and the limit order has frozen what it needs; the customer was checked to have the rest. */
  link(limit: OpenOrder, stop: OpenOrder): void {
    limit.listId = limit.orderId;
    stop.listId = limit.orderId;
    limit.linked = stop;
    stop.linked = limit;
    this.#keeper.refreeze(stop, Math.max(0, this.#needed(stop) - limit.frozenMinor));
  }

  /** The order begins to trade, or has ended: the other ends. Nothing for an order that is not linked. */
  release(order: OpenOrder): void {
    const other = order.linked;
    if (other === null) return;
    this.#unlink(order, other);
    // A stop that has fired and waits for its turn was first.
    if (other.slot === 0 && other.heapAt < 0) this.#keeper.refreeze(other, this.#needed(other));
    else this.#end(other);
  }

  /** The stop has left those that wait: its limit order ends, and the stop has all of what was frozen for both. */
  fired(stop: OpenOrder): void {
    const limit = stop.linked;
    if (limit === null) return;
    this.#unlink(stop, limit);
    this.#end(limit);
    this.#keeper.refreeze(stop, this.#needed(stop));
  }

  /** Takes an order out of the book or from the stops. */
  withdraw(order: OpenOrder): void {
    const market = this.#marketOf(order);
    if (order.slot === 0) market.watchOf(order).remove(order);
    else market.unrest(order);
  }

  #end(order: OpenOrder): void {
    this.withdraw(order);
    this.#keeper.end(order, 'linkedOrder');
  }

  #unlink(order: OpenOrder, other: OpenOrder): void {
    order.linked = null;
    other.linked = null;
  }

  #needed(stop: OpenOrder): number {
    return neededMinor(this.#marketOf(stop).listed, stop, stop.budgetMinor === null ? stop.openLots : 0);
  }
}
