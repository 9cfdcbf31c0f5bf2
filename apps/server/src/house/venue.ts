import type { Command } from '@tallystick/core';
import type { HouseOrder, LadderInput, QuoteSettings, RestingOrder } from './quote-settings.ts';

/**
 * One kind of book the house quotes, by market: what rests there, what may be offered, and the commands for it. It sees
 * only what any customer sees, and its own account.
 */
export interface Venue {
  isOpen(marketId: number): boolean;
  /** The house's own waiting orders. */
  resting(marketId: number): readonly RestingOrder[];
  /** The inputs for quotes around the index; null for an unknown market. */
  ladder(marketId: number, settings: QuoteSettings, indexE8: number): LadderInput | null;
  /** Takes off and places orders at once. */
  replace(marketId: number, cancel: readonly number[], place: readonly HouseOrder[]): Command;
  cancelAll(marketId: number): Command;
  /** Commands that tidy up the inventory before quotes are made; mostly none. */
  tidy(marketId: number): readonly Command[];
}
