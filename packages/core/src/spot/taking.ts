import type { OrderBook } from '../book/book.ts';
import { NONE } from '../book/order-pool.ts';
import { BID, oppositeOf, type BookSide } from '../book/side.ts';
import { divideWhole } from '../money/ppm.ts';
import type { SelfTradeMode } from './order.ts';

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

  /**
   * Walks the book without changing it: up to `wantedLots` within `limitTicks` and, unless it is negative, within
   * `budgetMinor`. Matching the same order right after gives exactly this.
   */
  look(
    book: OrderBook,
    side: BookSide,
    customerId: number,
    limitTicks: number,
    wantedLots: number,
    budgetMinor: number,
    quoteMinorPerTickLot: number,
    selfTrade: SelfTradeMode,
  ): void {
    let lots = 0;
    let prevented = 0;
    let value = 0;
    this.end = 'book';
    for (let slot = book.best(oppositeOf(side)); slot !== NONE; slot = book.next(slot)) {
      const price = book.priceAt(slot);
      if (side === BID ? price > limitTicks : price < limitTicks) break;
      const available = book.lotsAt(slot);
      const take = Math.min(available, wantedLots - lots - prevented);
      if (book.ownerIdAt(slot) === customerId) {
        if (selfTrade === 'expireMaker') continue;
        if (selfTrade === 'decrement') {
          prevented += take;
          if (lots + prevented < wantedLots) continue;
        }
        this.end = 'self';
        break;
      }
      const lotValue = price * quoteMinorPerTickLot;
      if (budgetMinor >= 0) {
        const payable = divideWhole(budgetMinor - value, lotValue);
        if (payable < take) {
          lots += payable;
          value += payable * lotValue;
          this.end = 'budget';
          break;
        }
      }
      lots += take;
      value += take * lotValue;
      if (lots + prevented === wantedLots) {
        this.end = 'wanted';
        break;
      }
    }
    this.lots = lots;
    this.preventedLots = prevented;
    this.valueMinor = value;
  }
}
