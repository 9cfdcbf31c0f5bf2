import { deriveMarket } from '../markets.ts';
import { decimal, isAmount, isWhole, MAX_SAFE } from '../numbers.ts';
import type { MarketConfig, World } from '../world.ts';
import { unitsFor, type OfferFigures } from './allocation.ts';

/** An offer as the command announces it; amounts are decimal texts in units. */
export interface OfferConfig {
  readonly offerId: number;
  readonly currency: {
    readonly id: number;
    readonly code: string;
    readonly name: string;
    readonly decimals: number;
  };
  readonly market: Omit<MarketConfig, 'baseCurrencyId'>;
  readonly issuePriceE8: number;
  readonly supply: string;
  readonly mode: 'proRata' | 'firstCome';
  readonly minimum: string;
  readonly cap: string;
  readonly accepted: readonly { readonly currencyId: number; readonly rateE8: number }[];
  readonly startMs: number;
  readonly closeMs: number;
  readonly launchMs: number;
  readonly releases: readonly { readonly afterMs: number; readonly ppm: number }[];
}

export interface OfferTerms {
  readonly config: OfferConfig;
  readonly figures: OfferFigures;
  /** The least a customer commits, in quote minor units. */
  readonly minimum: bigint;
}

const MOST_SUPPLY = 2n ** 57n;
/** The last moment that can be shown as a date. */
const LAST_MS = 8_640_000_000_000_000;
/** Visible text in one line, without a space at either end. */
const NAME = /^(?! )\P{C}{1,40}(?<! )$/u;

/** The terms, or why they are none. Names in use are another question. */
export function termsOf(world: World, config: OfferConfig): OfferTerms | string {
  const { offerId, currency, mode, issuePriceE8, accepted } = config;
  const quote = world.currencies.get(config.market.quoteCurrencyId);
  if (quote === undefined) return 'unknown_currency';
  const isCurrency =
    isWhole(currency.id, 1, 65_535) &&
    typeof currency.code === 'string' &&
    /^[A-Z0-9]{1,12}$/.test(currency.code) &&
    typeof currency.name === 'string' &&
    NAME.test(currency.name) &&
    isWhole(currency.decimals, 0, 12);
  if (!isCurrency || !isWhole(offerId, 1, Number.MAX_SAFE_INTEGER)) return 'invalid_launch_offer';
  const market = deriveMarket({ ...config.market, baseCurrencyId: currency.id }, currency, quote);
  if (market === null) return 'invalid_market';
  const price = isWhole(issuePriceE8, 1, Number(MAX_SAFE)) ? BigInt(issuePriceE8) : 0n;
  const isPrice = price > 0n && price % market.tickE8 === 0n && price / market.tickE8 <= market.maxPriceTicks;
  const supply = decimal(config.supply, currency.decimals);
  const cap = decimal(config.cap, currency.decimals);
  const minimum = decimal(config.minimum, quote.decimals);
  const areAmounts =
    isAmount(supply) && supply <= MOST_SUPPLY && isAmount(cap) && cap <= supply && isAmount(minimum);
  const isMode = mode === 'proRata' || mode === 'firstCome';
  if (!isPrice || !areAmounts || !isMode) return 'invalid_launch_offer';
  const fault = faultOfAccepted(world, config);
  if (fault !== null) return fault;
  if (!areTimes(config)) return 'invalid_launch_offer';
  const figures: OfferFigures = {
    offerId,
    mode,
    issuePriceE8: price,
    supply,
    cap,
    decimals: currency.decimals,
    quoteDecimals: quote.decimals,
    accepted: accepted.map(({ currencyId, rateE8 }) => ({
      currencyId,
      rateE8: BigInt(rateE8),
      decimals: world.currencies.get(currencyId)!.decimals,
    })),
  };
  const units = unitsFor(minimum, figures);
  return units >= 1n && units <= cap ? { config, figures, minimum } : 'invalid_launch_offer';
}

function faultOfAccepted(world: World, { accepted, market, currency }: OfferConfig): string | null {
  const ids = new Set(accepted.map(one => one.currencyId));
  if (accepted.length === 0 || accepted.length > 8 || ids.size !== accepted.length)
    return 'invalid_launch_offer';
  for (const { currencyId, rateE8 } of accepted) {
    if (!world.currencies.has(currencyId)) return 'unknown_currency';
    const isRate = isWhole(rateE8, 1, Number.MAX_SAFE_INTEGER);
    // The quote currency counts as itself.
    const isQuoteAtOne = currencyId !== market.quoteCurrencyId || rateE8 === 100_000_000;
    if (currencyId === currency.id || !isRate || !isQuoteAtOne) return 'invalid_launch_offer';
  }
  return null;
}

/** Start before close, launch not before it, releases ever later, together the whole. */
function areTimes({ startMs, closeMs, launchMs, releases }: OfferConfig): boolean {
  if (!isWhole(startMs, 0, LAST_MS) || !isWhole(closeMs, startMs + 1, LAST_MS)) return false;
  if (!isWhole(launchMs, closeMs, LAST_MS) || releases.length === 0 || releases.length > 120) return false;
  let sum = 0;
  let before = -1;
  for (const { afterMs, ppm } of releases) {
    if (!isWhole(afterMs, before + 1, LAST_MS - launchMs) || !isWhole(ppm, 1, 1_000_000)) return false;
    before = afterMs;
    sum += ppm;
  }
  return sum === 1_000_000;
}
