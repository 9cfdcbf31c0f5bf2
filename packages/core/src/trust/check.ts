import { invariant } from '../invariant.ts';
import type { TrustOrder, TrustProduct } from './terms.ts';

/** What products say they host is the principal of their orders, and none hosts more than it may. */
export function checkHosted(orders: Iterable<TrustOrder>, products: readonly TrustProduct[]): void {
  const hosted = new Map<number, bigint>();
  for (const { productId, principalMinor } of orders) {
    hosted.set(productId, (hosted.get(productId) ?? 0n) + principalMinor);
  }
  for (const { productId, hostedMinor, capacityMinor } of products) {
    const sumMinor = hosted.get(productId) ?? 0n;
    invariant(sumMinor === hostedMinor, `trust product ${productId} hosts another sum`);
    invariant(hostedMinor <= capacityMinor, `trust product ${productId} is oversold`);
  }
}
