import type { Debt } from '@tallystick/core';
import { flag, int4, int8, minor, named } from '../../projections/kinds.ts';
import type { Moment } from '../../projections/latest.ts';
import { Projection } from '../../projections/projection.ts';

const CHANGED = { atMs: named('changed_at_ms', int8), sequence: int8 };

/** Which customers are frozen, and since when. */
export const CUSTOMER_STATES = new Projection<
  { readonly customerId: number; readonly frozen: boolean },
  Moment
>('customer_states', { customerId: int4, frozen: flag }, { key: ['customerId'], stamp: CHANGED });

/** What customers owe after reversed deposits. */
export const CUSTOMER_DEBTS = new Projection<Debt, Moment>(
  'customer_debts',
  { customerId: int4, currencyId: int4, owedMinor: minor },
  { key: ['customerId', 'currencyId'], stamp: CHANGED },
);
