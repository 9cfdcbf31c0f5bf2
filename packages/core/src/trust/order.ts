import { SnapshotUnreadable, type SnapshotReader } from '../snapshot/reader.ts';
import type { SnapshotWriter } from '../snapshot/writer.ts';
import { interestUntil, promisedInterest } from './figures.ts';
import type { Products } from './products.ts';
import type { TrustOrder, TrustProduct } from './terms.ts';

/** An order as it is the moment it is bought. */
export function boughtOrder(
  product: TrustProduct,
  bid: Pick<
    TrustOrder,
    'orderId' | 'customerId' | 'principalMinor' | 'boughtAtMs' | 'depositDay' | 'autoRenew' | 'renewalOf'
  >,
): TrustOrder {
  const { productId, currencyId, cycleDays, dailyYieldPpm, penaltyPpm } = product;
  return {
    orderId: bid.orderId,
    customerId: bid.customerId,
    productId,
    currencyId,
    cycleDays,
    dailyYieldPpm,
    penaltyPpm,
    principalMinor: bid.principalMinor,
    boughtAtMs: bid.boughtAtMs,
    depositDay: bid.depositDay,
    promisedMinor: promisedInterest(bid.principalMinor, product),
    paidDays: 0,
    paidMinor: 0n,
    autoRenew: bid.autoRenew,
    renewalOf: bid.renewalOf,
    state: 'hosting',
    endedAtMs: null,
    penaltyMinor: 0n,
  };
}

/** The order once that many of its earning days are paid. */
export function paidUntil(order: TrustOrder, paidDays: number): TrustOrder {
  return {
    ...order,
    paidDays,
    paidMinor: interestUntil(order.principalMinor, order.dailyYieldPpm, paidDays),
  };
}

export function unpaidOf({ promisedMinor, paidMinor }: TrustOrder): bigint {
  return promisedMinor - paidMinor;
}

/** The day whose midnight pays the next earning day. */
export function nextPaymentDay({ depositDay, paidDays }: TrustOrder): number {
  return depositDay + paidDays + 2;
}

export function lastEarningDay({ depositDay, cycleDays }: TrustOrder): number {
  return depositDay + cycleDays;
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

/** Rates and sums are its product's. Throws SnapshotUnreadable for an order that cannot be. */
export function readOrder(reader: SnapshotReader, products: Products): TrustOrder {
  const orderId = reader.int();
  const customerId = reader.int();
  const product = products.find(reader.int());
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
