/** A token bucket: allows bursts, but not a steady flood. */
export class Pace {
  readonly #capacity: number;
  readonly #perMs: number;
  #left: number;
  #atMs: number;

  /** `nowMs` is of a clock that never goes back, here and below. */
  constructor(capacity: number, perSecond: number, nowMs: number) {
    this.#capacity = capacity;
    this.#perMs = perSecond / 1000;
    this.#left = capacity;
    this.#atMs = nowMs;
  }

  /** Takes this many turns. If fewer are left, it takes none and returns false. */
  take(nowMs: number, turns = 1): boolean {
    this.#fill(nowMs);
    if (this.#left < turns) return false;
    this.#left -= turns;
    return true;
  }

  /** How much of the burst is left, from 0 to 1. */
  share(nowMs: number): number {
    this.#fill(nowMs);
    return this.#left / this.#capacity;
  }

  #fill(nowMs: number): void {
    this.#left = Math.min(this.#capacity, this.#left + (nowMs - this.#atMs) * this.#perMs);
    this.#atMs = nowMs;
  }
}
