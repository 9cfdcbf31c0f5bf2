import type { EventOf, TrustOrder } from '@tallystick/core';
import { fixed, flag, int4, int8, minor, named, orNull, word } from '../../projections/kinds.ts';
import type { Moment } from '../../projections/latest.ts';
import { Projection } from '../../projections/projection.ts';

/** Trust orders, hosted and ended. */
export const TRUST_ORDERS = new Projection<TrustOrder, Pick<Moment, 'sequence'>>(
  'trust_orders',
  {
    orderId: int8,
    customerId: fixed(int4),
    productId: fixed(int8),
    currencyId: fixed(int4),
    cycleDays: fixed(int4),
    dailyYieldPpm: fixed(int4),
    penaltyPpm: fixed(int4),
    principalMinor: fixed(minor),
    boughtAtMs: fixed(int8),
    depositDay: fixed(int4),
    promisedMinor: fixed(minor),
    renewalOf: fixed(orNull(int8)),
    paidDays: int4,
    paidMinor: minor,
    autoRenew: flag,
    state: word('hosting', 'completed', 'redeemed'),
    endedAtMs: orNull(int8),
    penaltyMinor: minor,
  },
  {
    key: ['orderId'],
    stamp: { sequence: int8 },
  },
);

/** What each trust order paid on each day: a second payment for the same day would fail here. */
export const TRUST_PAYMENTS = new Projection<Omit<EventOf<'trustInterestPaid'>, 'type'>, Moment>(
  'trust_payments',
  { orderId: int8, day: int4, customerId: int4, currencyId: int4, utcDay: int4, amountMinor: minor },
  { key: ['orderId', 'day'], stamp: { atMs: named('paid_at_ms', int8), sequence: int8 } },
);
