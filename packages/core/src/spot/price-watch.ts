import { StopOrders } from './stop-orders.ts';
import { TrailingStops } from './trailing-stops.ts';
import type { Watcher } from './watcher.ts';

/** What waits in one market for one price: the last trade's, the index or the mark. */
export class PriceWatch<T extends Watcher<T>> {
  readonly stops = new StopOrders<T>();
  readonly trails = new TrailingStops<T>();

  get size(): number {
    return this.stops.size + this.trails.size;
  }

  /** A stop; trailing ones are added with where they begin to follow. */
  add(order: T, extremeTicks: number | null = null): void {
    if (order.trail !== null) this.trails.add(order, extremeTicks);
    else this.stops.add(order);
  }

  remove(order: T): void {
    if (order.trail !== null) this.trails.remove(order);
    else this.stops.remove(order);
  }

  /** Moves what was reached between the lowest and highest price of some trades to `fired`, in the order of the prices. */
  passed(lowest: number, highest: number, pricesRose: boolean, fired: T[]): void {
    // The trades of one taker go one way: a buyer's first trade is the lowest, so stops below are reached first.
    if (pricesRose) {
      this.#fell(lowest, fired);
      this.#rose(highest, fired);
    } else {
      this.#rose(highest, fired);
      this.#fell(lowest, fired);
    }
  }

  #fell(priceTicks: number, fired: T[]): void {
    this.stops.falling.takeReached(priceTicks, fired);
    if (this.trails.size > 0) this.trails.fell(priceTicks, fired);
  }

  #rose(priceTicks: number, fired: T[]): void {
    this.stops.rising.takeReached(priceTicks, fired);
    if (this.trails.size > 0) this.trails.rose(priceTicks, fired);
  }
}
