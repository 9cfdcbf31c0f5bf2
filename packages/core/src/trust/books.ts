import { invariant } from '../invariant.ts';
import type { AccountIndex, Ledger } from '../ledger/ledger.ts';
import { promisedInterest, type TrustExit } from './figures.ts';
import { unpaidOf } from './order.ts';
import type { TrustOrder, TrustProduct } from './terms.ts';
import type { TrustPostingReason } from './event.ts';

/**
 * Every posting of trust orders, and the promised unpaid interest by currency, which always equals the escrow. The
 * penalty of an early redemption goes to the treasury, from which later promises are made.
 */
export class TrustBooks {
  readonly #ledger: Ledger;
  readonly #unpaid = new Map<number, bigint>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  unpaidMinor(currencyId: number): bigint {
    return this.#unpaid.get(currencyId) ?? 0n;
  }

  /** The customer's trust account, where the principal lies frozen. */
  account({ customerId, currencyId }: Pick<TrustOrder, 'customerId' | 'currencyId'>): AccountIndex {
    return this.#ledger.account({ ownerId: customerId, account: 'trust', currencyId });
  }

  /** Whether the treasury can now promise the whole interest of that principal. */
  covers(product: TrustProduct, principalMinor: bigint): boolean {
    const treasury = this.#ledger.platform('treasury', product.currencyId);
    return this.#ledger.availableMinor(treasury) >= promisedInterest(principalMinor, product);
  }

  /** A renewal's principal is already frozen. */
  purchase(order: TrustOrder): void {
    const { currencyId, principalMinor, promisedMinor } = order;
    this.#begin('trustPurchase', order);
    if (order.renewalOf === null) this.#freeze(order, principalMinor);
    this.#ledger.availableBig(this.#ledger.platform('treasury', currencyId), -promisedMinor);
    this.#ledger.availableBig(this.#ledger.platform('trustEscrow', currencyId), promisedMinor);
    this.#ledger.close();
    this.owe(order);
  }

  interest(order: TrustOrder, amountMinor: bigint): void {
    const { currencyId } = order;
    this.#begin('trustInterest', order);
    this.#ledger.availableBig(this.#ledger.platform('trustEscrow', currencyId), -amountMinor);
    this.#ledger.availableBig(this.account(order), amountMinor);
    this.#ledger.close();
    this.#oweMinor(currencyId, -amountMinor);
  }

  completion(order: TrustOrder): void {
    this.#begin('trustCompletion', order);
    this.#freeze(order, -order.principalMinor);
    this.#ledger.close();
  }

  redemption(order: TrustOrder, { penaltyMinor, returnedMinor }: TrustExit): void {
    const { currencyId, principalMinor } = order;
    const unearnedMinor = unpaidOf(order);
    const account = this.account(order);
    this.#begin('trustRedemption', order);
    this.#ledger.frozenBig(account, -principalMinor);
    this.#ledger.availableBig(account, returnedMinor);
    this.#ledger.availableBig(this.#ledger.platform('treasury', currencyId), penaltyMinor + unearnedMinor);
    this.#ledger.availableBig(this.#ledger.platform('trustEscrow', currencyId), -unearnedMinor);
    this.#ledger.close();
    this.#oweMinor(currencyId, -unearnedMinor);
  }

  /** Counts an order whose posting is made, or one of a snapshot. */
  owe(order: TrustOrder): void {
    this.#oweMinor(order.currencyId, unpaidOf(order));
  }

  checkCheap(): void {
    for (const [currencyId, unpaidMinor] of this.#unpaid) this.#checkEscrow(currencyId, unpaidMinor);
  }

  /** `orders`: all hosted ones. Adds what they hold frozen per account. */
  checkAll(
    orders: Iterable<TrustOrder>,
    currencyIds: readonly number[],
    frozen: Map<AccountIndex, bigint>,
  ): void {
    const unpaid = new Map<number, bigint>();
    for (const order of orders) {
      const account = this.account(order);
      frozen.set(account, (frozen.get(account) ?? 0n) + order.principalMinor);
      unpaid.set(order.currencyId, (unpaid.get(order.currencyId) ?? 0n) + unpaidOf(order));
    }
    for (const currencyId of currencyIds) this.#checkEscrow(currencyId, unpaid.get(currencyId) ?? 0n);
  }

  #checkEscrow(currencyId: number, unpaidMinor: bigint): void {
    const escrowMinor = this.#ledger.availableMinor(this.#ledger.platform('trustEscrow', currencyId));
    invariant(
      escrowMinor === unpaidMinor,
      `the trust escrow of ${currencyId} holds ${escrowMinor}, orders are owed ${unpaidMinor}`,
    );
  }

  #begin(reason: TrustPostingReason, { orderId }: TrustOrder): void {
    this.#ledger.open(reason, `trust:${orderId}`);
  }

  #freeze(order: TrustOrder, amountMinor: bigint): void {
    const account = this.account(order);
    this.#ledger.availableBig(account, -amountMinor);
    this.#ledger.frozenBig(account, amountMinor);
  }

  #oweMinor(currencyId: number, amountMinor: bigint): void {
    this.#unpaid.set(currencyId, this.unpaidMinor(currencyId) + amountMinor);
  }
}
