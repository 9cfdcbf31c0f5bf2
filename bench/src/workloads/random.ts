/** A seeded source of random numbers (sfc32, 128 bits of state): the same seed gives the same workload everywhere. */
export class Random {
  #a: number;
  #b: number;
  #c = 0x9e3779b9 | 0;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed | 0;
    this.#b = ~seed;
    for (let i = 0; i < 12; i++) this.#next();
  }

  /** A uniform integer from 0 to `limit` − 1; `limit` up to 2^32. */
  below(limit: number): number {
    return Math.floor(this.unit() * limit);
  }

  /** A uniform number in [0, 1). */
  unit(): number {
    return (this.#next() >>> 0) / 2 ** 32;
  }

  /** Normally distributed (Box–Muller). */
  normal(mean: number, standardDeviation: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.unit()));
    return mean + standardDeviation * radius * Math.cos(2 * Math.PI * this.unit());
  }

  #next(): number {
    const result = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (this.#c << 21) | (this.#c >>> 11);
    this.#c = (this.#c + result) | 0;
    return result;
  }
}
