import { decimalsOf, formatDecimal } from '#ui/format.ts';

/**
 * An index price with every digit it has: options are decided by all of them. At least one more than the market's own
 * prices, so that the figures stand still.
 */
export function formatIndex(price: string | null | undefined, priceDecimals: number): string {
  return formatDecimal(price, { minDecimals: priceDecimals + 1 });
}

/** Entry and exit with as many digits as the longer of them: what decides must be easy to compare. */
export function formatMove(entry: string, exit: string): { readonly entry: string; readonly exit: string } {
  const minDecimals = Math.max(decimalsOf(entry), decimalsOf(exit));
  return { entry: formatDecimal(entry, { minDecimals }), exit: formatDecimal(exit, { minDecimals }) };
}
