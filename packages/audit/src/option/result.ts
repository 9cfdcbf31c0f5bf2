import type { Tick } from '../world.ts';

/** How a second option ends: decision 0021, from its terms and the ticks of its market alone. */

export interface Bet {
  readonly direction: 'rise' | 'fall';
  readonly stake: bigint;
  /** What a win adds to the stake. */
  readonly profit: bigint;
  readonly staleMs: number;
  readonly deliveryAtMs: number;
  /** The first tick after the purchase, if it came within the stale limit. */
  readonly entry: Tick | null;
}

/** What the customer gets back. `ticks`: the market's, oldest first, with all from the entry to the delivery. */
export function payoutOf(bet: Bet, ticks: readonly Tick[]): bigint {
  const { entry, stake, deliveryAtMs } = bet;
  if (entry === null) return stake;
  const exit = ticks.findLast(tick => tick.atMs <= deliveryAtMs) ?? entry;
  if (exit.atMs < deliveryAtMs - bet.staleMs || exit.priceE8 === entry.priceE8) return stake;
  const result = exit.priceE8 > entry.priceE8 ? 'rise' : 'fall';
  return result === bet.direction ? stake + bet.profit : 0n;
}
