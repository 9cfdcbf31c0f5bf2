import { compareDecimals } from '#lib/decimal.ts';
import { formatDecimal, signOf } from '#ui/format.ts';
import { WORTH_DECIMALS, type ValuationCode } from './wallet.ts';

/** A worth truncated to cents (or satoshis). A positive worth is never shown as zero. */
export function worthText(value: string | null | undefined, valuation: ValuationCode): string {
  const decimals = WORTH_DECIMALS[valuation];
  const least = `0.${'1'.padStart(decimals, '0')}`;
  const isTiny = value && signOf(value) === 1 && compareDecimals(value, least) < 0;
  const format = { decimals, minDecimals: 2 };
  return isTiny ? `< ${formatDecimal(least, format)}` : formatDecimal(value, format);
}
