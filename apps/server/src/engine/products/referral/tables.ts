import type { EventOf } from '@tallystick/core';
import type { Moment } from '../../projections/latest.ts';
import { int4, int8, minor, named, word } from '../../projections/kinds.ts';
import { Projection } from '../../projections/projection.ts';

type Rebate = Omit<EventOf<'rebateAccrued'>, 'type' | 'level'> & { readonly level: number };
type ReferralPending = Pick<Rebate, 'promoterId' | 'currencyId' | 'amountMinor'>;
type ReferralDay = ReferralPending &
  Pick<Rebate, 'customerId' | 'level'> & { readonly utcDay: number; readonly fills: number };

export const REBATES = new Projection<Rebate, Moment>(
  'referral_rebates',
  {
    postingId: int8,
    role: word('maker', 'taker'),
    level: int4,
    promoterId: int4,
    customerId: int4,
    line: word('spot', 'perpetual'),
    tradeId: int8,
    currencyId: int4,
    feeMinor: minor,
    ratioPpm: int4,
    amountMinor: minor,
  },
  {
    key: ['postingId', 'role', 'level'],
    stamp: { atMs: named('accrued_at_ms', int8), sequence: int8 },
  },
);

export const REFERRAL_DAYS = new Projection<ReferralDay>(
  'referral_days',
  {
    promoterId: int4,
    utcDay: int4,
    customerId: int4,
    level: int4,
    currencyId: int4,
    amountMinor: minor,
    fills: int4,
  },
  {
    key: ['promoterId', 'utcDay', 'customerId', 'level', 'currencyId'],
    sums: ['amountMinor', 'fills'],
  },
);

export const REFERRAL_SETTLEMENTS = new Projection<Omit<EventOf<'rebateSettled'>, 'type'>, Moment>(
  'referral_settlements',
  { postingId: int8, promoterId: int4, currencyId: int4, amountMinor: minor, untilMs: int8 },
  { key: ['postingId'], stamp: { atMs: named('settled_at_ms', int8), sequence: int8 } },
);

export const REFERRAL_PENDING = new Projection<ReferralPending>(
  'referral_pending',
  { promoterId: int4, currencyId: int4, amountMinor: minor },
  { key: ['promoterId', 'currencyId'], sums: ['amountMinor'] },
);
