import { Exchange } from '@tallystick/core';
import { MIXED_START_MS, mixedSetup } from '@tallystick/core/testing/mixed-history';
import { isRecordBody } from '@tallystick/verify/public-log/records';
import { expect, it } from 'vitest';
import { productTerms } from './terms.ts';

it('every product’s terms make a record', () => {
  const exchange = new Exchange();
  for (const command of mixedSetup()) exchange.apply(command, MIXED_START_MS);
  const all = productTerms(exchange);
  expect(new Set(all.map(({ product }) => product))).toEqual(
    new Set(['spot', 'perpetual', 'option', 'trust', 'launch', 'referral', 'dust']),
  );
  for (const { product, market, effective } of all) {
    const body = { product, market, state: 'effective', effective_at_ms: 1, terms: effective };
    expect([product, market, isRecordBody('terms', body)]).toEqual([product, market, true]);
    const names = effective.map(({ name }) => name);
    expect(names).toEqual(names.toSorted());
  }
});
