/** Latencies of one run in milliseconds. */
export class Latencies {
  readonly #values: number[] = [];

  add(milliseconds: number): void {
    this.#values.push(milliseconds);
  }

  get count(): number {
    return this.#values.length;
  }

  /** The value below which this `share` (0 to 1) of all are. */
  percentile(share: number): number {
    const sorted = Float64Array.from(this.#values).toSorted();
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  }
}
