import type { TrustEvent } from '../trust/event.ts';
import type { TrustOrder, TrustProduct } from '../trust/terms.ts';

/** What somebody who sees only events knows about locked deposits. Throws when an event breaks a rule. */
export class TrustProjection {
  /** Hosted orders by id. */
  readonly hosted = new Map<number, TrustOrder>();
  readonly products = new Map<number, TrustProduct>();
  /** For every order so far: the number of paid days and their sum. */
  readonly #paid = new Map<number, { days: number; minor: bigint }>();
  readonly #ended = new Set<number>();
  #reported = new Set<number>();
  #lastId = 0;

  /** Starts a new command: everything may be reported once again. */
  begin(): void {
    this.#reported = new Set();
  }

  take(event: TrustEvent): void {
    switch (event.type) {
      case 'trustProductChanged':
        this.products.set(event.product.productId, event.product);
        break;
      case 'trustInterestPaid': {
        const { orderId, day, amountMinor } = event;
        const paid = this.#paidOf(orderId);
        must(!this.#ended.has(orderId), `trust order ${orderId} was paid after its end`);
        must(day === paid.days + 1, `trust order ${orderId}: day ${day} was paid after day ${paid.days}`);
        this.#paid.set(orderId, { days: day, minor: paid.minor + amountMinor });
        break;
      }
      case 'trustOrderChanged':
        this.#changed(event.order);
        break;
    }
  }

  #changed(order: TrustOrder): void {
    const { orderId, state } = order;
    must(!this.#reported.has(orderId), `trust order ${orderId} reported twice`);
    this.#reported.add(orderId);
    must(!this.#ended.has(orderId), `trust order ${orderId} came back`);
    if (!this.hosted.has(orderId) && orderId > this.#lastId) {
      must(orderId === this.#lastId + 1, `trust order ${orderId} is out of line`);
      this.#lastId = orderId;
    }
    const paid = this.#paidOf(orderId);
    const same = order.paidDays === paid.days && order.paidMinor === paid.minor;
    must(same, `trust order ${orderId} says it was paid otherwise than it was`);
    if (state === 'hosting') {
      this.hosted.set(orderId, order);
      return;
    }
    must(order.endedAtMs !== null, `trust order ${orderId} ended at no time`);
    if (state === 'completed')
      must(order.paidMinor === order.promisedMinor, 'completed for less than promised');
    this.hosted.delete(orderId);
    this.#ended.add(orderId);
  }

  #paidOf(orderId: number): { readonly days: number; readonly minor: bigint } {
    return this.#paid.get(orderId) ?? { days: 0, minor: 0n };
  }
}

function must(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(message);
}
