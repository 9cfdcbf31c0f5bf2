import { ceilDivide, decimal, decimalText, isWhole, least, MAX_SAFE, MILLION } from './numbers.ts';
import type { Refusal } from './part.ts';
import type { Currency, Market, MarketConfig, MarketTerms, World } from './world.ts';

/** Configures a currency; again exactly as it is: no change. Id, code and decimals never change. */
export function configureCurrency(world: World, { id, code, decimals }: Currency): Refusal {
  const isValid =
    isWhole(id, 1, 65_535) &&
    typeof code === 'string' &&
    /^[A-Z0-9]{1,12}$/.test(code) &&
    isWhole(decimals, 0, 12);
  if (!isValid) return 'invalid_currency';
  const existing = world.currencies.get(id);
  if (existing !== undefined) {
    return existing.code === code && existing.decimals === decimals ? null : 'invalid_currency';
  }
  for (const other of world.currencies.values()) if (other.code === code) return 'invalid_currency';
  world.currencies.set(id, { id, code, decimals });
  return null;
}

/** Lists a market, or changes fees, band and minimum of one. */
export function configureMarket(world: World, config: MarketConfig): Refusal {
  const base = world.currencies.get(config.baseCurrencyId);
  const quote = world.currencies.get(config.quoteCurrencyId);
  if (base === undefined || quote === undefined) return 'unknown_currency';
  const terms = deriveMarket(config, base, quote);
  if (terms === null) return 'invalid_market';
  const existing = world.markets.get(config.id);
  if (existing === undefined) {
    world.markets.set(config.id, {
      id: config.id,
      base,
      quote,
      terms,
      status: 'open',
      halt: null,
      tick: null,
      lastPriceTicks: 0n,
      openingE8: 0n,
    });
    return null;
  }
  const isSame =
    existing.base.id === base.id &&
    existing.quote.id === quote.id &&
    existing.terms.tickE8 === terms.tickE8 &&
    existing.terms.baseMinorPerLot === terms.baseMinorPerLot;
  if (!isSame) return 'invalid_market';
  existing.terms = terms;
  return null;
}

/**
 * What a configuration comes to; null if no market can have it. A lot is whole base units, a tick whole 1e-8, one lot at
 * one tick whole quote units, and the largest order's value below 2^53.
 */
export function deriveMarket(config: MarketConfig, base: Currency, quote: Currency): MarketTerms | null {
  const { id, priceBandPpm, makerFeePpm, takerFeePpm } = config;
  const isValid =
    isWhole(id, 1, 2 ** 31 - 1) &&
    base.id !== quote.id &&
    isWhole(priceBandPpm, 0, 1_000_000) &&
    isWhole(makerFeePpm, 0, 100_000) &&
    isWhole(takerFeePpm, 0, 100_000);
  if (!isValid) return null;
  const tickE8 = decimal(config.tickSize, 8);
  const baseMinorPerLot = decimal(config.lotSize, base.decimals);
  const minNotionalMinor = decimal(config.minNotional, quote.decimals);
  if (tickE8 === null || tickE8 === 0n || tickE8 > MAX_SAFE) return null;
  if (baseMinorPerLot === null || baseMinorPerLot === 0n || minNotionalMinor === null) return null;
  const scale = 10n ** BigInt(8 + base.decimals);
  const value = tickE8 * baseMinorPerLot * 10n ** BigInt(quote.decimals);
  if (value % scale !== 0n) return null;
  const quoteMinorPerTickLot = value / scale;
  const maxPriceTicks = least(10_000_000n, MAX_SAFE / tickE8);
  const mostByValue = MAX_SAFE / (maxPriceTicks * quoteMinorPerTickLot);
  const maxQuantityLots = least(1_000_000_000n, least(mostByValue, MAX_SAFE / baseMinorPerLot));
  if (maxQuantityLots < 1n) return null;
  if (minNotionalMinor > maxPriceTicks * maxQuantityLots * quoteMinorPerTickLot) return null;
  return {
    config: {
      id,
      baseCurrencyId: base.id,
      quoteCurrencyId: quote.id,
      tickSize: decimalText(tickE8, 8),
      lotSize: decimalText(baseMinorPerLot, base.decimals),
      minNotional: decimalText(minNotionalMinor, quote.decimals),
      priceBandPpm,
      makerFeePpm,
      takerFeePpm,
    },
    tickE8,
    baseMinorPerLot,
    quoteMinorPerTickLot,
    maxPriceTicks,
    maxQuantityLots,
    minNotionalMinor,
  };
}

/** What bands are measured from, in 1e-8: the index, else the last trade, else the opening price, else 0. */
export function referenceE8({ tick, lastPriceTicks, openingE8, terms }: Market): bigint {
  if (tick !== null) return tick.priceE8;
  return lastPriceTicks === 0n ? openingE8 : lastPriceTicks * terms.tickE8;
}

/** What stops watch, in 1e-8: the last trade, before it the index, before that the opening price, else 0. */
export function triggerSourceE8({ tick, lastPriceTicks, openingE8, terms }: Market): bigint {
  if (lastPriceTicks !== 0n) return lastPriceTicks * terms.tickE8;
  return tick === null ? openingE8 : tick.priceE8;
}

/** The lowest and highest price, in ticks, that the band allows around a price in 1e-8. */
export function bandAround(
  { terms }: Market,
  centreE8: bigint,
): { readonly lowest: bigint; readonly highest: bigint } {
  const { tickE8, maxPriceTicks, config } = terms;
  if (centreE8 === 0n || config.priceBandPpm === 0) return { lowest: 1n, highest: maxPriceTicks };
  const width = (centreE8 * BigInt(config.priceBandPpm)) / MILLION;
  const lowest = ceilDivide(centreE8 - width, tickE8);
  return {
    lowest: lowest < 1n ? 1n : lowest,
    highest: least(least(centreE8 + width, MAX_SAFE) / tickE8, maxPriceTicks),
  };
}

/** The newest index price of base in quote, of the market listed first; null if there is none. */
export function indexBetween(world: World, baseId: number, quoteId: number): Market['tick'] {
  for (const { base, quote, tick } of world.markets.values()) {
    if (tick !== null && base.id === baseId && quote.id === quoteId) return tick;
  }
  return null;
}
