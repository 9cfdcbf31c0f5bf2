import type { Refusal } from '../refusal.ts';
import type { ConfigureTrustProduct, TrustOrder, TrustProduct } from './terms.ts';

/** Reading access. */
export interface TrustView {
  /** Whether anything can be bought or renewed at all. */
  readonly isOpen: boolean;
  /** By id. */
  products(): readonly TrustProduct[];
  product(productId: number): TrustProduct | null;
  /** Principal that the customer has hosted in the product. */
  hostedBy(productId: number, customerId: number): bigint;
  /** What a configuration would be refused with; null if it would be taken. */
  judge(command: ConfigureTrustProduct): Refusal | null;
  /** While it is hosted; projections keep the others. */
  order(orderId: number): TrustOrder | null;
  /** What is hosted, oldest first. */
  openOrders(): readonly TrustOrder[];
  /** Promised and unpaid interest: what the escrow holds. */
  unpaidMinor(currencyId: number): bigint;
}
