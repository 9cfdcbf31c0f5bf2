/** Figures of many durations, in milliseconds. */
export interface TimesReport {
  readonly count: number;
  readonly mean: number;
  /** Up to a quarter too much, as durations are counted in classes. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Each class ends at a quarter more than the one before. */
const STEP = Math.log(1.25);
const SMALLEST_MS = 0.0001;
const CLASSES = 120;

/** Durations of millions of commands in the memory of a few. */
export class Times {
  readonly #classes = new Uint32Array(CLASSES);
  #count = 0;
  #sum = 0;
  #max = 0;

  /** `ms`: 0 or more. */
  add(ms: number): void {
    this.#count++;
    this.#sum += ms;
    if (ms > this.#max) this.#max = ms;
    const at = ms <= SMALLEST_MS ? 0 : Math.ceil(Math.log(ms / SMALLEST_MS) / STEP);
    this.#classes[Math.min(at, CLASSES - 1)]!++;
  }

  get count(): number {
    return this.#count;
  }

  get sum(): number {
    return this.#sum;
  }

  report(): TimesReport {
    const mean = this.#count === 0 ? 0 : this.#sum / this.#count;
    return { count: this.#count, mean, p50: this.#quantile(0.5), p99: this.#quantile(0.99), max: this.#max };
  }

  #quantile(share: number): number {
    if (this.#count === 0) return 0;
    let left = Math.ceil(this.#count * share);
    for (let at = 0; at < CLASSES; at++) {
      left -= this.#classes[at]!;
      if (left <= 0) return Math.min(SMALLEST_MS * Math.exp(at * STEP), this.#max);
    }
    return this.#max;
  }
}
