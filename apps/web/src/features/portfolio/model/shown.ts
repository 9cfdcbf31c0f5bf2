import { formatMinor } from '@tallystick/core/money/decimal';
import type { PortfolioCoin, PortfolioPosition } from '@tallystick/protocol/portfolio/facts';
import { decimalsOf, formatPercent, formatPrice } from '#ui/format.ts';

/** A currency of the portfolio, by its id. */
export type CoinOf = (currencyId: number) => PortfolioCoin;

/** Hundredths of a percent. */
export function percentText(bps: bigint, sign: 'auto' | 'always' = 'auto'): string {
  return formatPercent(formatMinor(bps, 2), { sign });
}

/** A price in 1e-8, with the digits of its contract's tick. */
export function priceText({ tickE8 }: Pick<PortfolioPosition, 'tickE8'>, priceE8: number): string {
  return formatPrice(formatMinor(BigInt(priceE8), 8), decimalsOf(formatMinor(BigInt(tickE8), 8)));
}
