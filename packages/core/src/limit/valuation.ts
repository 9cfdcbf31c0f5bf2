import { PRICE_DECIMALS } from '../market/derive-terms.ts';
import type { Markets } from '../market/market.ts';

/** USDT: what limits count in. What is won or lost in another currency counts at the index price of that moment. */
export const COUNTING_CURRENCY_ID = 3;

/** Upper bound of a value: an absurd index price must not lead to figures that a snapshot cannot hold. */
const MOST_MINOR = 2n ** 62n;

/** The amount, clamped to that bound on either side. */
export function bounded(amountMinor: bigint): bigint {
  if (amountMinor > MOST_MINOR) return MOST_MINOR;
  return amountMinor < -MOST_MINOR ? -MOST_MINOR : amountMinor;
}

/** The amount in the counting currency at the newest index price, truncated; null if there is none. */
export function valueOf(markets: Markets, currencyId: number, amountMinor: bigint): bigint | null {
  if (currencyId === COUNTING_CURRENCY_ID) return bounded(amountMinor);
  for (const { config, base, quote, indexTick } of markets.all()) {
    if (config.baseCurrencyId !== currencyId || quote.id !== COUNTING_CURRENCY_ID || indexTick === null) {
      continue;
    }
    const product = amountMinor * BigInt(indexTick.priceE8) * 10n ** BigInt(quote.decimals);
    return bounded(product / 10n ** BigInt(base.decimals + PRICE_DECIMALS));
  }
  return null;
}
