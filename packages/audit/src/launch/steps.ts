/**
 * How many commands the exchange takes for an allocation. It works in pieces between other commands, and pays nobody
 * before the last one: which command that is depends on nothing but the list. The prices of the pieces are the
 * exchange's own (docs/auditing.md); with fewer than some 150 orders there is one command.
 */

/** Work of one command. */
const WORK_PER_COMMAND = 4_000;
const LEAF_WORK = 10;
/** Items are worked on in portions of this size. */
const PORTION = 64;

export class StepCount {
  #left = WORK_PER_COMMAND;
  #steps = 1;

  get steps(): number {
    return this.#steps;
  }

  spend(work: number): void {
    this.#left -= work;
    if (this.#left > 0) return;
    this.#steps++;
    this.#left = WORK_PER_COMMAND;
  }

  leaves(count: number): void {
    for (let i = 0; i < count; i++) this.spend(LEAF_WORK);
  }

  /** Each full portion of items that are only gone through. */
  mapped(count: number, work: number): void {
    for (let left = count; left >= PORTION; left -= PORTION) this.spend(PORTION * work);
  }
}

/** A sorted copy by merging, each comparison counted as `work`. */
export function sortCounted<T>(
  items: readonly T[],
  work: number,
  count: StepCount,
  compare: (a: T, b: T) => number,
): T[] {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += PORTION) {
    runs.push(items.slice(from, from + PORTION).toSorted(compare));
    count.spend(PORTION * 6 * work);
  }
  while (runs.length > 1) {
    const longer: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) {
      longer.push(merge(runs[i]!, runs[i + 1] ?? [], PORTION * work, count, compare));
    }
    runs = longer;
  }
  return runs[0] ?? [];
}

function merge<T>(
  left: readonly T[],
  right: readonly T[],
  portionWork: number,
  count: StepCount,
  compare: (a: T, b: T) => number,
): T[] {
  const merged: T[] = [];
  let l = 0;
  let r = 0;
  while (l < left.length && r < right.length) {
    merged.push(compare(right[r]!, left[l]!) < 0 ? right[r++]! : left[l++]!);
    if (merged.length % PORTION === 0) count.spend(portionWork);
  }
  return [...merged, ...left.slice(l), ...right.slice(r)];
}
