import type { View } from './wish.ts';

/** The mark in ticks, or null while there is none. */
export function markTicks({ exchange }: View, marketId: number): number | null {
  const mark = exchange.perpetual.mark(marketId);
  return mark === null ? null : Math.round((mark.markE8 / 100_000_000) * (marketId === 1 ? 10 : 100));
}
