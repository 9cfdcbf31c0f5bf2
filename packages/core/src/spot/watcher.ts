import type { IndexedHeap } from '../indexed-heap.ts';
import type { OrderTrail, TriggerDirection } from './order.ts';

/** What waits for a price: a stop or trailing stop of spot, or a conditional order of a contract. */
export interface Watcher<T> {
  /** Decides between those that a price reaches at once. */
  readonly orderId: number;
  /** Of a trailing one: from which price on it follows; null: it has followed from the beginning. */
  readonly triggerTicks: number | null;
  readonly triggerDirection: TriggerDirection | null;
  /** Null: it does not trail. */
  readonly trail: OrderTrail | null;
  /** Its index in a heap; −1 = in none. */
  heapAt: number;
  /** Of a trailing one that follows: those with the same extreme. */
  trailGroup: Following<T> | null;
}

/** Trailing ones that have seen the same extreme. */
export interface Following<T> {
  /** In ticks; negative for buys, so that a higher one is always further. */
  extreme: number;
  heapAt: number;
  readonly size: number;
  /** The nearest trigger, in the same direction as the extreme. */
  readonly key: number;
  nearest(): T;
  heapOf(order: T): IndexedHeap<T>;
}
