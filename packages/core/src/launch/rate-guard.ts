import type { Markets } from '../market/market.ts';
import { formatMinor } from '../money/decimal.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { RateGuard } from './command.ts';
import type { LaunchTerms } from './terms.ts';

const MILLION = 1_000_000;
const E8_DECIMALS = 8;

/**
 * Difference of a rate from the market's, in millionths of the market's, truncated toward zero; negative where the
 * offer values a currency below the market. Both prices in the same unit; the market's is positive.
 */
export function deviationPpm(rateE8: number, marketE8: number): number {
  return Number(((BigInt(rateE8) - BigInt(marketE8)) * BigInt(MILLION)) / BigInt(marketE8));
}

/** Whether a rate differs from the market's by more than this many millionths of the market's; exact. */
export function isBeyond(rateE8: number, marketE8: number, bandPpm: number): boolean {
  const apart = BigInt(Math.abs(rateE8 - marketE8)) * BigInt(MILLION);
  return apart > BigInt(bandPpm) * BigInt(marketE8);
}

/** Refuses a currency whose rate is too far from its index, or which has no fresh index to compare with. */
export function refuseRate(
  { accepted, market }: LaunchTerms,
  currencyId: number,
  guard: RateGuard | undefined,
  markets: Markets,
  atMs: number,
): Refusal | null {
  if (guard === undefined || currencyId === market.quoteCurrencyId) return null;
  const rateE8 = accepted.find(one => one.currencyId === currencyId)?.rateE8;
  if (rateE8 === undefined) return refuse('launch_currency_not_accepted', 'currency_id');
  if (
    !isIntegerWithin(guard.bandPpm, 1, MILLION) ||
    !isIntegerWithin(guard.staleMs, 1, Number.MAX_SAFE_INTEGER)
  ) {
    return refuse('launch_rate_unknown', 'currency_id');
  }
  const tick = markets.indexOf(currencyId, market.quoteCurrencyId);
  if (tick === null || tick.atMs < atMs - guard.staleMs) return refuse('launch_rate_unknown', 'currency_id');
  if (!isBeyond(rateE8, tick.priceE8, guard.bandPpm)) return null;
  return refuse('launch_rate_off_market', 'currency_id', {
    rate: formatMinor(BigInt(rateE8), E8_DECIMALS),
    market: formatMinor(BigInt(tick.priceE8), E8_DECIMALS),
    currency: markets.currency(market.quoteCurrencyId)?.code ?? '',
  });
}
