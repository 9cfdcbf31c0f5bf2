import type { WireOption } from '@tallystick/protocol/wire';
import { addDecimals } from '#lib/decimal.ts';

/** Sum of stakes in running options, by currency in the order of its first option. */
export function stakesOf(
  running: readonly Pick<WireOption, 'stake' | 'currency'>[],
): readonly (readonly [currency: string, stake: string])[] {
  const sums = new Map<string, string>();
  for (const { currency, stake } of running)
    sums.set(currency, addDecimals(sums.get(currency) ?? '0', stake));
  return [...sums];
}
