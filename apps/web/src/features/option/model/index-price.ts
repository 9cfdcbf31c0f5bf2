import { decimalsOf, formatDecimal } from '#ui/format.ts';

/**
 * An index price with all digits, as all of them count for settlement. At least one more than the market's
 * prices have, so that the width stays the same.
 */
export function formatIndex(price: string | null | undefined, priceDecimals: number): string {
  return formatDecimal(price, { minDecimals: priceDecimals + 1 });
}

/** Entry and exit with the same number of digits, so that they are easy to compare. */
export function formatMove(entry: string, exit: string): { readonly entry: string; readonly exit: string } {
  const minDecimals = Math.max(decimalsOf(entry), decimalsOf(exit));
  return { entry: formatDecimal(entry, { minDecimals }), exit: formatDecimal(exit, { minDecimals }) };
}
