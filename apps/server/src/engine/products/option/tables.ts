import type { OptionTick, OptionView } from '@tallystick/core';
import {
  fixed,
  flag,
  from,
  group,
  hex,
  int4,
  int8,
  minor,
  named,
  orNull,
  word,
} from '../../projections/kinds.ts';
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
    customerId: fixed(int4),
    marketId: fixed(int4),
    direction: fixed(word('rise', 'fall')),
    seconds: fixed(int4),
    currencyId: fixed(int4),
    stakeMinor: fixed(minor),
    profitMinor: fixed(minor),
    practice: fixed(flag),
    termsVersion: fixed(int4),
    payoutPpm: fixed(int4),
    staleMs: fixed(int4),
    boughtAtMs: fixed(int8),
    deliveryAtMs: fixed(int8),
    chainHead: fixed(named('head', group({ number: int8, hash: hex }))),
    state: word('pending', 'running', 'settled'),
    entry: TICK,
    exit: TICK,
    result: orNull(word('rise', 'fall', 'even', 'staleEntry', 'staleExit')),
    payoutMinor: orNull(minor),
    settledAtMs: orNull(int8),
  },
  {
    key: ['optionId'],
    stamp: { sequence: int8 },
  },
);
