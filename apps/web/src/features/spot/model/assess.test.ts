import { expect, test } from 'vitest';
import { sameFigures } from '#lib/assessment.ts';
import { BTC_USDT } from '#lib/testing/example-market.ts';
import { assess, largePart } from './assess.ts';
import { exampleContext } from './testing/example-market.ts';
import { EMPTY_TICKET, type Ticket } from './ticket.ts';

const order: Ticket = { ...EMPTY_TICKET, price: '99000', size: { unit: 'base', text: '0.01' } };

test('a deeper book changes nothing for an order that rests', () => {
  const before = assess(order, exampleContext());
  const after = assess(order, exampleContext({ asks: [{ ticks: 1_000_100n, lots: 999n }] }));
  expect(sameFigures(before, after)).toBe(true);
});

test('a price that reaches it does', () => {
  const before = assess(order, exampleContext());
  const after = assess(order, exampleContext({ asks: [{ ticks: 989_000n, lots: 999n }] }));
  expect(sameFigures(before, after)).toBe(false);
});

test.each([
  ['49.99 %', 4_999_000_000n, '10000', null],
  ['50 %', 5_000_000_000n, '10000', 50],
  ['more than there is', 50_000_000_000n, '10000', 100],
  ['nothing known', null, '10000', null],
  ['an empty portfolio', 5n, '0', null],
])('%s', (_name, value, total, percent) => {
  expect(largePart(BTC_USDT, value, { USDT: total, BTC: null })).toBe(percent);
});

test('a portfolio that is not there yet is not judged', () => {
  expect(largePart(BTC_USDT, 5n, undefined)).toBeNull();
});
