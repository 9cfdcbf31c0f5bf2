import { formatFixed } from '@tallystick/core/money/decimal';
import { formatDecimal } from '#ui/format.ts';

/** 1e-8 quote units as the price customers know, without digits that say nothing. */
export function priceOfE8(priceE8: number): string {
  return formatDecimal(formatFixed(BigInt(priceE8), 8, 8), { minDecimals: 2 });
}
