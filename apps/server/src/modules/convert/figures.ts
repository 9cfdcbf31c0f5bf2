import type { ConvertLeg, ReadonlyExchange } from '@tallystick/core';
import { formatFixed, formatMinor } from '@tallystick/core/money/decimal';

const MILLION = 1_000_000n;
const PRICE_DECIMALS = 8;
/** Significant digits of a rate. */
const RATE_DIGITS = 8;
const RATE_DECIMALS = 18;

/** Units of `to` for one unit of `from`, truncated to eight significant digits. */
export function rateOf(fromMinor: bigint, fromDecimals: number, toMinor: bigint, toDecimals: number): string {
  const rate =
    (toMinor * 10n ** BigInt(fromDecimals + RATE_DECIMALS)) / (fromMinor * 10n ** BigInt(toDecimals));
  const extra = rate.toString().length - RATE_DIGITS;
  // Never fewer than the digits before the point.
  const dropped = Math.min(Math.max(extra, 0), RATE_DECIMALS);
  const step = 10n ** BigInt(dropped);
  return formatMinor((rate / step) * step, RATE_DECIMALS);
}

/** The guaranteed amount: the books' current result less this many ppm, at least one minor unit. */
export function leastOf(receivedMinor: bigint, tolerancePpm: number): bigint {
  const least = (receivedMinor * (MILLION - BigInt(tolerancePpm))) / MILLION;
  return least > 0n ? least : 1n;
}

/**
 * How much worse a leg is than the index, or than the book's mid price where there is no index. In ppm, before fees,
 * negative when better; null without either.
 */
export function spreadPpm(exchange: ReadonlyExchange, leg: ConvertLeg): bigint | null {
  const market = exchange.market(leg.marketId);
  const referenceE8 = referenceOf(exchange, leg.marketId);
  const base = market === null ? null : exchange.currency(market.baseCurrencyId);
  const quote = market === null ? null : exchange.currency(market.quoteCurrencyId);
  if (market === null || referenceE8 === null || base === null || quote === null) return null;
  const baseMinor = BigInt(leg.lots) * market.baseMinorPerLot;
  const worthMinor =
    (baseMinor * referenceE8 * 10n ** BigInt(quote.decimals)) / 10n ** BigInt(base.decimals + PRICE_DECIMALS);
  if (worthMinor === 0n) return null;
  const lost =
    leg.side === 'sell' ? worthMinor - BigInt(leg.valueMinor) : BigInt(leg.valueMinor) - worthMinor;
  return (lost * MILLION) / worthMinor;
}

/** In 1e-8 quote units. */
function referenceOf(exchange: ReadonlyExchange, marketId: number): bigint | null {
  const tick = exchange.indexTick(marketId);
  if (tick !== null) return BigInt(tick.priceE8);
  const { bids, asks } = exchange.depth(marketId, 1);
  const market = exchange.market(marketId);
  if (bids[0] === undefined || asks[0] === undefined || market === null) return null;
  const [units = '0', fraction = ''] = market.tickSize.split('.');
  const tickE8 = BigInt(units + fraction.padEnd(PRICE_DECIMALS, '0').slice(0, PRICE_DECIMALS));
  return (BigInt(bids[0][0] + asks[0][0]) * tickE8) / 2n;
}

/** An index price, exact. */
export function priceText(priceE8: bigint | number): string {
  return formatFixed(BigInt(priceE8), PRICE_DECIMALS, PRICE_DECIMALS).replace(/\.?0+$/, '');
}
