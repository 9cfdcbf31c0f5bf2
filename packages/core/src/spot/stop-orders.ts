import type { OpenOrder } from './open-order.ts';

/**
 * Waiting stops of one market, by the direction their price has to go. Each kind is a
 * binary heap: nearest trigger first and, at one trigger, the oldest order first.
 */
export class StopOrders {
  readonly rising = new StopHeap(1);
  readonly falling = new StopHeap(-1);

  /** Moves stops triggered between the lowest and highest price of some trades to `fired`, in order of price. */
  takeReached(lowest: number, highest: number, pricesRose: boolean, fired: OpenOrder[]): void {
    // The trades of one taker go one way: a buyer's first trade is the lowest, so stops below are reached first.
    if (pricesRose) {
      this.falling.takeReached(lowest, fired);
      this.rising.takeReached(highest, fired);
    } else {
      this.rising.takeReached(highest, fired);
      this.falling.takeReached(lowest, fired);
    }
  }

  /** By its direction, which it must have. */
  add(order: OpenOrder): void {
    if (order.triggerDirection === 'rises') this.rising.add(order);
    else this.falling.add(order);
  }

  remove(order: OpenOrder): void {
    if (!this.rising.remove(order)) this.falling.remove(order);
  }
}

export class StopHeap {
  readonly #direction: 1 | -1;
  readonly #orders: OpenOrder[] = [];

  /** 1: fires at or above the trigger, lowest trigger first; −1: at or below it, highest first. */
  constructor(direction: 1 | -1) {
    this.#direction = direction;
  }

  get size(): number {
    return this.#orders.length;
  }

  /** The stop that fires next. */
  first(): OpenOrder | undefined {
    return this.#orders[0];
  }

  has(order: OpenOrder): boolean {
    return order.heapAt >= 0 && this.#orders[order.heapAt] === order;
  }

  add(order: OpenOrder): void {
    this.#orders.push(order);
    this.#rise(this.#orders.length - 1, order);
  }

  /** False if the order is not here. */
  remove(order: OpenOrder): boolean {
    if (!this.has(order)) return false;
    const at = order.heapAt;
    const last = this.#orders.pop()!;
    order.heapAt = -1;
    if (last !== order) {
      this.#sink(at, last);
      this.#rise(last.heapAt, last);
    }
    return true;
  }

  takeReached(priceTicks: number, fired: OpenOrder[]): void {
    for (let order = this.#orders[0]; order !== undefined; order = this.#orders[0]) {
      if ((priceTicks - order.triggerTicks!) * this.#direction < 0) return;
      this.remove(order);
      fired.push(order);
    }
  }

  #before(a: OpenOrder, b: OpenOrder): boolean {
    const difference = (a.triggerTicks! - b.triggerTicks!) * this.#direction;
    return difference === 0 ? a.orderId < b.orderId : difference < 0;
  }

  #put(at: number, order: OpenOrder): void {
    this.#orders[at] = order;
    order.heapAt = at;
  }

  #rise(from: number, order: OpenOrder): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#before(order, this.#orders[parent]!)) break;
      this.#put(at, this.#orders[parent]!);
      at = parent;
    }
    this.#put(at, order);
  }

  #sink(from: number, order: OpenOrder): void {
    let at = from;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= this.#orders.length) break;
      const right = child + 1;
      if (right < this.#orders.length && this.#before(this.#orders[right]!, this.#orders[child]!))
        child = right;
      if (!this.#before(this.#orders[child]!, order)) break;
      this.#put(at, this.#orders[child]!);
      at = child;
    }
    this.#put(at, order);
  }
}
