/** Something that acts at a moment. */
export interface Due {
  dueAtMs: number;
  /** Its index in the heap; −1 outside. */
  dueHeapAt: number;
}

/** What is due, the earliest first: a binary heap whose members know their index. */
export class DueHeap<T extends Due> {
  readonly #members: T[] = [];
  readonly #order: (a: T, b: T) => number;

  /** `order`: below zero if `a` comes before `b` although both are due at the same moment. */
  constructor(order: (a: T, b: T) => number) {
    this.#order = order;
  }

  get size(): number {
    return this.#members.length;
  }

  /** The next one due. */
  first(): T | undefined {
    return this.#members[0];
  }

  add(one: T): void {
    this.#members.push(one);
    this.#rise(this.#members.length - 1, one);
  }

  /** Moves a member to its new place after its due time was postponed. */
  postponed(one: T): void {
    this.#sink(one.dueHeapAt, one);
  }

  /** Does nothing if it is not here. */
  remove(one: T): void {
    const at = one.dueHeapAt;
    if (at < 0 || this.#members[at] !== one) return;
    const last = this.#members.pop()!;
    one.dueHeapAt = -1;
    if (last === one) return;
    this.#sink(at, last);
    this.#rise(last.dueHeapAt, last);
  }

  #rise(from: number, one: T): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = this.#members[parent]!;
      if (!this.#isBefore(one, other)) break;
      this.#put(at, other);
      at = parent;
    }
    this.#put(at, one);
  }

  #sink(from: number, one: T): void {
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#members.length) break;
      if (
        child + 1 < this.#members.length &&
        this.#isBefore(this.#members[child + 1]!, this.#members[child]!)
      ) {
        child++;
      }
      const other = this.#members[child]!;
      if (!this.#isBefore(other, one)) break;
      this.#put(at, other);
      at = child;
    }
    this.#put(at, one);
  }

  #put(at: number, one: T): void {
    this.#members[at] = one;
    one.dueHeapAt = at;
  }

  #isBefore(a: T, b: T): boolean {
    return a.dueAtMs === b.dueAtMs ? this.#order(a, b) < 0 : a.dueAtMs < b.dueAtMs;
  }
}
