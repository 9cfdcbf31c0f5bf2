/** Where a member keeps its index in a heap; −1 outside. */
export interface HeapIndex<T> {
  get(member: T): number;
  set(member: T, at: number): void;
}

/** A binary heap whose members know their index, so that any of them can leave or move: O(log n). */
export class IndexedHeap<T> {
  readonly #members: T[] = [];
  readonly #order: (a: T, b: T) => number;
  readonly #index: HeapIndex<T>;

  /** `order`: below zero if `a` comes before `b`; no two are equal. */
  constructor(order: (a: T, b: T) => number, index: HeapIndex<T>) {
    this.#order = order;
    this.#index = index;
  }

  get size(): number {
    return this.#members.length;
  }

  first(): T | undefined {
    return this.#members[0];
  }

  has(one: T): boolean {
    const at = this.#index.get(one);
    return at >= 0 && this.#members[at] === one;
  }

  add(one: T): void {
    this.#members.push(one);
    this.#rise(this.#members.length - 1, one);
  }

  /** Moves a member to its new place after its order has changed. */
  moved(one: T): void {
    this.#sink(this.#index.get(one), one);
    this.#rise(this.#index.get(one), one);
  }

  /** False if it is not here. */
  remove(one: T): boolean {
    if (!this.has(one)) return false;
    const at = this.#index.get(one);
    const last = this.#members.pop()!;
    this.#index.set(one, -1);
    if (last === one) return true;
    this.#sink(at, last);
    this.#rise(this.#index.get(last), last);
    return true;
  }

  /** In no order. */
  members(): readonly T[] {
    return this.#members;
  }

  #rise(from: number, one: T): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = this.#members[parent]!;
      if (this.#order(one, other) >= 0) break;
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
      const right = child + 1;
      if (right < this.#members.length && this.#order(this.#members[right]!, this.#members[child]!) < 0)
        child = right;
      const other = this.#members[child]!;
      if (this.#order(other, one) >= 0) break;
      this.#put(at, other);
      at = child;
    }
    this.#put(at, one);
  }

  #put(at: number, one: T): void {
    this.#members[at] = one;
    this.#index.set(one, at);
  }
}

/** Something that acts at a moment. */
export interface Due {
  readonly dueAtMs: number;
  dueHeapAt: number;
}

const DUE_INDEX: HeapIndex<Due> = {
  get: one => one.dueHeapAt,
  set: (one, at) => {
    one.dueHeapAt = at;
  },
};

/** What is due, the earliest first. `order` decides between those of one moment. */
export class DueHeap<T extends Due> extends IndexedHeap<T> {
  constructor(order: (a: T, b: T) => number) {
    super((a, b) => (a.dueAtMs === b.dueAtMs ? order(a, b) : a.dueAtMs < b.dueAtMs ? -1 : 1), DUE_INDEX);
  }
}
