import type { TrustOrder } from '@tallystick/core';

/** A row of `trust_orders` as `select *` gives it. */
export interface TrustOrderRow {
  readonly order_id: string;
  readonly customer_id: number;
  readonly product_id: string;
  readonly currency_id: number;
  readonly cycle_days: number;
  readonly daily_yield_ppm: number;
  readonly penalty_ppm: number;
  readonly principal_minor: string;
  readonly bought_at_ms: string;
  readonly deposit_day: number;
  readonly promised_minor: string;
  readonly paid_days: number;
  readonly paid_minor: string;
  readonly auto_renew: boolean;
  readonly renewal_of: string | null;
  readonly state: TrustOrder['state'];
  readonly ended_at_ms: string | null;
  readonly penalty_minor: string;
}

/** The order as the core reported it last. */
export function trustOrderOf(row: TrustOrderRow): TrustOrder {
  return {
    orderId: Number(row.order_id),
    customerId: row.customer_id,
    productId: Number(row.product_id),
    currencyId: row.currency_id,
    cycleDays: row.cycle_days,
    dailyYieldPpm: row.daily_yield_ppm,
    penaltyPpm: row.penalty_ppm,
    principalMinor: BigInt(row.principal_minor),
    boughtAtMs: Number(row.bought_at_ms),
    depositDay: row.deposit_day,
    promisedMinor: BigInt(row.promised_minor),
    paidDays: row.paid_days,
    paidMinor: BigInt(row.paid_minor),
    autoRenew: row.auto_renew,
    renewalOf: row.renewal_of === null ? null : Number(row.renewal_of),
    state: row.state,
    endedAtMs: row.ended_at_ms === null ? null : Number(row.ended_at_ms),
    penaltyMinor: BigInt(row.penalty_minor),
  };
}
