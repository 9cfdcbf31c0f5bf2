import { decimal } from '../numbers.ts';
import type { MarketConfig, PerpetualConfig } from '../world.ts';

/** Of new terms, what acts at once, and what is worse for customers and waits: decision 0044. */

export interface Split<Config> {
  readonly now: Config;
  /** Null: nothing waits. */
  readonly later: Config | null;
}

const MOST_FEE_PPM = 5_000;
const MOST_FUNDING_CAP_PPM = 30_000;

/** Higher fees and a larger smallest order wait. */
export function splitMarket(from: MarketConfig, to: MarketConfig): Split<MarketConfig> {
  const isLarger = isMore(to.minNotional, from.minNotional);
  const now = {
    ...to,
    makerFeePpm: Math.min(from.makerFeePpm, to.makerFeePpm),
    takerFeePpm: Math.min(from.takerFeePpm, to.takerFeePpm),
    minNotional: isLarger ? from.minNotional : to.minNotional,
  };
  const waits = isLarger || now.makerFeePpm < to.makerFeePpm || now.takerFeePpm < to.takerFeePpm;
  return { now, later: waits ? to : null };
}

/** Higher fees wait, all tiers if any exposure would need more maintenance, and every change of funding. */
export function splitPerpetual(from: PerpetualConfig, to: PerpetualConfig): Split<PerpetualConfig> {
  const isDearer = raisesMaintenance(from, to);
  const now = {
    ...to,
    makerFeePpm: Math.min(from.makerFeePpm, to.makerFeePpm),
    takerFeePpm: Math.min(from.takerFeePpm, to.takerFeePpm),
    liquidationFeePpm: Math.min(from.liquidationFeePpm, to.liquidationFeePpm),
    tiers: isDearer ? from.tiers : to.tiers,
    fundingIntervalMs: from.fundingIntervalMs,
    interestPpm: from.interestPpm,
    fundingCapPpm: from.fundingCapPpm,
  };
  const waits =
    isDearer ||
    changesFunding(from, to) ||
    now.makerFeePpm < to.makerFeePpm ||
    now.takerFeePpm < to.takerFeePpm ||
    now.liquidationFeePpm < to.liquidationFeePpm;
  return { now, later: waits ? to : null };
}

export function changesFunding(from: PerpetualConfig, to: PerpetualConfig): boolean {
  return (
    from.fundingIntervalMs !== to.fundingIntervalMs ||
    from.interestPpm !== to.interestPpm ||
    from.fundingCapPpm !== to.fundingCapPpm
  );
}

export function isAboveCeiling(config: MarketConfig | PerpetualConfig): boolean {
  if (config.makerFeePpm > MOST_FEE_PPM || config.takerFeePpm > MOST_FEE_PPM) return true;
  if (!('liquidationFeePpm' in config)) return false;
  return config.liquidationFeePpm > MOST_FEE_PPM || config.fundingCapPpm > MOST_FUNDING_CAP_PPM;
}

/** Rates step at the ends of tiers, so only these exposures are looked at, where both have a rate. */
function raisesMaintenance({ tiers: from }: PerpetualConfig, { tiers: to }: PerpetualConfig): boolean {
  const rateAt = (tiers: PerpetualConfig['tiers'], exposure: string): number | undefined =>
    tiers.find(({ maxNotional }) => !isMore(exposure, maxNotional))?.maintenancePpm;
  return [...from, ...to].some(({ maxNotional }) => {
    const before = rateAt(from, maxNotional);
    const after = rateAt(to, maxNotional);
    return before !== undefined && after !== undefined && after > before;
  });
}

function isMore(a: string, b: string): boolean {
  return decimal(a, 18)! > decimal(b, 18)!;
}
