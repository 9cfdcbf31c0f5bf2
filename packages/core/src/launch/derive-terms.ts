import { CURRENCY_CODE, MAX_CURRENCY_DECIMALS } from '../market/market.ts';
import { deriveMarket } from '../market/derive-terms.ts';
import { ListedMarket } from '../market/listed-market.ts';
import { MAX_CURRENCY_ID } from '../ledger/ledger.ts';
import { MAX_AT_MS } from '../max-at-ms.ts';
import type { Currency } from '../money/currency.ts';
import { parseDecimal } from '../money/decimal.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';
import { figuresOf, unitsFor } from './figures.ts';
import type { LaunchConfig, LaunchTerms } from './terms.ts';

/** An eighth of what any other account may issue, so that the sums of a currency stay below 2^63: see ledger.ts. */
export const MAX_SUPPLY_MINOR = 2n ** 57n;
/** Visible text in one line: no control characters, no space at either end. */
const NAME = /^(?! )\P{C}{1,40}(?<! )$/u;
const MAX_ACCEPTED = 8;
const MAX_RELEASES = 120;
const MILLION = 1_000_000;
const MAX_SAFE = Number.MAX_SAFE_INTEGER;

/** The terms a configuration describes, or why it is invalid. */
export function deriveTerms(
  config: LaunchConfig,
  currencyOf: (id: number) => Currency | undefined,
): { readonly terms: LaunchTerms } | { readonly refusal: Refusal } {
  const { supply, minimum, cap, ...rest } = config;
  const quote = currencyOf(config.market.quoteCurrencyId);
  if (quote === undefined) return { refusal: refuse('unknown_currency', 'quote_currency_id') };
  const { decimals } = config.currency;
  if (!isIntegerWithin(decimals, 0, MAX_CURRENCY_DECIMALS)) return { refusal: invalid('decimals') };
  const supplyMinor = parseDecimal(supply, decimals);
  if (supplyMinor === null) return { refusal: invalid('supply') };
  const capMinor = parseDecimal(cap, decimals);
  if (capMinor === null) return { refusal: invalid('cap') };
  const minimumMinor = parseDecimal(minimum, quote.decimals);
  if (minimumMinor === null) return { refusal: invalid('minimum') };
  const terms = { ...rest, supplyMinor, minimumMinor, capMinor };
  const refusal = validateTerms(terms, currencyOf);
  return refusal === null ? { terms } : { refusal };
}

/** Whether the terms are valid by themselves. The caller checks what depends on other offers, such as names in use. */
export function validateTerms(
  terms: LaunchTerms,
  currencyOf: (id: number) => Currency | undefined,
): Refusal | null {
  const { currency, market } = terms;
  if (!isIntegerWithin(terms.offerId, 1, MAX_SAFE)) return invalid('offer_id');
  if (!isIntegerWithin(currency.id, 1, MAX_CURRENCY_ID)) return invalid('currency_id');
  if (typeof currency.code !== 'string' || !CURRENCY_CODE.test(currency.code)) return invalid('code');
  if (typeof currency.name !== 'string' || !NAME.test(currency.name)) return invalid('name');
  if (!isIntegerWithin(currency.decimals, 0, MAX_CURRENCY_DECIMALS)) return invalid('decimals');
  const quote = currencyOf(market.quoteCurrencyId);
  if (quote === undefined) return refuse('unknown_currency', 'quote_currency_id');
  const derived = deriveMarket({ ...market, baseCurrencyId: currency.id }, currency, quote);
  if ('refusal' in derived) return derived.refusal;
  if (!isIntegerWithin(terms.issuePriceE8, 1, MAX_SAFE)) return invalid('issue_price');
  const listed = new ListedMarket(derived.market, currency, quote);
  if (terms.issuePriceE8 % listed.tickE8 !== 0 || terms.issuePriceE8 / listed.tickE8 > listed.maxPriceTicks) {
    return invalid('issue_price');
  }
  if (!isAmount(terms.supplyMinor) || terms.supplyMinor > MAX_SUPPLY_MINOR) return invalid('supply');
  if (terms.mode !== 'proRata' && terms.mode !== 'firstCome') return invalid('mode');
  if (!isAmount(terms.capMinor) || terms.capMinor > terms.supplyMinor) return invalid('cap');
  if (!isAmount(terms.minimumMinor)) return invalid('minimum');
  return (
    validateAccepted(terms, currencyOf) ??
    validateTimes(terms) ??
    validateMinimum(terms, id => currencyOf(id)!.decimals)
  );
}

function validateAccepted(
  { accepted, market, currency }: LaunchTerms,
  currencyOf: (id: number) => Currency | undefined,
): Refusal | null {
  if (accepted.length === 0 || accepted.length > MAX_ACCEPTED) return invalid('accepted');
  if (new Set(accepted.map(one => one.currencyId)).size !== accepted.length) return invalid('accepted');
  for (const { currencyId, rateE8 } of accepted) {
    if (currencyOf(currencyId) === undefined) return refuse('unknown_currency', 'accepted');
    if (currencyId === currency.id || !isIntegerWithin(rateE8, 1, MAX_SAFE)) return invalid('accepted');
    if (currencyId === market.quoteCurrencyId && rateE8 !== 100_000_000) return invalid('accepted');
  }
  return null;
}

function validateTimes({ startMs, closeMs, launchMs, releases }: LaunchTerms): Refusal | null {
  if (!isIntegerWithin(startMs, 0, MAX_AT_MS)) return invalid('start');
  if (!isIntegerWithin(closeMs, startMs + 1, MAX_AT_MS)) return invalid('close');
  if (!isIntegerWithin(launchMs, closeMs, MAX_AT_MS)) return invalid('launch');
  if (releases.length === 0 || releases.length > MAX_RELEASES) return invalid('releases');
  let sum = 0;
  let before = -1;
  for (const { afterMs, ppm } of releases) {
    if (!isIntegerWithin(afterMs, before + 1, MAX_AT_MS - launchMs) || !isIntegerWithin(ppm, 1, MILLION)) {
      return invalid('releases');
    }
    before = afterMs;
    sum += ppm;
  }
  return sum === MILLION ? null : invalid('releases');
}

/** The smallest commitment buys at least one unit, and not more than the cap. */
function validateMinimum(terms: LaunchTerms, decimalsOf: (id: number) => number): Refusal | null {
  const units = unitsFor(terms.minimumMinor, figuresOf(terms, decimalsOf));
  return units >= 1n && units <= terms.capMinor ? null : invalid('minimum');
}

function invalid(field: string): Refusal {
  return refuse('invalid_launch_offer', field);
}

function isAmount(value: unknown): value is bigint {
  return typeof value === 'bigint' && value > 0n;
}
