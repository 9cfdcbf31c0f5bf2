import { useEffect } from 'react';
import type { WireMarket } from '@tallystick/protocol/wire';
import { unitsOf } from '#lib/market-units.ts';
import { tickersTopic } from '#realtime/topics.ts';
import { formatPrice } from '#ui/format.ts';

/** Writes the live price into the tab title without rendering: `104,381.5 BTC/USDT · Tallystick`. */
export function usePriceTitle(market: WireMarket | undefined): void {
  useEffect(() => {
    if (!market) return;
    const store = tickersTopic();
    const { priceDecimals } = unitsOf(market);
    const write = () => {
      const last = store.read()?.get(market.id)?.last;
      const price = last ? `${formatPrice(last, priceDecimals)} ` : '';
      document.title = `${price}${market.symbol} · Tallystick`;
    };
    write();
    return store.watch(write);
  }, [market]);
}
