import type { WireLaunchAmount, WireLaunchOrder } from '@tallystick/protocol/wire';
import { divideDecimals, multiplyDecimals } from '#lib/decimal.ts';
import { formatDecimal } from '#ui/format.ts';

/** `12.5 USDT + 0.001 BTC`. */
export function amountsText(amounts: readonly WireLaunchAmount[]): string {
  return amounts.map(({ amount, code }) => `${formatDecimal(amount)} ${code}`).join(' + ');
}

/** The released part of an order's allocation in percent, truncated to two digits; 100 without an allocation. */
export function releasedPercent({
  released,
  allocated,
}: Pick<WireLaunchOrder, 'released' | 'allocated'>): string {
  const part = divideDecimals(released, allocated ?? '0', 4);
  return part === undefined ? '100' : multiplyDecimals(part, '100', 2);
}
