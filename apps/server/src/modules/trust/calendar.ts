import type { TrustOrder } from '@tallystick/core';
import { interestOfDay, paymentAtMs } from '@tallystick/core/trust/figures';

export interface PaymentDay {
  readonly atMs: number;
  readonly currencyId: number;
  interestMinor: bigint;
  principalMinor: bigint;
  orders: number;
}

/** Payments due to hosted orders up to a time (inclusive), summed by midnight and currency, soonest first. */
export function comingPayments(orders: readonly TrustOrder[], untilMs: number): PaymentDay[] {
  const days = new Map<string, PaymentDay>();
  for (const order of orders) {
    const { currencyId, principalMinor, depositDay, cycleDays, dailyYieldPpm } = order;
    for (let day = order.paidDays + 1; day <= cycleDays; day++) {
      const atMs = paymentAtMs(depositDay, day);
      if (atMs > untilMs) break;
      const key = `${atMs}:${currencyId}`;
      let coming = days.get(key);
      if (coming === undefined) {
        days.set(key, (coming = { atMs, currencyId, interestMinor: 0n, principalMinor: 0n, orders: 0 }));
      }
      coming.interestMinor += interestOfDay(principalMinor, dailyYieldPpm, day);
      coming.orders += 1;
      if (day === cycleDays) coming.principalMinor += principalMinor;
    }
  }
  return [...days.values()].toSorted((a, b) => a.atMs - b.atMs || a.currencyId - b.currencyId);
}
