import { IndexedHeap, type HeapIndex } from '../indexed-heap.ts';
import type { Watcher } from './watcher.ts';

/** Where a watcher keeps its index among stops or trailing stops; it is in one such heap at most. */
export const STOP_INDEX: HeapIndex<{ heapAt: number }> = {
  get: order => order.heapAt,
  set: (order, at) => {
    order.heapAt = at;
  },
};

/**
 * Waiting stops of one market, by the direction their price has to go. Each kind is a heap: nearest trigger first and, at
 * one trigger, the oldest order first.
 */
export class StopOrders<T extends Watcher<T>> {
  readonly rising = new StopHeap<T>(1);
  readonly falling = new StopHeap<T>(-1);

  get size(): number {
    return this.rising.size + this.falling.size;
  }

  /** By its direction, which it must have. */
  add(order: T): void {
    if (order.triggerDirection === 'rises') this.rising.add(order);
    else this.falling.add(order);
  }

  /** False if it is not here. */
  remove(order: T): boolean {
    return this.rising.remove(order) || this.falling.remove(order);
  }
}

export class StopHeap<T extends Watcher<T>> extends IndexedHeap<T> {
  readonly #direction: 1 | -1;

  /** 1: fires at or above the trigger, lowest trigger first; −1: at or below it, highest first. */
  constructor(direction: 1 | -1) {
    super((a, b) => (a.triggerTicks! - b.triggerTicks!) * direction || a.orderId - b.orderId, STOP_INDEX);
    this.#direction = direction;
  }

  /** Moves those that a price has reached to `fired`, the nearest first. */
  takeReached(priceTicks: number, fired: T[]): void {
    for (let order = this.first(); order !== undefined; order = this.first()) {
      if ((priceTicks - order.triggerTicks!) * this.#direction < 0) return;
      this.remove(order);
      fired.push(order);
    }
  }
}
