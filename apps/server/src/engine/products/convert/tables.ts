import type { BoughtDust, EventOf } from '@tallystick/core';
import { int4, int8, minor, named, orNull } from '../../projections/kinds.ts';
import type { Moment } from '../../projections/latest.ts';
import { Projection } from '../../projections/projection.ts';

type Converted = EventOf<'converted'>;
type DustConverted = EventOf<'dustConverted'>;

interface Conversion extends Omit<Converted, 'type' | 'orderIds'> {
  readonly orderId: number;
  /** The second part of a conversion through another currency. */
  readonly secondOrderId: number | null;
}

const CONVERTED = { atMs: named('converted_at_ms', int8), sequence: int8 };

export const CONVERSIONS = new Projection<Conversion, Moment>(
  'conversions',
  {
    orderId: int8,
    secondOrderId: orNull(int8),
    customerId: int4,
    fromCurrencyId: int4,
    toCurrencyId: int4,
    paidMinor: minor,
    receivedMinor: minor,
    minReceivedMinor: minor,
    viaCurrencyId: orNull(int4),
    restMinor: minor,
  },
  { key: ['orderId'], stamp: CONVERTED },
);

/** What the house bought of one currency. */
type DustConversion = BoughtDust &
  Pick<DustConverted, 'dustId' | 'customerId' | 'toCurrencyId' | 'spreadPpm'>;

export const DUST_CONVERSIONS = new Projection<DustConversion, Moment>(
  'dust_conversions',
  {
    dustId: int8,
    currencyId: int4,
    customerId: int4,
    toCurrencyId: int4,
    amountMinor: minor,
    receivedMinor: minor,
    spreadPpm: int4,
    tickNumber: int8,
    priceE8: int8,
  },
  { key: ['dustId', 'currencyId'], stamp: CONVERTED },
);
