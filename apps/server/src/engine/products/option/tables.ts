import type { OptionTick, OptionView } from '@tallystick/core';
import { flag, from, group, hex, int4, int8, minor, named, orNull, word } from '../../projections/kinds.ts';
import type { Moment } from '../../projections/latest.ts';
import { Projection } from '../../projections/projection.ts';

const TICK = orNull(
  group<OptionTick>({
    number: int8,
    marketId: from('market_id', int4),
    priceE8: int8,
    atMs: int8,
    hash: hex,
  }),
);

/** Second options, open and settled. */
export const OPTIONS = new Projection<OptionView, Pick<Moment, 'sequence'>>(
  'options',
  {
    optionId: int8,
    customerId: int4,
    marketId: int4,
    direction: word('rise', 'fall'),
    seconds: int4,
    currencyId: int4,
    stakeMinor: minor,
    profitMinor: minor,
    practice: flag,
    termsVersion: int4,
    payoutPpm: int4,
    staleMs: int4,
    boughtAtMs: int8,
    deliveryAtMs: int8,
    chainHead: named('head', group({ number: int8, hash: hex })),
    state: word('pending', 'running', 'settled'),
    entry: TICK,
    exit: TICK,
    result: orNull(word('rise', 'fall', 'even', 'staleEntry', 'staleExit')),
    payoutMinor: orNull(minor),
    settledAtMs: orNull(int8),
  },
  {
    key: ['optionId'],
    fixed: [
      'customerId',
      'marketId',
      'direction',
      'seconds',
      'currencyId',
      'stakeMinor',
      'profitMinor',
      'practice',
      'termsVersion',
      'payoutPpm',
      'staleMs',
      'boughtAtMs',
      'deliveryAtMs',
      'chainHead',
    ],
    stamp: { sequence: int8 },
  },
);
