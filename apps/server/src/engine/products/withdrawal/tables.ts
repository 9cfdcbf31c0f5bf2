import { CHANNELS, type Withdrawal } from '@tallystick/core';
import { fixed, int4, int8, minor, named, word } from '../../projections/kinds.ts';
import type { Moment } from '../../projections/latest.ts';
import { Projection } from '../../projections/projection.ts';

/** Where the money of every withdrawal is, open or ended. */
export const WITHDRAWAL_STATES = new Projection<Withdrawal, Moment>(
  'withdrawal_states',
  {
    withdrawalId: int8,
    customerId: fixed(int4),
    currencyId: fixed(int4),
    amountMinor: fixed(minor),
    feeMinor: fixed(minor),
    via: fixed(word(...CHANNELS)),
    state: word('pending', 'released', 'settled'),
  },
  {
    key: ['withdrawalId'],
    stamp: { atMs: named('changed_at_ms', int8), sequence: int8 },
  },
);
