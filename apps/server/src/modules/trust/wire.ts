import type { Currency, TrustOrder, TrustProduct } from '@tallystick/core';
import { formatMinor } from '@tallystick/core/money/decimal';
import { DAY_MS, dayOf } from '@tallystick/core/day';
import {
  completesAtMs,
  exitAfter,
  interestOfDay,
  paymentAtMs,
  type TrustExit,
} from '@tallystick/core/trust/figures';
import type { WireTrustExit, WireTrustOrder, WireTrustProduct } from '@tallystick/protocol';
import { wireCurrency } from '../market/currencies.ts';

/** 1 % is 10,000 millionths. */
const PERCENT_DECIMALS = 4;
const MILLION = 1_000_000n;

export interface ProductSight {
  readonly currency: Currency;
  readonly treasuryMinor: bigint;
  /** What the customer has in it already; null for visitors. */
  readonly ownHostedMinor: bigint | null;
  /** The product line is switched on. */
  readonly lineOn: boolean;
  readonly nowMs: number;
}

export function wireProduct(product: TrustProduct, sight: ProductSight): WireTrustProduct {
  const { currency, nowMs, ownHostedMinor } = sight;
  const amount = (minor: bigint): string => formatMinor(minor, currency.decimals);
  const leftMinor = leftOf(product, sight.treasuryMinor);
  const ownRoomMinor = ownHostedMinor === null ? null : product.customerLimitMinor - ownHostedMinor;
  const today = dayOf(nowMs);
  return {
    product_id: product.productId,
    currency: wireCurrency(currency),
    cycle_days: product.cycleDays,
    daily_yield_percent: percent(product.dailyYieldPpm),
    total_yield_percent: percent(product.dailyYieldPpm * product.cycleDays),
    penalty_percent: percent(product.penaltyPpm),
    daily_yield_ppm: product.dailyYieldPpm,
    penalty_ppm: product.penaltyPpm,
    minimum: amount(product.minMinor),
    maximum: amount(product.maxMinor),
    capacity: amount(product.capacityMinor),
    hosted: amount(product.hostedMinor),
    left: amount(leftMinor),
    customer_limit: amount(product.customerLimitMinor),
    own_left: ownRoomMinor === null ? null : amount(least(leftMinor, ownRoomMinor)),
    opens_at_ms: product.opensAtMs,
    state: stateOf(product, leftMinor, sight),
    terms_version: product.version,
    first_payment_at_ms: paymentAtMs(today, 1),
    completes_at_ms: completesAtMs(today, product.cycleDays),
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
    daily_yield_percent: percent(order.dailyYieldPpm),
    penalty_percent: percent(order.penaltyPpm),
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

/** What can still be bought: the room that is left, as far as the treasury can promise its interest. */
function leftOf(product: TrustProduct, treasuryMinor: bigint): bigint {
  const { capacityMinor, hostedMinor, dailyYieldPpm, cycleDays } = product;
  const promisableMinor = (treasuryMinor * MILLION) / BigInt(dailyYieldPpm * cycleDays);
  return least(capacityMinor - hostedMinor, promisableMinor);
}

function stateOf(product: TrustProduct, leftMinor: bigint, sight: ProductSight): WireTrustProduct['state'] {
  if (!product.enabled || !sight.lineOn) return 'closed';
  if (sight.nowMs < product.opensAtMs) return 'upcoming';
  return leftMinor < product.minMinor ? 'sold_out' : 'open';
}

function percent(ppm: number): string {
  return formatMinor(BigInt(ppm), PERCENT_DECIMALS);
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
