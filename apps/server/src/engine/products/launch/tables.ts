import type { EventOf, LaunchAmount, LaunchOrder } from '@tallystick/core';
import { fixed, coded, flag, int4, int8, minor, orNull } from '../../projections/kinds.ts';
import type { Moment } from '../../projections/latest.ts';
import { Projection } from '../../projections/projection.ts';

export interface OrderTimes {
  readonly createdAtMs: number;
  readonly changedAtMs: number;
  readonly sequence: number;
}

const AMOUNTS = coded<readonly LaunchAmount[]>(encodeAmounts, decodeAmounts);

/** Orders for new currencies, complete after every change. */
export const LAUNCH_ORDERS = new Projection<LaunchOrder, OrderTimes>(
  'launch_orders',
  {
    orderId: int8,
    offerId: fixed(int8),
    customerId: fixed(int4),
    committed: AMOUNTS,
    allocatedMinor: orNull(minor),
    spent: AMOUNTS,
    releasedMinor: minor,
    returned: flag,
  },
  {
    key: ['orderId'],
    stamp: { createdAtMs: fixed(int8), changedAtMs: int8, sequence: int8 },
  },
);

/** Every single commitment. */
export const LAUNCH_COMMITMENTS = new Projection<
  Omit<EventOf<'launchCommitted'>, 'type'>,
  Pick<Moment, 'atMs'>
>(
  'launch_commitments',
  { commitmentId: int8, orderId: int8, currencyId: int4, amountMinor: minor },
  { key: ['commitmentId'], stamp: { atMs: int8 } },
);

function encodeAmounts(amounts: readonly LaunchAmount[]): string {
  return JSON.stringify(amounts.map(({ currencyId, amountMinor }) => [currencyId, amountMinor.toString()]));
}

/** Throws if `encodeAmounts` did not write the text. */
export function decodeAmounts(text: string): LaunchAmount[] {
  const pairs = JSON.parse(text) as readonly (readonly [number, string])[];
  return pairs.map(([currencyId, amount]) => ({ currencyId, amountMinor: BigInt(amount) }));
}
