import type { Limits } from '../limits.ts';
import type { Market } from '../world.ts';
import type { Order } from './order.ts';

/** Costs and proceeds of a trade for the customers' own limits, fees included, valued at the index. */
export function countResults(
  limits: Limits,
  { base, quote }: Market,
  buyer: Order,
  seller: Order,
  { paid, sold, received, earned }: Readonly<Record<'paid' | 'sold' | 'received' | 'earned', bigint>>,
): void {
  const paidValue = limits.value(quote.id, paid);
  const earnedValue = limits.value(quote.id, earned);
  if (paidValue === null || earnedValue === null) {
    limits.left(buyer.customerId, quote.id, paid);
    limits.left(seller.customerId, base.id, sold);
    return;
  }
  limits.sold(buyer.customerId, quote.id, paid, paidValue);
  limits.bought(buyer.customerId, base.id, received, paidValue);
  limits.sold(seller.customerId, base.id, sold, earnedValue);
  limits.bought(seller.customerId, quote.id, earned, earnedValue);
}
