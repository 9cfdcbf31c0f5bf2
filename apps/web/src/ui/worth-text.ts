import { compareDecimals } from '#lib/decimal.ts';
import { convertWorth, type Valuation } from '#lib/valuation.ts';
import { formatDecimal, signOf } from './format.ts';

/** A worth in the base as text in the shown currency, truncated to its digits. A positive worth is never shown as zero. */
export function worthText(value: string | null | undefined, valuation: Valuation): string {
  const { decimals } = valuation;
  const worth = convertWorth(value, valuation);
  const least = decimals === 0 ? '1' : `0.${'1'.padStart(decimals, '0')}`;
  const isTiny = worth !== null && signOf(worth) === 1 && compareDecimals(worth, least) < 0;
  const format = { decimals, minDecimals: Math.min(2, decimals) };
  return isTiny ? `< ${formatDecimal(least, format)}` : formatDecimal(worth, format);
}
