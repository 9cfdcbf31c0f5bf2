import { limitOf, worthOfAll, type Allocated, type Amounts, type Share } from './allocation.ts';
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

export interface Offer {
  readonly id: number;
  readonly terms: OfferTerms;
  status: OfferStatus;
  closesAtMs: number;
  isSoldOut: boolean;
  /** While it is worked on: what comes of it, and how many commands that still takes. */
  allocating: { readonly allocated: Allocated; left: number } | null;
  result: Result | null;
  /** By customer; first commitments have rising numbers, so this is their order, too. */
  readonly orders: Map<number, Order>;
  /** What all orders together ask for, and what they are worth. */
  wanted: bigint;
  worth: bigint;
  /** How many orders the present step has done. */
  done: number;
  /** Number of the next release, from 0. */
  stage: number;
}

export function newOffer(terms: OfferTerms): Offer {
  return {
    id: terms.config.offerId,
    terms,
    status: 'open',
    closesAtMs: terms.config.closeMs,
    isSoldOut: false,
    allocating: null,
    result: null,
    orders: new Map(),
    wanted: 0n,
    worth: 0n,
    done: 0,
    stage: 0,
  };
}

/** Adds to what an order of the offer commits. */
export function commit(offer: Offer, { committed }: Order, currencyId: number, amount: bigint): void {
  const { figures } = offer.terms;
  offer.wanted -= limitOf(committed, figures);
  offer.worth -= worthOfAll(committed, figures);
  committed.set(currencyId, (committed.get(currencyId) ?? 0n) + amount);
  offer.wanted += limitOf(committed, figures);
  offer.worth += worthOfAll(committed, figures);
}

/** When its next step begins; Infinity if none will, or if it has begun. */
export function dueAtMs({ status, closesAtMs, done, stage, terms }: Offer): number {
  const { launchMs, releases } = terms.config;
  if (status === 'open') return closesAtMs;
  if (status === 'closed') return launchMs;
  return status === 'launched' && done === 0 ? launchMs + releases[stage]!.afterMs : Infinity;
}

/** Whether a step has begun and has orders left. */
export function isUnderWay({ status, done }: Offer): boolean {
  if (status === 'launched') return done > 0;
  return status === 'allocating' || status === 'settling' || status === 'cancelling';
}

/** Whether its currency's names are taken although nothing is listed yet. */
export function reserves({ status }: Offer): boolean {
  return !['launched', 'released', 'cancelling', 'cancelled'].includes(status);
}

/** An ended offer needs its orders no more. */
export function end(offer: Offer, status: 'released' | 'cancelled'): void {
  offer.status = status;
  offer.orders.clear();
  offer.done = 0;
}
