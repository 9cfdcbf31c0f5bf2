import type { WireRate } from '@tallystick/protocol/wire';
import { expect, test } from 'vitest';
import { convertWorth, isOldRate, valuationIn } from './valuation.ts';
import type { ValuationCode } from './valuation-code.ts';

const baht: WireRate = {
  currency: 'THB',
  per_usdt: '32.5',
  at_ms: 1_000,
  fresh_until_ms: 61_000,
  sources: ['one'],
  demo: false,
};

test('a state’s currency shows the worth in USDT, converted exactly', () => {
  const valuation = valuationIn('THB', baht);
  expect(valuation).toMatchObject({ code: 'THB', base: 'USDT', decimals: 2, missing: null });
  expect(convertWorth('12.340001', valuation)).toBe('401.0500325');
  expect(convertWorth('-1', valuation)).toBe('-32.5');
});

test('without a rate the worth is shown in USDT, and that it is', () => {
  expect(valuationIn('CNY', null)).toEqual({ ...valuationIn('USDT', null), missing: 'CNY' });
  expect(convertWorth('12.34', valuationIn('CNY', null))).toBe('12.34');
});

test('what is unknown stays unknown', () => {
  expect(convertWorth(null, valuationIn('THB', baht))).toBeNull();
  expect(convertWorth(undefined, valuationIn('BTC', null))).toBeNull();
});

test('a rate is old after its limit', () => {
  expect(isOldRate(baht, 61_000)).toBe(false);
  expect(isOldRate(baht, 61_001)).toBe(true);
});

test.each(['GBP', 'toString', '', null])('what another version stored (%s) is as good as USDT', stored => {
  expect(valuationIn(stored as ValuationCode, null)).toEqual(valuationIn('USDT', null));
});
