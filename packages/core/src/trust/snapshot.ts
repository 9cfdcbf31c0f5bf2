import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import { boughtOrder, paidUntil } from './order.ts';
import type { TrustOrder, TrustProduct } from './terms.ts';

export function writeProduct(writer: SnapshotWriter, product: TrustProduct): void {
  writer.int(product.productId);
  writer.int(product.version);
  writer.bool(product.enabled);
  writer.int(product.orderCount);
  writer.int(product.currencyId);
  writer.int(product.cycleDays);
  writer.int(product.dailyYieldPpm);
  writer.int(product.penaltyPpm);
  writer.int(product.opensAtMs);
  writer.int64(product.minMinor);
  writer.int64(product.maxMinor);
  writer.int64(product.capacityMinor);
  writer.int64(product.customerLimitMinor);
}

/** Not validated. */
export function readProduct(reader: SnapshotReader): Omit<TrustProduct, 'hostedMinor'> {
  return {
    productId: reader.int(),
    version: reader.int(),
    enabled: reader.bool(),
    orderCount: reader.int(),
    currencyId: reader.int(),
    cycleDays: reader.int(),
    dailyYieldPpm: reader.int(),
    penaltyPpm: reader.int(),
    opensAtMs: reader.int(),
    minMinor: reader.int64(),
    maxMinor: reader.int64(),
    capacityMinor: reader.int64(),
    customerLimitMinor: reader.int64(),
  };
}

export function writeOrder(writer: SnapshotWriter, order: TrustOrder): void {
  writer.int(order.orderId);
  writer.int(order.customerId);
  writer.int(order.productId);
  writer.int64(order.principalMinor);
  writer.int(order.boughtAtMs);
  writer.int(order.depositDay);
  writer.int(order.paidDays);
  writer.bool(order.autoRenew);
  writer.optionalInt(order.renewalOf);
}

/** Rates and sums come from its product. Throws SnapshotUnreadable for an impossible order. */
export function readOrder(
  reader: SnapshotReader,
  find: (productId: number) => TrustProduct | null,
): TrustOrder {
  const orderId = reader.int();
  const customerId = reader.int();
  const product = find(reader.int());
  const principalMinor = reader.int64();
  const boughtAtMs = reader.int();
  const depositDay = reader.int();
  const paidDays = reader.int();
  const autoRenew = reader.bool();
  const renewalOf = reader.optionalInt();
  if (product === null || principalMinor <= 0n || paidDays >= product.cycleDays) {
    throw new SnapshotUnreadable(`trust order ${orderId}`);
  }
  const bid = { orderId, customerId, principalMinor, boughtAtMs, depositDay, autoRenew, renewalOf };
  return paidUntil(boughtOrder(product, bid), paidDays);
}
