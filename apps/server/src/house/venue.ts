import type { Command } from '@tallystick/core';
import type { HouseOrder, LadderInput, QuoteSettings, RestingOrder } from './quote-settings.ts';

/**
 * One kind of book the house quotes, by market: what rests there, what may be offered, and how that is said in
 * commands. It sees what any customer sees of the market, and its own account.
 */
export interface Venue {
  isOpen(marketId: number): boolean;
  /** The house's own orders that wait. */
  resting(marketId: number): readonly RestingOrder[];
  /** What a ladder around the index is made from; null for a market it does not have. */
  ladder(marketId: number, settings: QuoteSettings, indexE8: number): LadderInput | null;
  place(marketId: number, order: HouseOrder): Command;
  cancel(orderId: number): Command;
  cancelAll(marketId: number): Command;
  /** What puts the inventory in order before quotes are made; mostly nothing. */
  tidy(marketId: number): readonly Command[];
}
