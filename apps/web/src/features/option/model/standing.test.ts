import { describe, expect, test } from 'vitest';
import { option as texts } from '#i18n/en/option.ts';
import { gainText, partLeft, standingOf, verdictOf } from './standing.ts';
import { exampleOption } from './testing/example-option.ts';

const entry = { tick: 1, price: '60000.10', at_ms: 0 };

test.each([
  ['rise', '60000.2', 'ahead'],
  ['rise', '60000.1', 'level'],
  ['rise', '60000.09', 'behind'],
  ['fall', '60000.2', 'behind'],
  ['fall', '60000.100', 'level'],
  ['fall', '60000.09', 'ahead'],
] as const)('%s at %s is %s', (direction, price, standing) => {
  expect(standingOf({ direction, entry }, price)).toBe(standing);
});

test('before the entry tick, and without a price, nothing is said', () => {
  expect(standingOf({ direction: 'rise', entry: null }, '60000')).toBeUndefined();
  expect(standingOf({ direction: 'rise', entry }, undefined)).toBeUndefined();
});

test.each([
  ['ahead', 'Ahead · +8.00 USDT'],
  ['level', 'Level · 0.00 USDT'],
  // Regression: it showed the payout (“Behind · 0.00”) instead of the loss.
  ['behind', 'Behind · −10.00 USDT'],
] as const)('%s says what it would bring or cost: %s', (standing, text) => {
  const option = { stake: '10', possible_payout: '18', currency: 'USDT' };
  const { pays } = texts.running;
  const said = { standing: texts.running[standing], amount: gainText(option, standing) };
  expect(pays.replace(/\{(standing|amount)\}/g, (_, key: keyof typeof said) => said[key])).toBe(text);
});

test.each([
  ['0.00012345', '0.00022221', 'ahead', '+0.00009876 BTC'],
  ['0.00012345', '0.00022221', 'behind', '−0.00012345 BTC'],
] as const)('of %s for %s, %s, no digit is lost', (stake, payout, standing, text) => {
  expect(gainText({ stake, possible_payout: payout, currency: 'BTC' }, standing)).toBe(text);
});

test.each([
  [null, null, undefined],
  ['won', 'rise', 'win'],
  ['lost', 'rise', 'lose'],
  ['refunded', 'even', 'even'],
  ['refunded', 'stale_entry', 'refund'],
  ['refunded', 'stale_exit', 'refund'],
] as const)('%s by %s is told as %s', (outcome, result, verdict) => {
  expect(verdictOf({ outcome, result })).toBe(verdict);
});

describe('the bar that runs out', () => {
  const { bought_at_ms: bought, delivery_at_ms: delivery } = exampleOption;
  test.each([
    [bought - 5_000, 1],
    [bought, 1],
    [bought + 7_500, 0.75],
    [delivery, 0],
    [delivery + 60_000, 0],
  ])('at %i is %d', (nowMs, part) => {
    expect(partLeft(exampleOption, nowMs)).toBe(part);
  });
});
