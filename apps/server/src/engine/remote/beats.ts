/** Beats whose times are kept; older ones are too old in any case. */
const KEPT = 256;

/**
 * Tells how old a frame is without comparing clocks of two machines: a sender names the newest beat it has heard, and the
 * core knows when it was.
 */
export class Beats {
  readonly #times = new Float64Array(KEPT);
  #newest = 0;

  /** The next beat, from 1. @param nowMs of a clock that never goes back. */
  next(nowMs: number): number {
    this.#newest++;
    this.#times[this.#newest % KEPT] = nowMs;
    return this.#newest;
  }

  /** Milliseconds since a beat; infinite for one that is forgotten or never was. */
  ageMs(beat: number, nowMs: number): number {
    if (beat < 1 || beat > this.#newest || beat <= this.#newest - KEPT) return Infinity;
    return nowMs - this.#times[beat % KEPT]!;
  }
}
