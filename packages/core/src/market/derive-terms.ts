import type { MarketConfig, Market } from './terms.ts';
import type { Currency } from '../money/currency.ts';
import { formatMinor, parseDecimal } from '../money/decimal.ts';
import { isIntegerWithin } from '../money/integer.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refuse.ts';

/** Index prices have 8 decimals, so a tick is a whole number of their units. */
export const PRICE_DECIMALS = 8;
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
/** These keep every product of an order below 2^53, with room for prices far from today's. */
const MAX_PRICE_TICKS = 10_000_000n;
const MAX_QUANTITY_LOTS = 1_000_000_000n;
const MAX_ID = 2 ** 31 - 1;
/** 10 %. */
const MAX_FEE_PPM = 100_000;
const MAX_BAND_PPM = 1_000_000;

/**
 * The market a configuration describes, or why it is invalid: a lot must be a whole number of base minor units, a tick
 * a whole number of 1e-8, and one lot at one tick a whole number ≥ 1 of quote minor units. The largest price and
 * quantity keep price × quantity × value of a lot below 2^53: the arithmetic of a single order is then exact in
 * ordinary numbers. Only balances, which add up many orders, need 64 bits.
 */
export function deriveMarket(
  config: MarketConfig,
  base: Currency,
  quote: Currency,
): { readonly market: Market } | { readonly refusal: Refusal } {
  const invalid = (field: string) => ({ refusal: refuse('invalid_market', field) });
  if (!isIntegerWithin(config.id, 1, MAX_ID)) return invalid('id');
  if (base.id === quote.id) return invalid('quote_currency_id');
  const tickE8 = parseDecimal(config.tickSize, PRICE_DECIMALS);
  if (tickE8 === null || tickE8 === 0n || tickE8 > MAX_SAFE) return invalid('tick_size');
  const baseMinorPerLot = parseDecimal(config.lotSize, base.decimals);
  if (baseMinorPerLot === null || baseMinorPerLot === 0n) return invalid('lot_size');
  const minNotionalMinor = parseDecimal(config.minNotional, quote.decimals);
  if (minNotionalMinor === null) return invalid('min_notional');
  if (!isIntegerWithin(config.priceBandPpm, 0, MAX_BAND_PPM)) return invalid('price_band_ppm');
  if (!isIntegerWithin(config.makerFeePpm, 0, MAX_FEE_PPM)) return invalid('maker_fee_ppm');
  if (!isIntegerWithin(config.takerFeePpm, 0, MAX_FEE_PPM)) return invalid('taker_fee_ppm');

  const scale = 10n ** BigInt(PRICE_DECIMALS + base.decimals);
  const scaledValue = tickE8 * baseMinorPerLot * 10n ** BigInt(quote.decimals);
  if (scaledValue % scale !== 0n) return invalid('tick_size');
  const quoteMinorPerTickLot = scaledValue / scale;

  const maxPriceTicks = leastOf(MAX_PRICE_TICKS, MAX_SAFE / tickE8);
  const maxQuantityLots = leastOf(
    MAX_QUANTITY_LOTS,
    leastOf(MAX_SAFE / (maxPriceTicks * quoteMinorPerTickLot), MAX_SAFE / baseMinorPerLot),
  );
  if (maxQuantityLots < 1n) return invalid('lot_size');
  if (minNotionalMinor > maxPriceTicks * maxQuantityLots * quoteMinorPerTickLot) {
    return invalid('min_notional');
  }
  return {
    market: {
      id: config.id,
      symbol: `${base.code}/${quote.code}`,
      baseCurrencyId: base.id,
      quoteCurrencyId: quote.id,
      tickSize: formatMinor(tickE8, PRICE_DECIMALS),
      lotSize: formatMinor(baseMinorPerLot, base.decimals),
      baseMinorPerLot,
      quoteMinorPerTickLot,
      maxPriceTicks: Number(maxPriceTicks),
      maxQuantityLots: Number(maxQuantityLots),
      minNotionalMinor,
      priceBandPpm: config.priceBandPpm,
      makerFeePpm: config.makerFeePpm,
      takerFeePpm: config.takerFeePpm,
    },
  };
}

/** The configuration that derives this market. */
export function marketConfigOf(market: Market, quote: Currency): MarketConfig {
  return {
    id: market.id,
    baseCurrencyId: market.baseCurrencyId,
    quoteCurrencyId: market.quoteCurrencyId,
    tickSize: market.tickSize,
    lotSize: market.lotSize,
    minNotional: formatMinor(market.minNotionalMinor, quote.decimals),
    priceBandPpm: market.priceBandPpm,
    makerFeePpm: market.makerFeePpm,
    takerFeePpm: market.takerFeePpm,
  };
}

export function leastOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
