import { interestUntil, promisedInterest } from './figures.ts';
import type { TrustOrder, TrustProduct } from './terms.ts';

/** An order at the moment of purchase. */
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

/** The order after that many of its earning days are paid. */
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

/** The day at whose midnight the next earning day is paid. */
export function nextPaymentDay({ depositDay, paidDays }: TrustOrder): number {
  return depositDay + paidDays + 2;
}

export function lastEarningDay({ depositDay, cycleDays }: TrustOrder): number {
  return depositDay + cycleDays;
}
