import type { ListedMarket } from '../market/listed-market.ts';
import { divideWhole } from '../money/ppm.ts';
import type { OrderInstructions } from './order.ts';

interface Watching {
  readonly instructions: OrderInstructions | null;
}

/** The price that a stop watches, in 1e-8 quote units; 0: there is none yet. */
export function sourceE8(listed: ListedMarket, { instructions }: Watching): number {
  if (instructions?.triggerSource !== 'index') return listed.triggerSourceE8();
  return listed.indexTick?.priceE8 ?? 0;
}

/** What lots are worth at the price that a trailing stop watches, truncated to ticks; 0 without a price. Quote minor units. */
export function valueNow(listed: ListedMarket, order: Watching, lots: number): number {
  const ticks = divideWhole(sourceE8(listed, order), listed.tickE8);
  return listed.valueMinor(Math.min(ticks, listed.maxPriceTicks), lots);
}
