/** A bucket of turns that fills up again by and by: bursts are fine, a steady flood is not. */
export class Pace {
  readonly #capacity: number;
  readonly #perMs: number;
  #left: number;
  #atMs: number;

  constructor(capacity: number, perSecond: number, nowMs: number) {
    this.#capacity = capacity;
    this.#perMs = perSecond / 1000;
    this.#left = capacity;
    this.#atMs = nowMs;
  }

  /** Takes a turn; false if there is none left. */
  take(nowMs: number): boolean {
    this.#left = Math.min(this.#capacity, this.#left + (nowMs - this.#atMs) * this.#perMs);
    this.#atMs = nowMs;
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }
}
