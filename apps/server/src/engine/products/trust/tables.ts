import type { EventOf, TrustOrder } from '@tallystick/core';
import { flag, int4, int8, minor, named, orNull, word } from '../../projections/kinds.ts';
import type { Moment } from '../../projections/latest.ts';
import { Projection } from '../../projections/projection.ts';

/** Trust orders, hosted and ended. */
export const TRUST_ORDERS = new Projection<TrustOrder, Pick<Moment, 'sequence'>>(
  'trust_orders',
  {
    orderId: int8,
    customerId: int4,
    productId: int8,
    currencyId: int4,
    cycleDays: int4,
    dailyYieldPpm: int4,
    penaltyPpm: int4,
    principalMinor: minor,
    boughtAtMs: int8,
    depositDay: int4,
    promisedMinor: minor,
    renewalOf: orNull(int8),
    paidDays: int4,
    paidMinor: minor,
    autoRenew: flag,
    state: word('hosting', 'completed', 'redeemed'),
    endedAtMs: orNull(int8),
    penaltyMinor: minor,
  },
  {
    key: ['orderId'],
    fixed: [
      'customerId',
      'productId',
      'currencyId',
      'cycleDays',
      'dailyYieldPpm',
      'penaltyPpm',
      'principalMinor',
      'boughtAtMs',
      'depositDay',
      'promisedMinor',
      'renewalOf',
    ],
    stamp: { sequence: int8 },
  },
);

/** What each trust order paid on each day: a second payment for the same day would fail here. */
export const TRUST_PAYMENTS = new Projection<Omit<EventOf<'trustInterestPaid'>, 'type'>, Moment>(
  'trust_payments',
  { orderId: int8, day: int4, customerId: int4, currencyId: int4, utcDay: int4, amountMinor: minor },
  { key: ['orderId', 'day'], stamp: { atMs: named('paid_at_ms', int8), sequence: int8 } },
);
