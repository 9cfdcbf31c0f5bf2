import type { OpenOption } from './open-option.ts';

/** Options by due time, then by id: a binary heap whose members know their index. */
export class DueHeap {
  readonly #options: OpenOption[] = [];

  get size(): number {
    return this.#options.length;
  }

  /** The next one due. */
  first(): OpenOption | undefined {
    return this.#options[0];
  }

  add(option: OpenOption): void {
    this.#options.push(option);
    this.#rise(this.#options.length - 1, option);
  }

  /** Moves an option to its new place after its due time was postponed. */
  postponed(option: OpenOption): void {
    this.#sink(option.heapAt, option);
  }

  removeFirst(): void {
    const first = this.#options[0]!;
    const last = this.#options.pop()!;
    first.heapAt = -1;
    if (last !== first) this.#sink(0, last);
  }

  #rise(from: number, option: OpenOption): void {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = this.#options[parent]!;
      if (!isBefore(option, other)) break;
      this.#put(at, other);
      at = parent;
    }
    this.#put(at, option);
  }

  #sink(from: number, option: OpenOption): void {
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#options.length) break;
      if (child + 1 < this.#options.length && isBefore(this.#options[child + 1]!, this.#options[child]!)) {
        child++;
      }
      const other = this.#options[child]!;
      if (!isBefore(other, option)) break;
      this.#put(at, other);
      at = child;
    }
    this.#put(at, option);
  }

  #put(at: number, option: OpenOption): void {
    this.#options[at] = option;
    option.heapAt = at;
  }
}

function isBefore(a: OpenOption, b: OpenOption): boolean {
  return a.dueAtMs === b.dueAtMs ? a.bought.optionId < b.bought.optionId : a.dueAtMs < b.dueAtMs;
}
