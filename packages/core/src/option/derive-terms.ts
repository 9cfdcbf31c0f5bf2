import type { Currency } from '../money/currency.ts';
import { parseDecimal } from '../money/decimal.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import type { OptionCurrency, OptionCurrencyConfig, OptionTerms, OptionTermsConfig } from './terms.ts';
import { profitOf } from './settlement.ts';

const MAX_TIMES = 20;
const MAX_CURRENCIES = 20;
/** One day: the longest duration of a second option. */
const MAX_SECONDS = 86_400;
/** The profit of a win is at most the stake. */
const MAX_PAYOUT_PPM = 1_000_000;
const MAX_STAKE_MINOR = 2n ** 53n;
const MILLION = 1_000_000n;

/** Terms in minor units, or the first field at fault. */
export function deriveTerms(
  config: OptionTermsConfig,
  version: number,
  currencyOf: (id: number) => Currency | undefined,
): { readonly terms: OptionTerms } | { readonly refusal: Refusal } {
  const { marketId, enabled, staleMs, times } = config;
  if (typeof enabled !== 'boolean') return invalid('enabled');
  if (!isIntegerWithin(staleMs, 1, MAX_SECONDS * 1000)) return invalid('stale_ms');
  if (!Array.isArray(times) || times.length === 0 || times.length > MAX_TIMES) return invalid('times');
  let before = 0;
  for (const { seconds, payoutPpm } of times) {
    if (!isIntegerWithin(seconds, before + 1, MAX_SECONDS)) return invalid('seconds');
    if (seconds * 1000 <= 2 * staleMs) return invalid('stale_ms');
    if (!isIntegerWithin(payoutPpm, 1, MAX_PAYOUT_PPM)) return invalid('payout_rate');
    before = seconds;
  }
  const leastPpm = Math.min(...times.map(time => time.payoutPpm));
  const { currencies } = config;
  if (!Array.isArray(currencies) || currencies.length === 0 || currencies.length > MAX_CURRENCIES) {
    return invalid('currencies');
  }
  const derived: OptionCurrency[] = [];
  for (const wanted of currencies as readonly OptionCurrencyConfig[]) {
    const currency = currencyOf(wanted.currencyId);
    if (currency === undefined) return { refusal: refuse('unknown_currency', 'currency_id') };
    if (wanted.currencyId <= (derived.at(-1)?.currencyId ?? 0)) return invalid('currencies');
    const minStakeMinor = amountOf(wanted.minStake, currency);
    // Even the smallest stake must win at least one minor unit after truncating.
    if (minStakeMinor === null || profitOf(minStakeMinor, leastPpm) === 0n) return invalid('min_stake');
    const maxStakeMinor = amountOf(wanted.maxStake, currency);
    if (maxStakeMinor === null || maxStakeMinor < minStakeMinor) return invalid('max_stake');
    const exposureLimitMinor = amountOf(wanted.exposureLimit, currency);
    if (exposureLimitMinor === null) return invalid('exposure_limit');
    derived.push({ currencyId: wanted.currencyId, minStakeMinor, maxStakeMinor, exposureLimitMinor });
  }
  return {
    terms: {
      marketId,
      version,
      enabled,
      staleMs,
      times: times.map(({ seconds, payoutPpm }) => ({ seconds, payoutPpm })),
      currencies: derived,
    },
  };
}

/** The largest stake whose profit is at most `leftMinor`. */
export function stakeCoveredBy(leftMinor: bigint, payoutPpm: number): bigint {
  return leftMinor <= 0n ? 0n : ((leftMinor + 1n) * MILLION - 1n) / BigInt(payoutPpm);
}

/** Whether terms differ in anything but their version. */
export function sameTerms(a: OptionTerms, b: OptionTerms): boolean {
  return (
    a.enabled === b.enabled &&
    a.staleMs === b.staleMs &&
    a.times.length === b.times.length &&
    a.times.every((time, i) => {
      const other = b.times[i]!;
      return time.seconds === other.seconds && time.payoutPpm === other.payoutPpm;
    }) &&
    a.currencies.length === b.currencies.length &&
    a.currencies.every((currency, i) => {
      const other = b.currencies[i]!;
      return (
        currency.currencyId === other.currencyId &&
        currency.minStakeMinor === other.minStakeMinor &&
        currency.maxStakeMinor === other.maxStakeMinor &&
        currency.exposureLimitMinor === other.exposureLimitMinor
      );
    })
  );
}

function amountOf(text: unknown, currency: Currency): bigint | null {
  const amount = typeof text === 'string' ? parseDecimal(text, currency.decimals) : null;
  return amount !== null && amount > 0n && amount <= MAX_STAKE_MINOR ? amount : null;
}

function invalid(field: string): { readonly refusal: Refusal } {
  return { refusal: refuse('invalid_option_terms', field) };
}
