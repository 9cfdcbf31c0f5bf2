import { fundingRateE8, meanE8, premiumE8 } from './formulas.ts';
import { MINUTE_MS } from '../durations.ts';

/** The mark's mean basis is taken over this time, and has this many samples. */
const BASIS_WINDOW_MS = 5 * MINUTE_MS;
const BASIS_SAMPLES = 5;

interface BasisSample {
  readonly atMs: number;
  /** Book mid − index. */
  readonly basisE8: number;
}

/** When a contract samples its premium and settles funding, and its samples. Minutes and intervals are in UTC. */
export class FundingClock {
  #intervalMs: number;
  nextFundingAtMs: number;
  nextSampleAtMs: number;
  /** Samples of the running interval. */
  samples = 0;
  premiumSumE8 = 0;
  /** The rate if funding were now, in 1e-8 of the value: 0 without a sample. */
  rateE8 = 0;
  /** Number of fundings settled so far. */
  fundings = 0;
  /** Of the last five minutes, oldest first. */
  recent: BasisSample[] = [];

  constructor(intervalMs: number, atMs: number) {
    this.#intervalMs = intervalMs;
    this.nextFundingAtMs = after(atMs, intervalMs);
    this.nextSampleAtMs = after(atMs, MINUTE_MS);
  }

  get intervalMs(): number {
    return this.#intervalMs;
  }

  /** A new interval length ends the running interval at the length's next multiple and keeps its samples. */
  reconfigure(intervalMs: number, atMs: number): void {
    if (intervalMs === this.#intervalMs) return;
    this.#intervalMs = intervalMs;
    this.nextFundingAtMs = after(atMs, intervalMs);
  }

  sample(atMs: number, basisE8: number, indexE8: number): number {
    const premium = premiumE8(basisE8, indexE8);
    this.samples++;
    this.premiumSumE8 += premium;
    this.recent.push({ atMs, basisE8 });
    this.#forgetOld(atMs);
    return premium;
  }

  /** The running rate depends on the samples. */
  updateRate(interestPpm: number, capPpm: number): void {
    this.rateE8 = fundingRateE8(this.premiumSumE8, this.samples, interestPpm, capPpm);
  }

  /** Mean of (book mid − index) over the last five minutes; a minute without a mid price counts as 0. */
  basisE8(atMs: number): number {
    this.#forgetOld(atMs);
    let sum = 0;
    for (const { basisE8 } of this.recent) sum += basisE8;
    return meanE8(sum, Math.max(BASIS_SAMPLES, this.recent.length));
  }

  /** Missed minutes are not sampled afterwards. */
  sampled(atMs: number): void {
    this.nextSampleAtMs = after(atMs, MINUTE_MS);
  }

  /** Ends the interval; the next one is the one that contains `atMs`. */
  startInterval(atMs: number): void {
    this.samples = 0;
    this.premiumSumE8 = 0;
    this.rateE8 = 0;
    this.nextFundingAtMs = after(atMs, this.#intervalMs);
  }

  #forgetOld(atMs: number): void {
    while (this.recent.length > 0 && this.recent[0]!.atMs <= atMs - BASIS_WINDOW_MS) this.recent.shift();
  }
}

/** The first multiple of a duration after a time. */
function after(atMs: number, durationMs: number): number {
  return (Math.floor(atMs / durationMs) + 1) * durationMs;
}
