import { invariant } from '../invariant.ts';
import { valueOf } from './figures.ts';
import type { OfferBook } from './offer-book.ts';
import type { VisitHeld } from './reader.ts';

/** Invariants of one offer. Linear time. */
export function checkOffer(offer: OfferBook): void {
  const { terms, figures, result, status } = offer;
  const holds = (condition: boolean, what: string): void =>
    invariant(condition, `launch offer ${terms.offerId}: ${what}`);
  holds(offer.done <= offer.size, 'has done more orders than it has');
  holds((offer.closing !== null) === (status === 'allocating'), 'works on what is not frozen');
  let valueMinor = 0n;
  let wantedMinor = 0n;
  let allocatedMinor = 0n;
  let lastOrderId = 0;
  for (const order of offer.orders()) {
    holds(order.orderId > lastOrderId, 'keeps its orders in another order than they came');
    lastOrderId = order.orderId;
    valueMinor += valueOf(order.committed, figures);
    wantedMinor += offer.wantedBy(order.committed);
    holds((order.allocatedMinor === null) === (result === null), 'allocated without closing');
    const allocated = order.allocatedMinor ?? 0n;
    allocatedMinor += allocated;
    holds(allocated <= offer.wantedBy(order.committed), `order ${order.orderId} got more than it may`);
    holds(order.releasedMinor <= allocated, `order ${order.orderId} was released more than it got`);
    for (const { currencyId, amountMinor } of order.spent) {
      const committed = order.committed.find(one => one.currencyId === currencyId)?.amountMinor ?? 0n;
      holds(amountMinor <= committed, `order ${order.orderId} spent more than it committed`);
    }
  }
  holds(valueMinor === offer.valueMinor && wantedMinor === offer.wantedMinor, 'its totals do not add up');
  const ended = status === 'released' || status === 'cancelled';
  holds(!ended || offer.size === 0, 'keeps orders after its end');
  if (result === null || ended) return;
  const expected = wantedMinor < terms.supplyMinor ? wantedMinor : terms.supplyMinor;
  holds(allocatedMinor === expected && result.allocatedMinor === expected, 'allocated another sum');
  holds(result.orders === offer.size && result.valueMinor === valueMinor, 'its result is of another list');
}

/**
 * Calls `visit` with what the offer holds of each customer: commitments frozen in their accounts, payments in escrow until
 * the launch, and coins in escrow afterwards.
 */
export function eachHeldBy(offer: OfferBook, visit: VisitHeld): void {
  const { status, result, done, terms } = offer;
  const orders = offer.orders();
  const isCancelling = status === 'cancelling';
  const unsettled =
    status === 'open' || status === 'allocating'
      ? orders
      : status === 'settling' || (isCancelling && result === null)
        ? orders.slice(done)
        : [];
  for (const { customerId, committed } of unsettled) {
    for (const { currencyId, amountMinor } of committed) {
      visit(customerId, currencyId, 'frozen', amountMinor);
    }
  }
  const paid =
    status === 'settling'
      ? orders.slice(0, done)
      : status === 'closed'
        ? orders
        : isCancelling && result !== null
          ? orders.slice(done)
          : [];
  for (const { customerId, spent } of paid) {
    for (const { currencyId, amountMinor } of spent) visit(customerId, currencyId, 'paid', amountMinor);
  }
  if (status !== 'launched') return;
  for (const { customerId, allocatedMinor, releasedMinor } of orders) {
    const locked = allocatedMinor! - releasedMinor;
    if (locked !== 0n) visit(customerId, terms.currency.id, 'coins', locked);
  }
}

/** Adds what the offer holds in escrow, by currency, and reports to `frozen` what it holds in customers' accounts. */
export function addOwed(
  offer: OfferBook,
  owed: Map<number, bigint>,
  frozen: (customerId: number, currencyId: number, amountMinor: bigint) => void,
): void {
  eachHeldBy(offer, (customerId, currencyId, held, amountMinor) => {
    if (held === 'frozen') frozen(customerId, currencyId, amountMinor);
    else if (amountMinor !== 0n) owed.set(currencyId, (owed.get(currencyId) ?? 0n) + amountMinor);
  });
}
