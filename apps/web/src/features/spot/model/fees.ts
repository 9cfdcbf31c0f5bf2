import type { WireMarket } from '@tallystick/protocol/wire';
import { compareDecimals } from '#lib/decimal.ts';
import { formatPercent } from '#ui/format.ts';

/** Both rates as text if the maker fee is lower than the taker fee; otherwise undefined. */
export function postOnlySaving({
  maker_fee_percent: maker,
  taker_fee_percent: taker,
}: Pick<WireMarket, 'maker_fee_percent' | 'taker_fee_percent'>) {
  if (compareDecimals(maker, taker) >= 0) return undefined;
  const text = (percent: string) => formatPercent(percent, { sign: 'never', decimals: 4 });
  return { maker: text(maker), taker: text(taker) };
}
