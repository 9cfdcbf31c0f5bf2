import type { WireMarket } from '@tallystick/protocol/wire';
import { paths } from '#lib/paths.ts';

/** The trading page of a currency: its first market as base (main markets come first), else any market. */
export function tradeHref(
  markets: readonly { readonly market: Pick<WireMarket, 'id' | 'base'> }[] | undefined,
  currencyId: number,
): string {
  const own = markets?.find(({ market }) => market.base.id === currencyId)?.market;
  return paths.trade.getHref(own ? { market: own.id } : {});
}
