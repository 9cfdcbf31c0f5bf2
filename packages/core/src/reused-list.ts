/**
 * A list that is filled and emptied for every command. It keeps its room: an array whose length is set to zero gives
 * its elements back and takes new ones with the next push, which costs a command more than what it reports.
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

  /** What was in it may be kept alive until as much is pushed again: fit for things that live on anyway. */
  clear(): void {
    this.#length = 0;
  }
}
