import { DueHeap } from '../indexed-heap.ts';
import { OrderNames } from '../spot/order-names.ts';
import { askingOf, type WaitingOrder } from './position.ts';

/** Waiting orders of all contracts by their customers' names for them, and by when they expire. */
export class WaitingIndex {
  readonly #names = new OrderNames();
  readonly #expiring = new DueHeap<WaitingOrder>((a, b) => a.orderId - b.orderId);

  hasName(customerId: number, clientOrderId: string): boolean {
    return this.#names.has(customerId, clientOrderId);
  }

  /** The next one to expire. */
  first(): WaitingOrder | undefined {
    return this.#expiring.first();
  }

  begin(waiting: WaitingOrder): void {
    this.#names.count(waiting.position.trader.customerId, nameOf(waiting), 1);
    this.instruct(waiting);
  }

  end(waiting: WaitingOrder): void {
    this.#names.count(waiting.position.trader.customerId, nameOf(waiting), -1);
    if (waiting.dueAtMs !== Infinity) this.#expiring.remove(waiting);
  }

  /** What it asks for is known. Of orders from a snapshot, that is read later. */
  instruct(waiting: WaitingOrder): void {
    waiting.dueAtMs = askingOf(waiting)?.instructions?.expiresAtMs ?? Infinity;
    if (waiting.dueAtMs !== Infinity) this.#expiring.add(waiting);
  }
}

function nameOf({ order, position, effect }: WaitingOrder): string | null {
  if (order !== null) return order.terms.clientOrderId;
  return effect === 'open' ? position.clientOrderId : null;
}
