import type { LaunchEvent } from '../launch/event.ts';
import type { LaunchOffer, LaunchOrder } from '../launch/terms.ts';

/** What somebody who sees only events knows about new currencies. Throws when an event breaks a rule. */
export class LaunchProjection {
  readonly offers = new Map<number, LaunchOffer>();
  /** Orders of all offers, by id. */
  readonly orders = new Map<number, LaunchOrder>();
  /** `order/currency` → minor units. */
  readonly #committed = new Map<string, bigint>();
  #reported = new Set<string>();
  #commitments = 0;
  #lastId = 0;

  /** Starts a new command: everything may be reported once again. */
  begin(): void {
    this.#reported = new Set();
  }

  take(event: LaunchEvent): void {
    switch (event.type) {
      case 'launchOfferChanged': {
        const { offerId } = event.offer.terms;
        this.#once(`launch offer ${offerId}`);
        this.offers.set(offerId, event.offer);
        break;
      }
      case 'launchCommitted': {
        must(event.commitmentId === ++this.#commitments, 'commitments have a gap');
        const key = `${event.orderId}/${event.currencyId}`;
        this.#committed.set(key, (this.#committed.get(key) ?? 0n) + event.amountMinor);
        break;
      }
      case 'launchOrderChanged':
        this.#changed(event.order);
        break;
    }
  }

  /** Orders of an offer that has not ended, oldest first. */
  ordersOf(offerId: number): LaunchOrder[] {
    return [...this.orders.values()]
      .filter(order => order.offerId === offerId)
      .toSorted((a, b) => a.orderId - b.orderId);
  }

  /** Commitments that were neither paid nor returned: frozen in the spot account. */
  *frozen(): Iterable<{ customerId: number; currencyId: number; amountMinor: bigint }> {
    for (const { customerId, committed, allocatedMinor, returned } of this.orders.values()) {
      if (allocatedMinor !== null || returned) continue;
      for (const { currencyId, amountMinor } of committed) yield { customerId, currencyId, amountMinor };
    }
  }

  /** What `launchEscrow` must hold of a currency: payments until the launch, then coins that are not released yet. */
  escrowMinor(wanted: number): bigint {
    let sum = 0n;
    for (const { offerId, allocatedMinor, spent, releasedMinor, returned } of this.orders.values()) {
      const { status, terms } = this.offers.get(offerId)!;
      const launched = status === 'launched' || status === 'released';
      if (launched && terms.currency.id === wanted) sum += (allocatedMinor ?? 0n) - releasedMinor;
      if (launched || returned) continue;
      for (const { currencyId, amountMinor } of spent) if (currencyId === wanted) sum += amountMinor;
    }
    return sum;
  }

  #changed(order: LaunchOrder): void {
    const { orderId } = order;
    this.#once(`launch order ${orderId}`);
    const before = this.orders.get(orderId);
    if (before === undefined) must(orderId === ++this.#lastId, `launch order ${orderId} is out of line`);
    must(this.offers.has(order.offerId), `launch order ${orderId} is of no offer`);
    must(before?.returned !== true, `launch order ${orderId} came back`);
    must(order.releasedMinor >= (before?.releasedMinor ?? 0n), `launch order ${orderId} was taken back`);
    for (const { currencyId, amountMinor } of order.committed) {
      const sum = this.#committed.get(`${orderId}/${currencyId}`);
      must(sum === amountMinor, `launch order ${orderId} is not the sum of its commitments`);
    }
    this.orders.set(orderId, order);
  }

  #once(name: string): void {
    must(!this.#reported.has(name), `${name} reported twice`);
    this.#reported.add(name);
  }
}

function must(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
