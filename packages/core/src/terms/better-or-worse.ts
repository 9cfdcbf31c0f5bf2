import type { MarketConfig } from '../market/terms.ts';
import { parseDecimal } from '../money/decimal.ts';
import type { PerpetualConfig, PerpetualTierConfig } from '../perpetual/terms.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';

/** 0.5 %, about the fee of the most expensive large exchanges. */
export const MAX_TRADING_FEE_PPM = 5_000;
/** 3 % an interval. */
export const MAX_FUNDING_CAP_PPM = 30_000;

/** Terms that apply at once, and those that apply after the notice; null: everything applies at once. */
export interface Split<Config> {
  readonly now: Config;
  readonly later: Config | null;
}

/** Higher fees and a larger smallest order are worse; the band may always change. */
export function splitMarket(from: MarketConfig, to: MarketConfig): Split<MarketConfig> {
  const now = {
    ...to,
    makerFeePpm: Math.min(from.makerFeePpm, to.makerFeePpm),
    takerFeePpm: Math.min(from.takerFeePpm, to.takerFeePpm),
    minNotional: isMore(to.minNotional, from.minNotional) ? from.minNotional : to.minNotional,
  };
  return { now, later: isSame(now, to) ? null : to };
}

/**
 * Higher fees are worse, and so is a higher maintenance rate at any exposure. A change of funding terms is always worse
 * for one of the two sides. Limits on new risk apply at once.
 */
export function splitPerpetual(from: PerpetualConfig, to: PerpetualConfig): Split<PerpetualConfig> {
  const now = {
    ...to,
    makerFeePpm: Math.min(from.makerFeePpm, to.makerFeePpm),
    takerFeePpm: Math.min(from.takerFeePpm, to.takerFeePpm),
    liquidationFeePpm: Math.min(from.liquidationFeePpm, to.liquidationFeePpm),
    tiers: raisesMaintenance(from.tiers, to.tiers) ? from.tiers : to.tiers,
    fundingIntervalMs: from.fundingIntervalMs,
    interestPpm: from.interestPpm,
    fundingCapPpm: from.fundingCapPpm,
  };
  return { now, later: isSame(now, to) ? null : to };
}

/** Whether the funding formula changes: that takes effect with the next interval. */
export function changesFunding(from: PerpetualConfig, to: PerpetualConfig): boolean {
  return (
    from.fundingIntervalMs !== to.fundingIntervalMs ||
    from.interestPpm !== to.interestPpm ||
    from.fundingCapPpm !== to.fundingCapPpm
  );
}

/** The refusal for the first fee above its ceiling: `maximum` in percent. */
export function refuseFees(fees: Readonly<Record<string, number>>): Refusal | null {
  for (const [field, ppm] of Object.entries(fees)) {
    if (ppm > MAX_TRADING_FEE_PPM) return refuse('fee_above_ceiling', field, { maximum: '0.5' });
  }
  return null;
}

function raisesMaintenance(
  from: readonly PerpetualTierConfig[],
  to: readonly PerpetualTierConfig[],
): boolean {
  // Rates change only at the limits of tiers, so only these exposures need comparing.
  return [...from, ...to].some(({ maxNotional }) => {
    const before = rateAt(from, maxNotional);
    const after = rateAt(to, maxNotional);
    return before !== undefined && after !== undefined && after > before;
  });
}

function rateAt(tiers: readonly PerpetualTierConfig[], exposure: string): number | undefined {
  return tiers.find(({ maxNotional }) => !isMore(exposure, maxNotional))?.maintenancePpm;
}

/** For decimal strings that were already validated. */
function isMore(a: string, b: string): boolean {
  return parseDecimal(a, 18)! > parseDecimal(b, 18)!;
}

function isSame(a: object, b: object): boolean {
  return JSON.stringify(Object.entries(a).toSorted()) === JSON.stringify(Object.entries(b).toSorted());
}
