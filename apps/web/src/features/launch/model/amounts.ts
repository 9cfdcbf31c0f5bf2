import type { WireLaunchAmount } from '@tallystick/protocol/wire';
import { formatDecimal } from '#ui/format.ts';

/** `12.5 USDT + 0.001 BTC`. */
export function amountsText(amounts: readonly WireLaunchAmount[]): string {
  return amounts.map(({ amount, code }) => `${formatDecimal(amount)} ${code}`).join(' + ');
}
