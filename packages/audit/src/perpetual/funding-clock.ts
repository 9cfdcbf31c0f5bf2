import { least, MAX_SAFE, MINUTE_MS, most } from '../numbers.ts';
import { between } from './figures.ts';

const E8 = 100_000_000n;
/** How far the interest alone moves the rate from the premium: 0.05 %. */
const CLAMP_E8 = 50_000n;
const WINDOW_MS = 5 * MINUTE_MS;
const WINDOW_SAMPLES = 5n;

/** When a contract samples its premium and pays funding, by UTC, and what was sampled in the running interval. */
export interface FundingClock {
  intervalMs: number;
  nextFundingAtMs: number;
  nextSampleAtMs: number;
  samples: bigint;
  premiumSum: bigint;
  /** The rate if funding were now, in 1e-8. */
  rateE8: bigint;
  fundings: number;
  /** Book middle less index, of the last five minutes. */
  recent: { readonly atMs: number; readonly basisE8: bigint }[];
}

export function newClock(intervalMs: number, nowMs: number): FundingClock {
  return {
    intervalMs,
    nextFundingAtMs: nextMultiple(nowMs, intervalMs),
    nextSampleAtMs: nextMultiple(nowMs, MINUTE_MS),
    samples: 0n,
    premiumSum: 0n,
    rateE8: 0n,
    fundings: 0,
    recent: [],
  };
}

/** Another length: the running interval keeps its samples and ends at the next multiple of it. */
export function setInterval(clock: FundingClock, intervalMs: number, nowMs: number): void {
  if (intervalMs === clock.intervalMs) return;
  clock.intervalMs = intervalMs;
  clock.nextFundingAtMs = nextMultiple(nowMs, intervalMs);
}

/** A minute's sample: at most ±100 % of the index. Interest and cap in ppm. */
export function addSample(
  clock: FundingClock,
  nowMs: number,
  { basisE8, indexE8 }: { readonly basisE8: bigint; readonly indexE8: bigint },
  interest: bigint,
  cap: bigint,
): void {
  clock.samples++;
  clock.premiumSum += between(-E8, (basisE8 * E8) / indexE8, E8);
  clock.recent.push({ atMs: nowMs, basisE8 });
  clock.rateE8 = rateOf(clock, interest, cap);
}

/** Mean of the samples, of which there must be one, + clamp(interest − mean), capped. Interest and cap in ppm. */
export function rateOf({ premiumSum, samples }: FundingClock, interest: bigint, cap: bigint): bigint {
  const premium = premiumSum / samples;
  const rate = premium + between(-CLAMP_E8, interest * 100n - premium, CLAMP_E8);
  return between(-cap * 100n, rate, cap * 100n);
}

export function minuteOver(clock: FundingClock, nowMs: number): void {
  clock.nextSampleAtMs = nextMultiple(nowMs, MINUTE_MS);
}

export function intervalOver(clock: FundingClock, nowMs: number): void {
  clock.samples = 0n;
  clock.premiumSum = 0n;
  clock.rateE8 = 0n;
  clock.nextFundingAtMs = nextMultiple(nowMs, clock.intervalMs);
}

/** The median of index with what funding is still to come, index with the mean basis, and last trade. All in 1e-8. */
export function markE8(clock: FundingClock, indexE8: bigint, lastE8: bigint, nowMs: number): bigint {
  const leftMs = BigInt(Math.max(0, clock.nextFundingAtMs - nowMs));
  const carry = (indexE8 * clock.rateE8 * leftMs) / (E8 * BigInt(clock.intervalMs));
  const byFunding = between(1n, indexE8 + carry, MAX_SAFE);
  const byBook = between(1n, indexE8 + meanBasisE8(clock, nowMs), MAX_SAFE);
  return between(least(byFunding, byBook), lastE8 === 0n ? indexE8 : lastE8, most(byFunding, byBook));
}

/** Of five minutes; one without a sample counts as 0. */
function meanBasisE8(clock: FundingClock, nowMs: number): bigint {
  while (clock.recent[0] !== undefined && clock.recent[0].atMs <= nowMs - WINDOW_MS) clock.recent.shift();
  let sum = 0n;
  for (const { basisE8 } of clock.recent) sum += basisE8;
  return sum / most(WINDOW_SAMPLES, BigInt(clock.recent.length));
}

/** The first multiple of a duration after a time. */
function nextMultiple(atMs: number, durationMs: number): number {
  return (Math.floor(atMs / durationMs) + 1) * durationMs;
}
