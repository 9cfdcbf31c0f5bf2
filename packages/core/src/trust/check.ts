import { invariant } from '../invariant.ts';
import type { TrustOrder, TrustProduct } from './terms.ts';

/** What products report as hosted is the principal of their orders, and none exceeds its capacity. */
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
