import type { MarketConfig } from '../market/market.ts';
import { parseDecimal } from '../money/decimal.ts';
import type { PerpetualConfig, PerpetualTierConfig } from '../perpetual/contract.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';

/** 0.5 %, about what the dearest large exchanges charge. */
export const MAX_TRADING_FEE_PPM = 5_000;
/** 3 % an interval. */
export const MAX_FUNDING_CAP_PPM = 30_000;

/** Terms that act at once, and those that act after the notice; null: everything acts at once. */
export interface Split<Config> {
  readonly now: Config;
  readonly later: Config | null;
}

/** Fees and the smallest order get worse by rising; the band may always move. */
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
 * Fees get worse by rising, tiers by a higher maintenance rate for any exposure. Funding terms are worse for one of the
 * two sides whichever way they move. Limits on new risk act at once.
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

/** Whether funding is reckoned otherwise: that begins with an interval. */
export function changesFunding(from: PerpetualConfig, to: PerpetualConfig): boolean {
  return (
    from.fundingIntervalMs !== to.fundingIntervalMs ||
    from.interestPpm !== to.interestPpm ||
    from.fundingCapPpm !== to.fundingCapPpm
  );
}

/** The first fee above its ceiling: `maximum` in percent. */
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
  // Rates change only at the tiers' own limits: between two of them nothing differs.
  return [...from, ...to].some(({ maxNotional }) => {
    const before = rateAt(from, maxNotional);
    const after = rateAt(to, maxNotional);
    return before !== undefined && after !== undefined && after > before;
  });
}

function rateAt(tiers: readonly PerpetualTierConfig[], exposure: string): number | undefined {
  return tiers.find(({ maxNotional }) => !isMore(exposure, maxNotional))?.maintenancePpm;
}

/** Of decimal strings that a currency could read. */
function isMore(a: string, b: string): boolean {
  return parseDecimal(a, 18)! > parseDecimal(b, 18)!;
}

function isSame(a: object, b: object): boolean {
  return JSON.stringify(Object.entries(a).toSorted()) === JSON.stringify(Object.entries(b).toSorted());
}
