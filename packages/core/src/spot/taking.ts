import { NONE } from '../book/order-pool.ts';
import { BID, oppositeOf, type BookSide } from '../book/side.ts';
import { divideWhole } from '../money/ppm.ts';
import { makersInTurn } from './makers-in-turn.ts';
import type { SelfTradeMode } from './order.ts';
import type { SpotMarket } from './spot-market.ts';

/**
 * Why taking stops: everything wanted is found, the budget does not pay another lot, the next maker is the same
 * customer, or nothing is left within the limit.
 */
export type TakingEnd = 'wanted' | 'budget' | 'self' | 'book';

/** What a taker would get right now. One instance is reused: read it before the next `look`. */
export class Taking {
  lots = 0;
  /** Lots that would meet the taker's own and be taken off both. */
  preventedLots = 0;
  /** Quote minor units. */
  valueMinor = 0;
  end: TakingEnd = 'book';

  #side: BookSide = BID;
  #customerId = 0;
  #limitTicks = 0;
  #wantedLots = 0;
  #budgetMinor = -1;
  #quoteMinorPerTickLot = 0;
  #selfTrade: SelfTradeMode = 'expireTaker';

  /**
   * Walks the book without changing it: up to `wantedLots` within `limitTicks` and, unless it is negative, within
   * `budgetMinor`. Matching the same order right after gives exactly this.
   */
  look(
    market: SpotMarket,
    side: BookSide,
    customerId: number,
    limitTicks: number,
    wantedLots: number,
    budgetMinor: number,
    selfTrade: SelfTradeMode,
  ): void {
    this.lots = 0;
    this.preventedLots = 0;
    this.valueMinor = 0;
    this.end = 'book';
    this.#side = side;
    this.#customerId = customerId;
    this.#limitTicks = limitTicks;
    this.#wantedLots = wantedLots;
    this.#budgetMinor = budgetMinor;
    this.#quoteMinorPerTickLot = market.listed.quoteMinorPerTickLot;
    this.#selfTrade = selfTrade;
    if (market.icebergs > 0) {
      for (const { ownerId, priceTicks, lots } of makersInTurn(market, oppositeOf(side)))
        if (!this.#meets(ownerId, priceTicks, lots)) return;
      return;
    }
    const { book } = market;
    for (let slot = book.best(oppositeOf(side)); slot !== NONE; slot = book.next(slot))
      if (!this.#meets(book.ownerIdAt(slot), book.priceAt(slot), book.lotsAt(slot))) return;
  }

  /** Adds what a maker gives. False: taking ends here. */
  #meets(ownerId: number, priceTicks: number, available: number): boolean {
    if (this.#side === BID ? priceTicks > this.#limitTicks : priceTicks < this.#limitTicks) return false;
    const take = Math.min(available, this.#wantedLots - this.lots - this.preventedLots);
    if (ownerId === this.#customerId) {
      if (this.#selfTrade === 'expireMaker') return true;
      if (this.#selfTrade === 'decrement') {
        this.preventedLots += take;
        if (this.lots + this.preventedLots < this.#wantedLots) return true;
      }
      this.end = 'self';
      return false;
    }
    const lotValue = priceTicks * this.#quoteMinorPerTickLot;
    if (this.#budgetMinor >= 0) {
      const payable = divideWhole(this.#budgetMinor - this.valueMinor, lotValue);
      if (payable < take) {
        this.lots += payable;
        this.valueMinor += payable * lotValue;
        this.end = 'budget';
        return false;
      }
    }
    this.lots += take;
    this.valueMinor += take * lotValue;
    if (this.lots + this.preventedLots < this.#wantedLots) return true;
    this.end = 'wanted';
    return false;
  }
}
