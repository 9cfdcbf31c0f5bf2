/** Something that is due at a moment; the lower number first among those of the same moment. */
export interface Due {
  readonly id: number;
  dueAtMs: number;
}

/** What is due, earliest first, in a sorted array. */
export class DueList<T extends Due> {
  readonly #sorted: T[];

  /** `sorted`: what an older list had. */
  constructor(sorted: T[] = []) {
    this.#sorted = sorted;
  }

  first(): T | undefined {
    return this.#sorted[0];
  }

  toArray(): T[] {
    return this.#sorted;
  }

  add(one: T): void {
    this.#sorted.splice(this.#placeOf(one), 0, one);
  }

  remove(one: T): void {
    const place = this.#placeOf(one);
    if (this.#sorted[place] !== one) throw new Error(`number ${one.id} is not in the list of what is due`);
    this.#sorted.splice(place, 1);
  }

  [Symbol.iterator](): Iterator<T> {
    return this.#sorted[Symbol.iterator]();
  }

  /** The first place whose item does not come before this one. */
  #placeOf({ dueAtMs, id }: Due): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#sorted[middle]!;
      const isBefore = other.dueAtMs < dueAtMs || (other.dueAtMs === dueAtMs && other.id < id);
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
