import type { LaunchPostingReason } from './event.ts';
import { invariant } from '../invariant.ts';
import { type PlatformAccount } from '../ledger/account.ts';
import type { AccountIndex, Ledger } from '../ledger/ledger.ts';

/** The postings of launches, and an independent sum of what their escrow holds. */
export class LaunchEscrow {
  readonly #ledger: Ledger;
  readonly #held = new Map<number, bigint>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  spot(customerId: number, currencyId: number): AccountIndex {
    return this.#ledger.spot(customerId, currencyId);
  }

  freeze(offerId: number, customerId: number, currencyId: number, amountMinor: bigint): void {
    this.#moveWithin('launchFreeze', offerId, customerId, currencyId, -amountMinor);
  }

  unfreeze(offerId: number, customerId: number, currencyId: number, amountMinor: bigint): void {
    if (amountMinor !== 0n) this.#moveWithin('launchUnfreeze', offerId, customerId, currencyId, amountMinor);
  }

  /** Pays for the allocation with the customer's frozen money. */
  pay(offerId: number, customerId: number, currencyId: number, amountMinor: bigint): void {
    this.#begin('launchPayment', offerId);
    this.#ledger.frozenBig(this.spot(customerId, currencyId), -amountMinor);
    this.#add(currencyId, amountMinor);
    this.#ledger.close();
  }

  /** Returns a payment. */
  refund(offerId: number, customerId: number, currencyId: number, amountMinor: bigint): void {
    this.#toSpot('launchRefund', offerId, customerId, currencyId, amountMinor);
  }

  release(offerId: number, customerId: number, currencyId: number, amountMinor: bigint): void {
    this.#toSpot('launchRelease', offerId, customerId, currencyId, amountMinor);
  }

  issue(offerId: number, currencyId: number, amountMinor: bigint): void {
    this.#withPlatform('launchIssue', offerId, 'issuance', currencyId, amountMinor);
  }

  proceed(offerId: number, currencyId: number, amountMinor: bigint): void {
    this.#withPlatform('launchProceeds', offerId, 'issuer', currencyId, -amountMinor);
  }

  /** The escrow account equals this sum of what went in and out. */
  checkCheap(): void {
    for (const [currencyId, held] of this.#held) {
      const balance = this.#ledger.availableMinor(this.#ledger.platform('launchEscrow', currencyId));
      invariant(balance === held, `the launch escrow has ${balance} of currency ${currencyId}, not ${held}`);
    }
  }

  /** The sum equals what the offers owe. */
  checkAll(owed: ReadonlyMap<number, bigint>): void {
    this.checkCheap();
    for (const currencyId of new Set([...this.#held.keys(), ...owed.keys()])) {
      const held = this.#held.get(currencyId) ?? 0n;
      const due = owed.get(currencyId) ?? 0n;
      invariant(held === due, `launch offers owe ${due} of currency ${currencyId}, ${held} is held`);
    }
  }

  restore(owed: ReadonlyMap<number, bigint>): void {
    for (const [currencyId, amountMinor] of owed) this.#held.set(currencyId, amountMinor);
  }

  #toSpot(
    reason: LaunchPostingReason,
    offerId: number,
    customerId: number,
    currencyId: number,
    amountMinor: bigint,
  ): void {
    this.#begin(reason, offerId);
    this.#add(currencyId, -amountMinor);
    this.#ledger.availableBig(this.spot(customerId, currencyId), amountMinor);
    this.#ledger.close();
  }

  /** Amounts > 0 go into escrow, < 0 out of it. */
  #withPlatform(
    reason: LaunchPostingReason,
    offerId: number,
    account: PlatformAccount,
    currencyId: number,
    amountMinor: bigint,
  ): void {
    this.#begin(reason, offerId);
    this.#ledger.availableBig(this.#ledger.platform(account, currencyId), -amountMinor);
    this.#add(currencyId, amountMinor);
    this.#ledger.close();
  }

  #moveWithin(
    reason: LaunchPostingReason,
    offerId: number,
    customerId: number,
    currencyId: number,
    amountMinor: bigint,
  ): void {
    const account = this.spot(customerId, currencyId);
    this.#begin(reason, offerId);
    this.#ledger.availableBig(account, amountMinor);
    this.#ledger.frozenBig(account, -amountMinor);
    this.#ledger.close();
  }

  #begin(reason: LaunchPostingReason, offerId: number): void {
    this.#ledger.open(reason, `launch:${offerId}`);
  }

  #add(currencyId: number, amountMinor: bigint): void {
    this.#ledger.availableBig(this.#ledger.platform('launchEscrow', currencyId), amountMinor);
    this.#held.set(currencyId, (this.#held.get(currencyId) ?? 0n) + amountMinor);
  }
}
