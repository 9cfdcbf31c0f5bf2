import { triggerSourceE8 } from '../markets.ts';
import { least } from '../numbers.ts';
import type { Market } from '../world.ts';
import { sourceOf } from './book.ts';
import type { Wanted } from './order.ts';

/** The price that a stop watches, in 1e-8; 0: none yet. */
export function sourceE8(market: Market, wanted: Pick<Wanted, 'asks'>): bigint {
  return sourceOf(wanted) === 'index' ? (market.tick?.priceE8 ?? 0n) : triggerSourceE8(market);
}

/** What lots are worth at the price that a trailing stop watches, truncated to ticks. */
export function valueNow(market: Market, wanted: Pick<Wanted, 'asks'>, lots: bigint): bigint {
  const { tickE8, maxPriceTicks, quoteMinorPerTickLot } = market.terms;
  return least(sourceE8(market, wanted) / tickE8, maxPriceTicks) * lots * quoteMinorPerTickLot;
}
