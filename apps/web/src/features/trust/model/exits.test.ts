import { expect, test } from 'vitest';
import { momentsOf } from './exits.ts';

const at = (text: string) => Date.parse(text);
const isOpen = { cycle_days: 15, opens_at_ms: 0 };
const told = (product: typeof isOpen, now: string) => {
  const { startsAtMs, firstPaymentAtMs, completesAtMs, paymentAtMs } = momentsOf(product, at(now));
  return [startsAtMs, firstPaymentAtMs, paymentAtMs(7), completesAtMs].map(ms => new Date(ms).toISOString());
};

test('what is bought a second after midnight is told a day later than what is bought a second before', () => {
  expect(told(isOpen, '2028-02-28T23:59:59Z')).toEqual([
    '2028-02-29T00:00:00.000Z',
    '2028-03-01T00:00:00.000Z',
    '2028-03-07T00:00:00.000Z',
    '2028-03-15T00:00:00.000Z',
  ]);
  expect(told(isOpen, '2028-02-29T00:00:01Z')).toEqual([
    '2028-03-01T00:00:00.000Z',
    '2028-03-02T00:00:00.000Z',
    '2028-03-08T00:00:00.000Z',
    '2028-03-16T00:00:00.000Z',
  ]);
});

test('before a product opens, the day it opens counts', () => {
  const upcoming = { cycle_days: 1, opens_at_ms: at('2026-12-31T08:00:00Z') };
  expect(told(upcoming, '2026-11-22T10:00:00Z').slice(0, 2)).toEqual([
    '2027-01-01T00:00:00.000Z',
    '2027-01-02T00:00:00.000Z',
  ]);
});
