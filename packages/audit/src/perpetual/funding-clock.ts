import { least, MAX_SAFE, MINUTE_MS, most } from '../numbers.ts';
import { between } from './figures.ts';

const E8 = 100_000_000n;
/** How far the interest alone moves the rate from the premium: 0.05 %. */
const CLAMP_E8 = 50_000n;
const WINDOW_MS = 5 * MINUTE_MS;
const WINDOW_SAMPLES = 5n;

/** When a contract samples its premium and pays funding, by UTC, and what was sampled in the running interval. */
export class FundingClock {
  intervalMs: number;
  nextFundingAtMs: number;
  nextSampleAtMs: number;
  samples = 0n;
  premiumSum = 0n;
  /** The rate if funding were now, in 1e-8. */
  rateE8 = 0n;
  fundings = 0;
  /** Book middle less index, of the last five minutes. */
  #recent: { readonly atMs: number; readonly basisE8: bigint }[] = [];

  constructor(intervalMs: number, nowMs: number) {
    this.intervalMs = intervalMs;
    this.nextFundingAtMs = nextMultiple(nowMs, intervalMs);
    this.nextSampleAtMs = nextMultiple(nowMs, MINUTE_MS);
  }

  /** Another length: the running interval keeps its samples and ends at the next multiple of it. */
  setInterval(intervalMs: number, nowMs: number): void {
    if (intervalMs === this.intervalMs) return;
    this.intervalMs = intervalMs;
    this.nextFundingAtMs = nextMultiple(nowMs, intervalMs);
  }

  /** A minute's sample: at most ±100 % of the index. */
  sample(nowMs: number, basisE8: bigint, indexE8: bigint, interest: bigint, cap: bigint): void {
    this.samples++;
    this.premiumSum += between(-E8, (basisE8 * E8) / indexE8, E8);
    this.#recent.push({ atMs: nowMs, basisE8 });
    this.rateE8 = this.rate(interest, cap);
  }

  /** Mean of the samples + clamp(interest − mean), capped. Interest and cap in ppm. */
  rate(interest: bigint, cap: bigint): bigint {
    const premium = this.premiumSum / this.samples;
    const rate = premium + between(-CLAMP_E8, interest * 100n - premium, CLAMP_E8);
    return between(-cap * 100n, rate, cap * 100n);
  }

  /** Mean of five minutes; one without a sample counts as 0. */
  basisE8(nowMs: number): bigint {
    this.#recent = this.#recent.filter(({ atMs }) => atMs > nowMs - WINDOW_MS);
    let sum = 0n;
    for (const { basisE8 } of this.#recent) sum += basisE8;
    return sum / most(WINDOW_SAMPLES, BigInt(this.#recent.length));
  }

  minuteOver(nowMs: number): void {
    this.nextSampleAtMs = nextMultiple(nowMs, MINUTE_MS);
  }

  intervalOver(nowMs: number): void {
    this.samples = 0n;
    this.premiumSum = 0n;
    this.rateE8 = 0n;
    this.nextFundingAtMs = nextMultiple(nowMs, this.intervalMs);
  }

  /** The median of index with what funding is still to come, index with the mean basis, and last trade. All in 1e-8. */
  markE8(indexE8: bigint, lastE8: bigint, nowMs: number): bigint {
    const leftMs = BigInt(Math.max(0, this.nextFundingAtMs - nowMs));
    const carry = (indexE8 * this.rateE8 * leftMs) / (E8 * BigInt(this.intervalMs));
    const byFunding = between(1n, indexE8 + carry, MAX_SAFE);
    const byBook = between(1n, indexE8 + this.basisE8(nowMs), MAX_SAFE);
    return between(least(byFunding, byBook), lastE8 === 0n ? indexE8 : lastE8, most(byFunding, byBook));
  }
}

/** The first multiple of a duration after a time. */
function nextMultiple(atMs: number, durationMs: number): number {
  return (Math.floor(atMs / durationMs) + 1) * durationMs;
}
