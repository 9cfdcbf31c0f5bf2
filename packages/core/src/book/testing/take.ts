import { NO_OWNER, type OrderBook } from '../book.ts';
import { oppositeOf, type BookSide } from '../side.ts';
import type { NaiveBook } from './naive-book.ts';

export interface Fill {
  readonly makerOrderId: number;
  readonly makerOwnerId: number;
  readonly priceTicks: number;
  readonly lots: number;
}

/** Takes up to `lots` from the book, or less at an order of the same customer. Returns the fills in order. */
export function take(
  book: OrderBook,
  takerSide: BookSide,
  limitTicks: number,
  lots: number,
  takerOwnerId: number,
): Fill[] {
  const fills: Fill[] = [];
  const makerSide = oppositeOf(takerSide);
  let left = lots;
  while (left > 0 && book.crosses(takerSide, limitTicks)) {
    const maker = book.best(makerSide);
    const makerOwnerId = book.ownerIdAt(maker);
    if (takerOwnerId !== NO_OWNER && makerOwnerId === takerOwnerId) break;
    const filled = Math.min(left, book.lotsAt(maker));
    fills.push({
      makerOrderId: book.orderIdAt(maker),
      makerOwnerId,
      priceTicks: book.priceAt(maker),
      lots: filled,
    });
    book.fill(maker, filled);
    left -= filled;
  }
  return fills;
}

/** The same on the naive book. */
export function takeNaively(
  book: NaiveBook,
  takerSide: BookSide,
  limitTicks: number,
  lots: number,
  takerOwnerId: number,
): Fill[] {
  const fills: Fill[] = [];
  let left = lots;
  while (left > 0 && book.crosses(takerSide, limitTicks)) {
    const maker = book.best(oppositeOf(takerSide));
    if (maker === undefined || (takerOwnerId !== NO_OWNER && maker.ownerId === takerOwnerId)) break;
    const filled = Math.min(left, maker.quantityLots);
    fills.push({
      makerOrderId: maker.orderId,
      makerOwnerId: maker.ownerId,
      priceTicks: maker.priceTicks,
      lots: filled,
    });
    book.reduce(maker.orderId, filled);
    left -= filled;
  }
  return fills;
}
