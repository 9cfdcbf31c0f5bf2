import { Closing } from './closing.ts';
import { figuresOf, least, unitsFor, valueOf, type LaunchFigures } from './figures.ts';
import type {
  LaunchAmount,
  LaunchOffer,
  LaunchOrder,
  LaunchResult,
  LaunchStatus,
  LaunchTerms,
} from './terms.ts';

/** An order as the core keeps it until its offer has ended. */
export interface KeptOrder {
  readonly orderId: number;
  readonly customerId: number;
  committed: readonly LaunchAmount[];
  /** Null before the close. */
  allocatedMinor: bigint | null;
  spent: readonly LaunchAmount[];
  releasedMinor: bigint;
  returned: boolean;
}

/** One offer with its orders and the progress of its current step. */
export class OfferBook {
  terms: LaunchTerms;
  figures: LaunchFigures;
  status: LaunchStatus = 'open';
  closesAtMs: number;
  soldOut = false;
  result: LaunchResult | null = null;
  /** The calculation of an offer that is `allocating`. */
  closing: Closing | null = null;
  /** How many orders the current step has done, in order of their ids. */
  done = 0;
  /** Number of the next release. */
  stage = 0;
  /** Value of all commitments, in quote minor units. */
  valueMinor = 0n;
  /** What all orders together ask for, in minor units of the new currency. */
  wantedMinor = 0n;
  /** By customer. Each customer has one order, so this is in order of the order ids, too. */
  readonly #orders = new Map<number, KeptOrder>();
  /** The same as an array, once orders are no longer added and steps go through them. */
  #inOrder: KeptOrder[] | null = null;

  constructor(terms: LaunchTerms, decimalsOf: (currencyId: number) => number) {
    this.terms = terms;
    this.figures = figuresOf(terms, decimalsOf);
    this.closesAtMs = terms.closeMs;
  }

  get size(): number {
    return this.#orders.size;
  }

  orderOf(customerId: number): KeptOrder | undefined {
    return this.#orders.get(customerId);
  }

  /** In order of the order ids. */
  orders(): KeptOrder[] {
    return [...this.#orders.values()];
  }

  /** The next orders of the current step, at most `limit`. */
  next(limit: number): KeptOrder[] {
    this.#inOrder ??= this.orders();
    return this.#inOrder.slice(this.done, this.done + limit);
  }

  /** Orders must be added by rising id. */
  add(order: KeptOrder): void {
    this.#inOrder = null;
    this.#orders.set(order.customerId, order);
    this.#count(order, 1n);
  }

  commit(order: KeptOrder, committed: readonly LaunchAmount[]): void {
    this.#count(order, -1n);
    order.committed = committed;
    this.#count(order, 1n);
  }

  /** Forgets the orders of an ended offer; projections keep them. */
  forgetOrders(): void {
    this.#orders.clear();
    this.#inOrder = null;
    this.done = 0;
    this.valueMinor = 0n;
    this.wantedMinor = 0n;
  }

  /** What these commitments buy if the supply is enough: by their value, up to the cap. */
  wantedBy(committed: readonly LaunchAmount[]): bigint {
    return least(this.terms.capMinor, unitsFor(valueOf(committed, this.figures), this.figures));
  }

  /** Freezes the list: no order is added from now on. */
  freeze(): void {
    this.status = 'allocating';
    this.closing = new Closing(this.figures, this.orders());
  }

  /** When the offer's next step is due; Infinity if none is, or if it has begun. */
  dueAtMs(): number {
    switch (this.status) {
      case 'open':
        return this.closesAtMs;
      case 'closed':
        return this.terms.launchMs;
      case 'launched':
        return this.done > 0 ? Infinity : this.terms.launchMs + this.terms.releases[this.stage]!.afterMs;
      case 'allocating':
      case 'settling':
      case 'cancelling':
      case 'released':
      case 'cancelled':
        return Infinity;
      default:
        return this.status satisfies never;
    }
  }

  /** Whether a step has begun and is not finished. */
  isUnderWay(): boolean {
    switch (this.status) {
      case 'allocating':
      case 'settling':
      case 'cancelling':
        return true;
      case 'launched':
        return this.done > 0;
      case 'open':
      case 'closed':
      case 'released':
      case 'cancelled':
        return false;
      default:
        return this.status satisfies never;
    }
  }

  /** Whether the currency is not launched yet: its names are taken although no market knows them. */
  reserves(): boolean {
    return !['launched', 'released', 'cancelling', 'cancelled'].includes(this.status);
  }

  view(): LaunchOffer {
    const { terms, status, closesAtMs, soldOut, result } = this;
    return { terms, status, closesAtMs, soldOut, result };
  }

  viewOf(order: KeptOrder): LaunchOrder {
    return { ...order, offerId: this.terms.offerId };
  }

  #count(order: KeptOrder, sign: bigint): void {
    this.valueMinor += sign * valueOf(order.committed, this.figures);
    this.wantedMinor += sign * this.wantedBy(order.committed);
  }
}
