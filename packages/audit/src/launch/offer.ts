import { limitOf, worthOfAll, type Amounts, type Share } from './allocation.ts';
import type { OfferTerms } from './terms.ts';

/** All commitments of one customer to an offer. */
export interface Order {
  readonly id: number;
  readonly customerId: number;
  readonly committed: Amounts;
  /** Null before the close. */
  share: Share | null;
  released: bigint;
  /** Everything went back, because the offer was cancelled. */
  returned: boolean;
}

export type OfferStatus =
  | 'open'
  | 'allocating'
  | 'settling'
  | 'closed'
  | 'launched'
  | 'released'
  | 'cancelling'
  | 'cancelled';

export interface Result {
  readonly root: string;
  readonly orders: number;
  readonly worth: bigint;
  readonly allocated: bigint;
}

export class Offer {
  readonly terms: OfferTerms;
  status: OfferStatus = 'open';
  closesAtMs: number;
  isSoldOut = false;
  result: Result | null = null;
  /** In the order of their numbers. */
  orders: Order[] = [];
  readonly #byCustomer = new Map<number, Order>();
  /** What all orders together ask for, and what they are worth. */
  wanted = 0n;
  worth = 0n;
  /** How many of them the present step has done. */
  done = 0;
  /** Number of the next release, from 0. */
  stage = 0;

  constructor(terms: OfferTerms) {
    this.terms = terms;
    this.closesAtMs = terms.config.closeMs;
  }

  get id(): number {
    return this.terms.config.offerId;
  }

  orderOf(customerId: number): Order | undefined {
    return this.#byCustomer.get(customerId);
  }

  add(order: Order): void {
    this.orders.push(order);
    this.#byCustomer.set(order.customerId, order);
  }

  commit({ committed }: Order, currencyId: number, amount: bigint): void {
    this.#count(committed, -1n);
    committed.set(currencyId, (committed.get(currencyId) ?? 0n) + amount);
    this.#count(committed, 1n);
  }

  #count(committed: Amounts, sign: bigint): void {
    this.wanted += sign * limitOf(committed, this.terms.figures);
    this.worth += sign * worthOfAll(committed, this.terms.figures);
  }

  /** When its next step begins; Infinity if none will, or if it has begun. */
  dueAtMs(): number {
    const { launchMs, releases } = this.terms.config;
    if (this.status === 'open') return this.closesAtMs;
    if (this.status === 'closed') return launchMs;
    const waits = this.status === 'launched' && this.done === 0;
    return waits ? launchMs + releases[this.stage]!.afterMs : Infinity;
  }

  /** Whether a step has begun and has orders left. */
  isUnderWay(): boolean {
    const { status } = this;
    if (status === 'launched') return this.done > 0;
    return status === 'allocating' || status === 'settling' || status === 'cancelling';
  }

  /** Whether its currency's names are taken although nothing is listed yet. */
  reserves(): boolean {
    return !['launched', 'released', 'cancelling', 'cancelled'].includes(this.status);
  }

  /** An ended offer needs its orders no more. */
  end(status: 'released' | 'cancelled'): void {
    this.status = status;
    this.orders = [];
    this.done = 0;
  }
}
