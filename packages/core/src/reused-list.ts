/**
 * A list that is filled and emptied for every command and keeps its capacity. Setting an array's length to zero frees
 * its elements, and growing it again costs a command more than what it reports.
 */
export class ReusedList<T> {
  readonly #items: T[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(item: T): void {
    this.#items[this.#length++] = item;
  }

  /** `index` counts from 0 and is below `length`. */
  at(index: number): T {
    return this.#items[index]!;
  }

  includes(item: T): boolean {
    for (let i = 0; i < this.#length; i++) if (this.#items[i] === item) return true;
    return false;
  }

  /** Removed items may stay referenced until as many are pushed again: use it only for objects that live on anyway. */
  clear(): void {
    this.#length = 0;
  }
}
