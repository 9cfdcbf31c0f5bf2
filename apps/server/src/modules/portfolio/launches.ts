import type { LaunchAmount, LaunchOffer, LaunchOrder } from '@tallystick/core';
import type { CustomerReads } from './customer-reads.ts';

interface Held extends LaunchAmount {
  /** `frozen` in the spot account; the others are in escrow. */
  readonly held: 'frozen' | 'paid' | 'coins';
}

/** What offers hold of the customer. */
export function heldByOffers({ customerId, exchange: { launch } }: CustomerReads): Held[] {
  const own = launch.offers().flatMap(offer => {
    const order = launch.order(offer.terms.offerId, customerId);
    return order === null ? [] : [{ offer, order }];
  });
  if (!own.some(({ offer }) => isPayingOut(offer))) {
    return own.flatMap(({ offer, order }) => heldBy(offer, order));
  }
  // While orders are paid out one after the other, only the offer knows which ones already are.
  const held: Held[] = [];
  launch.eachHeld((ownerId, currencyId, kind, amountMinor) => {
    if (ownerId === customerId) held.push({ held: kind, currencyId, amountMinor });
  });
  return held;
}

function isPayingOut({ status }: LaunchOffer): boolean {
  return status === 'settling' || status === 'cancelling';
}

function heldBy({ status, terms }: LaunchOffer, { committed, spent, ...order }: LaunchOrder): Held[] {
  if (status === 'open' || status === 'allocating') return committed.map(one => ({ held: 'frozen', ...one }));
  if (status === 'closed') return spent.map(one => ({ held: 'paid', ...one }));
  if (status !== 'launched') return [];
  const amountMinor = (order.allocatedMinor ?? 0n) - order.releasedMinor;
  return [{ held: 'coins', currencyId: terms.currency.id, amountMinor }];
}
