import type { Currency, TrustOrder } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import { DAY_MS, dayOf } from '@tallystick/core/durations';
import {
  completesAtMs,
  exitAfter,
  interestOfDay,
  paymentAtMs,
  type TrustExit,
} from '@tallystick/core/trust/figures';
import type {
  WireTrustExit,
  WireTrustOrder,
  WireTrustPaymentDay,
  WireTrustProduct,
  WireTrustReportLine,
  WireTrustReserve,
} from '@tallystick/protocol';
import { wireCurrency } from '../market/currencies.ts';
import type { PaymentDay } from './calendar.ts';
import type { OfferedProduct, Reserve } from './service.ts';
import type { ReportRow } from './store.ts';
import { percentOfPpm } from '../../http/percent.ts';

export function wireProduct(offered: OfferedProduct, currency: Currency, nowMs: number): WireTrustProduct {
  const { product, ownLeftMinor } = offered;
  const amount = (minor: bigint): string => formatMinor(minor, currency.decimals);
  const today = dayOf(nowMs);
  return {
    product_id: product.productId,
    currency: wireCurrency(currency),
    cycle_days: product.cycleDays,
    daily_yield_percent: percentOfPpm(product.dailyYieldPpm),
    total_yield_percent: percentOfPpm(product.dailyYieldPpm * product.cycleDays),
    penalty_percent: percentOfPpm(product.penaltyPpm),
    daily_yield_ppm: product.dailyYieldPpm,
    penalty_ppm: product.penaltyPpm,
    minimum: amount(product.minMinor),
    maximum: amount(product.maxMinor),
    capacity: amount(product.capacityMinor),
    hosted: amount(product.hostedMinor),
    left: amount(offered.leftMinor),
    customer_limit: amount(product.customerLimitMinor),
    own_left: ownLeftMinor === null ? null : amount(ownLeftMinor),
    opens_at_ms: product.opensAtMs,
    state: offered.state,
    terms_version: product.version,
    first_payment_at_ms: paymentAtMs(today, 1),
    completes_at_ms: completesAtMs(today, product.cycleDays),
  };
}

export function wireReserve({ treasuryMinor, escrowMinor }: Reserve, currency: Currency): WireTrustReserve {
  const { decimals } = currency;
  return {
    currency: wireCurrency(currency),
    treasury: formatMinor(treasuryMinor, decimals),
    escrow: formatMinor(escrowMinor, decimals),
  };
}

export function wireOrder(order: TrustOrder, currency: Currency): WireTrustOrder {
  const { principalMinor, depositDay, paidDays, cycleDays, state } = order;
  const amount = (minor: bigint): string => formatMinor(minor, currency.decimals);
  const hosting = state === 'hosting';
  return {
    order_id: order.orderId,
    product_id: order.productId,
    currency: wireCurrency(currency),
    amount: amount(principalMinor),
    daily_yield_percent: percentOfPpm(order.dailyYieldPpm),
    penalty_percent: percentOfPpm(order.penaltyPpm),
    cycle_days: cycleDays,
    paid_days: paidDays,
    remaining_days: cycleDays - paidDays,
    bought_at_ms: order.boughtAtMs,
    starts_at_ms: (depositDay + 1) * DAY_MS,
    next_payment_at_ms: hosting ? paymentAtMs(depositDay, paidDays + 1) : null,
    next_payment: hosting ? amount(interestOfDay(principalMinor, order.dailyYieldPpm, paidDays + 1)) : null,
    completes_at_ms: completesAtMs(depositDay, cycleDays),
    promised: amount(order.promisedMinor),
    earned: amount(order.paidMinor),
    auto_renew: order.autoRenew,
    renewal_of: order.renewalOf,
    state,
    ended_at_ms: order.endedAtMs,
    penalty: state === 'redeemed' ? amount(order.penaltyMinor) : null,
    exit: hosting ? wireExit(exitAfter(principalMinor, order, paidDays), currency) : null,
  };
}

export function wireExit(exit: TrustExit, { decimals }: Currency): WireTrustExit {
  return {
    paid_days: exit.paidDays,
    remaining_days: exit.remainingDays,
    interest: formatMinor(exit.interestMinor, decimals),
    penalty: formatMinor(exit.penaltyMinor, decimals),
    returned: formatMinor(exit.returnedMinor, decimals),
    total: formatMinor(exit.totalMinor, decimals),
  };
}

export function wireReport(row: ReportRow, currency: Currency): WireTrustReportLine {
  const amount = (minor: bigint): string => formatMinor(minor, currency.decimals);
  return {
    currency: wireCurrency(currency),
    invested: amount(row.investedMinor),
    yesterday: amount(row.yesterdayMinor),
    accumulated: amount(row.accumulatedMinor),
    expected: amount(row.expectedMinor),
  };
}

export function wirePaymentDay(day: PaymentDay, currency: Currency): WireTrustPaymentDay {
  return {
    at_ms: day.atMs,
    currency: wireCurrency(currency),
    interest: formatMinor(day.interestMinor, currency.decimals),
    principal: formatMinor(day.principalMinor, currency.decimals),
    orders: day.orders,
  };
}
