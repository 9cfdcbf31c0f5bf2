import { isIntegerWithin } from './money/integer.ts';
import { SnapshotUnreadable, type SnapshotReader } from './snapshot/reader.ts';
import type { SnapshotWriter } from './snapshot/writer.ts';

/**
 * A set of positive safe integers that only grows, kept as runs of consecutive ids: ids handed out one after the other
 * never need more room, in memory or in snapshots.
 */
export class IdSet {
  /** Ascending; runs neither overlap nor touch. */
  readonly #firsts: number[] = [];
  readonly #lasts: number[] = [];

  get isEmpty(): boolean {
    return this.#firsts.length === 0;
  }

  has(id: number): boolean {
    const run = this.#runUpTo(id);
    return run >= 0 && id <= this.#lasts[run]!;
  }

  /** Adding an id again changes nothing. */
  add(id: number): void {
    const run = this.#runUpTo(id);
    if (run >= 0 && id <= this.#lasts[run]!) return;
    const extendsRun = run >= 0 && this.#lasts[run] === id - 1;
    const meetsNext = this.#firsts[run + 1] === id + 1;
    if (extendsRun && meetsNext) {
      this.#lasts[run] = this.#lasts[run + 1]!;
      this.#firsts.splice(run + 1, 1);
      this.#lasts.splice(run + 1, 1);
    } else if (extendsRun) {
      this.#lasts[run] = id;
    } else if (meetsNext) {
      this.#firsts[run + 1] = id;
    } else {
      this.#firsts.splice(run + 1, 0, id);
      this.#lasts.splice(run + 1, 0, id);
    }
  }

  write(writer: SnapshotWriter): void {
    writer.int(this.#firsts.length);
    this.#firsts.forEach((first, run) => {
      writer.int(first);
      writer.int(this.#lasts[run]!);
    });
  }

  /** Into an empty set. */
  read(reader: SnapshotReader): void {
    let least = 1;
    for (let left = reader.int(); left > 0; left--) {
      const first = reader.int();
      const last = reader.int();
      if (!isIntegerWithin(first, least, last)) throw new SnapshotUnreadable(`ids ${first} to ${last}`);
      this.#firsts.push(first);
      this.#lasts.push(last);
      least = last + 2;
    }
  }

  /** The last run that begins at or before `id`; −1 if none does. */
  #runUpTo(id: number): number {
    let low = 0;
    let high = this.#firsts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#firsts[middle]! <= id) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}
