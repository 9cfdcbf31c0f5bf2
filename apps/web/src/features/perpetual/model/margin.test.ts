import { describe, expect, test } from 'vitest';
import {
  leverageChange,
  limitOf,
  marginPrices,
  removableOf,
  topUpOf,
  validateLeverage,
  validateRemoval,
} from './margin.ts';
import { BTC_PERPETUAL, examplePosition } from './testing/example-contract.ts';

const U = 1_000_000n;
const AT_ENTRY = marginPrices('100000', '100000')!;
const room = { available: 5_000n * U, exposureMinor: 10_000n * U, prices: AT_ENTRY, stale: false };

describe('what can be removed', () => {
  test('is above the initial margin; a loss counts, a profit does not, and the worse of mark and index does', () => {
    const position = examplePosition({ margin: '1500' });
    expect(removableOf(position, BTC_PERPETUAL, AT_ENTRY)).toBe(500n * U);
    // Value 9,900 ÷ 10 and a loss of 100.
    expect(removableOf(position, BTC_PERPETUAL, marginPrices('99000', '100000')!)).toBe(410n * U);
    expect(removableOf(position, BTC_PERPETUAL, marginPrices('100000', '99000')!)).toBe(410n * U);
    expect(removableOf(position, BTC_PERPETUAL, marginPrices('101000', '101000')!)).toBe(490n * U);
    expect(removableOf(examplePosition(), BTC_PERPETUAL, AT_ENTRY)).toBe(0n);
  });

  test.each([
    ['the most', 500n * U, undefined],
    ['a unit more', 500n * U + 1n, 'margin_below_initial'],
    ['nothing', 0n, 'amount_required'],
    ['nothing typed', null, 'amount_required'],
  ])('%s', (_, amount, code) => {
    const position = examplePosition({ margin: '1500' });
    expect(validateRemoval(position, BTC_PERPETUAL, amount, room)?.code).toBe(code);
  });

  test('only in an open contract with a fresh index, and with the stop-loss still before the liquidation', () => {
    const position = examplePosition({ margin: '1500', stop_loss_price: '90000.0' });
    const check = (contract = BTC_PERPETUAL, change = {}) =>
      validateRemoval(position, contract, 500n * U, { ...room, ...change })?.code;
    expect(check()).toBe('stop_loss_first');
    expect(validateRemoval(position, BTC_PERPETUAL, 10n * U, room)).toBe(undefined);
    expect(check({ ...BTC_PERPETUAL, status: 'cancel_only' })).toBe('market_cancel_only');
    expect(check({ ...BTC_PERPETUAL, status: 'halted' })).toBe('market_halted');
    expect(check(BTC_PERPETUAL, { stale: true })).toBe('stale');
  });
});

describe('a change of leverage', () => {
  test('gives back or takes what the requirement differs by', () => {
    const change = (to: number, mark = '100000') =>
      leverageChange(examplePosition(), BTC_PERPETUAL, marginPrices(mark, mark)!, to);
    expect(change(20)).toEqual({ marginMinor: 500n * U, neededMinor: -500n * U });
    expect(change(4)).toEqual({ marginMinor: 2_500n * U, neededMinor: 1_500n * U });
    // A loss of 200, and 9,800 ÷ 20.
    expect(change(20, '98000').marginMinor).toBe(690n * U);
    expect(change(1, '101000').marginMinor).toBe(10_000n * U);
  });

  test('also moves what the waiting part of the order has frozen', () => {
    const waiting = examplePosition({ price: '100000.0', waiting_lots: 100 });
    expect(leverageChange(waiting, BTC_PERPETUAL, AT_ENTRY, 20).neededMinor).toBe(-1_000n * U);
  });

  test.each([
    ['the same', 10, {}, 'leverage_required'],
    ['higher', 50, {}, undefined],
    ['above the tier', 60, { exposureMinor: 60_000n * U }, 'tier_multiple'],
    ['higher without a fresh index', 50, { stale: true }, 'stale'],
    ['lower', 5, {}, undefined],
    ['lower without a fresh index', 5, { stale: true }, undefined],
    ['lower without the money', 5, { available: 999n * U }, 'insufficient_balance'],
  ])('%s', (_, to, change, code) => {
    expect(validateLeverage(examplePosition(), BTC_PERPETUAL, to, { ...room, ...change })?.code).toBe(code);
  });
});

test('what a top-up has left, and what can be its limit', () => {
  const position = examplePosition({ top_up_limit: '100', top_up_used: '30.5' });
  expect(topUpOf(position, BTC_PERPETUAL)).toEqual({ limit: 100n * U, used: 30_500_000n, left: 69_500_000n });
  expect(topUpOf({ ...position, top_up_limit: '20' }, BTC_PERPETUAL).left).toBe(0n);
  expect(limitOf('12.5', BTC_PERPETUAL)).toBe(12_500_000n);
  for (const wrong of ['', '0', '-1', 'x', '99999999999999'])
    expect(limitOf(wrong, BTC_PERPETUAL)).toBe(null);
});
