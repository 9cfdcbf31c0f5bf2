/**
 * Long work in small pieces: each iteration does one and yields its cost, in units of about a microsecond. The caller
 * may pause between two pieces; the result is the same.
 */
export type Stepwise<T> = Generator<number, T, void>;

/** Runs all of it at once. */
export function finish<T>(work: Stepwise<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** Items done per piece. */
const PIECE = 64;

/** `Array.map` in pieces; one item costs about `units`. */
export function* mapStepwise<T, U>(
  items: readonly T[],
  units: number,
  map: (item: T, index: number) => U,
): Stepwise<U[]> {
  const mapped: U[] = [];
  for (const [i, item] of items.entries()) {
    mapped.push(map(item, i));
    if (i % PIECE === PIECE - 1) yield PIECE * units;
  }
  return mapped;
}

/** A sorted copy, by merge sort: equal items keep their order. One comparison costs about `units`. */
export function* sortStepwise<T>(
  items: readonly T[],
  units: number,
  compare: (a: T, b: T) => number,
): Stepwise<T[]> {
  let runs: T[][] = [];
  for (let start = 0; start < items.length; start += PIECE) {
    runs.push(items.slice(start, start + PIECE).toSorted(compare));
    yield PIECE * Math.log2(PIECE) * units;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) {
      merged.push(yield* mergeStepwise(runs[i]!, runs[i + 1] ?? [], units, compare));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeStepwise<T>(
  left: readonly T[],
  right: readonly T[],
  units: number,
  compare: (a: T, b: T) => number,
): Stepwise<T[]> {
  const merged: T[] = [];
  let l = 0;
  let r = 0;
  while (l < left.length && r < right.length) {
    merged.push(compare(right[r]!, left[l]!) < 0 ? right[r++]! : left[l++]!);
    if (merged.length % PIECE === 0) yield PIECE * units;
  }
  while (l < left.length) merged.push(left[l++]!);
  while (r < right.length) merged.push(right[r++]!);
  return merged;
}
