import { nearlyNormal, uniform } from './noise.ts';

/** Seconds of the finest steps; between them the walk is straight. */
const LEVELS = 22;
const SPAN_SECONDS = 2 ** LEVELS;
const SPAN_DAYS = SPAN_SECONDS / 86_400;

const WALK = 0;
const SPLIT = 1;
const ANCHOR = 2;

/**
 * How unequally a stretch of time divides its variance between its halves: 0 gives an even walk, more gives calm weeks
 * and volatile hours.
 */
const CLUSTERING = 0.3;

/**
 * A random walk that can be read at any time without computing the steps before it: a Brownian motion in a multifractal
 * trading time (Mandelbrot, Calvet and Fisher 1997). Each stretch of time divides its variance unevenly between its
 * halves, and its increment by the Brownian bridge. So volatility clusters, and large moves are more frequent than in a
 * plain walk, at every scale. An anchor every 48 days keeps it from wandering off.
 *
 * The mean variance is 1 per day.
 */
export class FractalWalk {
  readonly #seed: number;
  readonly #stream: number;
  // The stretches visited on the way down to the last value, because the next value shares most of them.
  #leaf = -1;
  readonly #start = new Float64Array(LEVELS + 1);
  readonly #step = new Float64Array(LEVELS + 1);
  readonly #variance = new Float64Array(LEVELS + 1);

  constructor(seed: number, stream: number) {
    this.#seed = seed;
    this.#stream = stream * 4;
  }

  /** `ms` from 0 (1970) to the year 2106. */
  valueAt(ms: number): number {
    const seconds = ms / 1000;
    const leaf = Math.floor(seconds);
    // The levels above the highest differing bit are the same as last time.
    const changed = this.#leaf < 0 ? 32 : 32 - Math.clz32(leaf ^ this.#leaf);
    for (let level = Math.max(0, LEVELS + 1 - changed); level <= LEVELS; level++) {
      this.#enter(level, leaf >>> (LEVELS - level));
    }
    this.#leaf = leaf;
    return this.#start[LEVELS]! + this.#step[LEVELS]! * (seconds - leaf);
  }

  #enter(level: number, index: number): void {
    if (level === 0) {
      const start = this.#anchor(index);
      this.#start[0] = start;
      this.#step[0] = this.#anchor(index + 1) - start;
      this.#variance[0] = SPAN_DAYS;
      return;
    }
    const parent = index >>> 1;
    const step = this.#step[level - 1]!;
    const variance = this.#variance[level - 1]!;
    const share = 0.5 + CLUSTERING * (2 * uniform(this.#seed, this.#stream + SPLIT, level, parent) - 1);
    const shift =
      nearlyNormal(this.#seed, this.#stream + WALK, level, parent) *
      Math.sqrt(share * (1 - share) * variance);
    const left = share * step + shift;
    const isLeft = (index & 1) === 0;
    this.#start[level] = this.#start[level - 1]! + (isLeft ? 0 : left);
    this.#step[level] = isLeft ? left : step - left;
    this.#variance[level] = variance * (isLeft ? share : 1 - share);
  }

  /** Independent anchors with half the variance each, so that their differences have all of it. */
  #anchor(index: number): number {
    return nearlyNormal(this.#seed, this.#stream + ANCHOR, 0, index) * Math.sqrt(SPAN_DAYS / 2);
  }
}
