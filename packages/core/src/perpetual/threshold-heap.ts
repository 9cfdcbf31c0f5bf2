import type { Position, Threshold } from './position.ts';

/**
 * Thresholds of many positions: first the one the mark price reaches next, at one price the oldest position's. A binary
 * heap: looking is O(1), changing one O(log n).
 */
export class ThresholdHeap {
  readonly #direction: 1 | -1;
  readonly #heap: Threshold[] = [];

  /** 1: reached by a mark at or above it, lowest first; −1: by one at or below it, highest first. */
  constructor(direction: 1 | -1) {
    this.#direction = direction;
  }

  get size(): number {
    return this.#heap.length;
  }

  /** The position whose threshold is reached next, if the mark has reached it. */
  reached(markE8: number): Position | null {
    const first = this.#heap[0];
    if (first === undefined || (markE8 - first.priceE8) * this.#direction < 0) return null;
    return first.position;
  }

  has(threshold: Threshold): boolean {
    return threshold.heapAt >= 0 && this.#heap[threshold.heapAt] === threshold;
  }

  /** Adds the threshold, moves it, or with null takes it out. */
  set(threshold: Threshold, priceE8: number | null): void {
    if (priceE8 === null) {
      this.remove(threshold);
    } else if (threshold.heapAt < 0) {
      threshold.priceE8 = priceE8;
      this.#heap.push(threshold);
      this.#rise(this.#heap.length - 1, threshold);
    } else if (threshold.priceE8 !== priceE8) {
      const isNearer = (priceE8 - threshold.priceE8) * this.#direction < 0;
      threshold.priceE8 = priceE8;
      if (isNearer) this.#rise(threshold.heapAt, threshold);
      else this.#sink(threshold.heapAt, threshold);
    }
  }

  remove(threshold: Threshold): void {
    const at = threshold.heapAt;
    if (at < 0) return;
    const last = this.#heap.pop()!;
    threshold.heapAt = -1;
    if (last === threshold) return;
    this.#sink(at, last);
    this.#rise(last.heapAt, last);
  }

  #before(a: Threshold, b: Threshold): boolean {
    const difference = (a.priceE8 - b.priceE8) * this.#direction;
    return difference === 0 ? a.position.positionId < b.position.positionId : difference < 0;
  }

  #put(at: number, threshold: Threshold): void {
    this.#heap[at] = threshold;
    threshold.heapAt = at;
  }

  #rise(from: number, threshold: Threshold): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#before(threshold, this.#heap[parent]!)) break;
      this.#put(at, this.#heap[parent]!);
      at = parent;
    }
    this.#put(at, threshold);
  }

  #sink(from: number, threshold: Threshold): void {
    let at = from;
    for (;;) {
      let child = at * 2 + 1;
      if (child >= this.#heap.length) break;
      const right = child + 1;
      if (right < this.#heap.length && this.#before(this.#heap[right]!, this.#heap[child]!)) child = right;
      if (!this.#before(this.#heap[child]!, threshold)) break;
      this.#put(at, this.#heap[child]!);
      at = child;
    }
    this.#put(at, threshold);
  }
}
