/** Marks "no order". Slots count from 1, so zeroed memory means "none". */
export const NONE = 0;

/** One order is 32 bytes, half a cache line: touching an order costs at most one or two misses. */
const INTS = 8;
const DOUBLES = 4;
const LOTS = 0;
const ORDER_ID = 1;
const NEXT = 4;
const PREV = 5;
const CELL = 6;
const OWNER = 7;

/**
 * Resting orders as fixed-size records in one buffer, addressed by slot. Freed slots are chained through `next` and
 * reused last-in first-out, while they are still in cache. Nothing is allocated per order.
 */
export class OrderPool {
  #ints: Int32Array;
  #doubles: Float64Array;
  #capacity: number;
  #free = NONE;
  #used = NONE;

  constructor(capacity: number) {
    this.#capacity = capacity + 1;
    const buffer = new ArrayBuffer(this.#capacity * INTS * 4);
    this.#ints = new Int32Array(buffer);
    this.#doubles = new Float64Array(buffer);
  }

  /** The slot of a new order, not yet linked to neighbours. */
  allocate(orderId: number, ownerId: number, cell: number, lots: number): number {
    let slot = this.#free;
    if (slot !== NONE) {
      this.#free = this.#ints[slot * INTS + NEXT]!;
    } else {
      slot = ++this.#used;
      if (slot === this.#capacity) this.#grow();
    }
    const at = slot * INTS;
    this.#doubles[slot * DOUBLES + LOTS] = lots;
    this.#doubles[slot * DOUBLES + ORDER_ID] = orderId;
    this.#ints[at + NEXT] = NONE;
    this.#ints[at + PREV] = NONE;
    this.#ints[at + CELL] = cell;
    this.#ints[at + OWNER] = ownerId;
    return slot;
  }

  release(slot: number): void {
    // Zero lots mark the slot as free, so that a stale slot is noticed instead of traded.
    this.#doubles[slot * DOUBLES + LOTS] = 0;
    this.#ints[slot * INTS + NEXT] = this.#free;
    this.#free = slot;
  }

  lots(slot: number): number {
    return this.#doubles[slot * DOUBLES + LOTS]!;
  }

  setLots(slot: number, lots: number): void {
    this.#doubles[slot * DOUBLES + LOTS] = lots;
  }

  orderId(slot: number): number {
    return this.#doubles[slot * DOUBLES + ORDER_ID]!;
  }

  ownerId(slot: number): number {
    return this.#ints[slot * INTS + OWNER]!;
  }

  cell(slot: number): number {
    return this.#ints[slot * INTS + CELL]!;
  }

  setCell(slot: number, cell: number): void {
    this.#ints[slot * INTS + CELL] = cell;
  }

  next(slot: number): number {
    return this.#ints[slot * INTS + NEXT]!;
  }

  previous(slot: number): number {
    return this.#ints[slot * INTS + PREV]!;
  }

  setNext(slot: number, next: number): void {
    this.#ints[slot * INTS + NEXT] = next;
  }

  setPrevious(slot: number, previous: number): void {
    this.#ints[slot * INTS + PREV] = previous;
  }

  #grow(): void {
    this.#capacity *= 2;
    const buffer = new ArrayBuffer(this.#capacity * INTS * 4);
    const ints = new Int32Array(buffer);
    ints.set(this.#ints);
    this.#ints = ints;
    this.#doubles = new Float64Array(buffer);
  }
}
