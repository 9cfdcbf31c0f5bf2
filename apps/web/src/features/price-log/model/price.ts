import { formatFixed } from '@tallystick/core/money/decimal';
import { formatDecimal } from '#ui/format.ts';

/** 1e-8 quote units as a price in decimal text, with at least two decimals and no further trailing zeros. */
export function priceOfE8(priceE8: number): string {
  return formatDecimal(formatFixed(BigInt(priceE8), 8, 8), { minDecimals: 2 });
}
