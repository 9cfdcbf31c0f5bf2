import type { Refusal } from '../refusal.ts';
import type { ConfigureTrustProduct } from './command.ts';
import type { TrustOrder, TrustProduct } from './terms.ts';

/** What can be read of deposits; `exchange.trust`. */
export interface TrustReader {
  /** Whether anything can be bought or renewed at all. */
  readonly isOpen: boolean;
  /** By id. */
  products(): readonly TrustProduct[];
  product(productId: number): TrustProduct | null;
  /** Principal that the customer has hosted in the product. */
  hostedBy(productId: number, customerId: number): bigint;
  /** Why a configuration would be refused; null if it would be accepted. */
  judge(command: ConfigureTrustProduct): Refusal | null;
  /** A hosted order; projections keep ended ones. */
  order(orderId: number): TrustOrder | null;
  /** What is hosted, oldest first. */
  openOrders(): readonly TrustOrder[];
  /** Promised interest not paid yet: what the escrow holds. */
  unpaidMinor(currencyId: number): bigint;
}
