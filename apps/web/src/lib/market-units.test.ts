import { describe, expect, test } from 'vitest';
import type { WireMarket } from '@tallystick/protocol/wire';
import {
  formatLots,
  formatTicks,
  parseLevels,
  parseLots,
  parseTicks,
  parseTyped,
  percentTaken,
  shareOf,
  stepPrice,
  unitsOf,
  valueMinor,
} from './market-units.ts';

function market(tick_size: string, lot_size: string, baseDecimals = 8, quoteDecimals = 6): WireMarket {
  const currency = (decimals: number) => ({ id: 1, code: 'X', name: 'X', decimals, display_decimals: 2 });
  return {
    id: 1,
    symbol: 'X/Y',
    base: currency(baseDecimals),
    quote: currency(quoteDecimals),
    tick_size,
    lot_size,
    min_notional: '5',
    maker_fee_percent: '0.1',
    taker_fee_percent: '0.1',
    price_band_percent: '10',
    status: 'open',
    halt: null,
    announced: null,
  };
}

describe('units of every listed market', () => {
  test.each([
    ['0.1', '0.00001', 8, 6, { quoteMinorPerTickLot: 1n, baseMinorPerLot: 1000n }],
    ['0.01', '0.0001', 8, 6, { quoteMinorPerTickLot: 1n, baseMinorPerLot: 10_000n }],
    ['0.00001', '1', 6, 6, { quoteMinorPerTickLot: 10n, baseMinorPerLot: 1_000_000n, quantityDecimals: 0 }],
    ['0.00001', '0.001', 8, 8, { quoteMinorPerTickLot: 1n, baseMinorPerLot: 100_000n }],
    ['0.50', '10', 8, 6, { priceDecimals: 1, tick: 5n, lot: 10n, quoteMinorPerTickLot: 5_000_000n }],
  ])('tick %s lot %s', (tick, lot, baseDecimals, quoteDecimals, expected) => {
    expect(unitsOf(market(tick, lot, baseDecimals, quoteDecimals))).toMatchObject(expected);
  });

  test.each([
    ['0', '1'],
    ['1', '-1'],
    ['x', '1'],
  ])('tick %s lot %s is refused', (tick, lot) => {
    expect(() => unitsOf(market(tick, lot))).toThrow(RangeError);
  });
});

describe('text and integers', () => {
  const units = unitsOf(market('0.5', '0.001'));

  test.each([
    ['100.5', 201n],
    ['100.50', 201n],
    ['100.', 200n],
    ['100.4', null],
    ['100.55', null],
    ['', null],
    ['-1', null],
    ['1e3', null],
  ])('price %s is %s ticks', (text, ticks) => {
    expect(parseTicks(text, units)).toBe(ticks);
  });

  test('quantities', () => {
    expect([parseLots('1.002', units), parseLots('1.0025', units)]).toEqual([1002n, null]);
  });

  test('prices keep their digits, quantities are short', () => {
    expect([formatTicks(200n, units), formatLots(1500n, units)]).toEqual(['100.0', '1.5']);
  });

  test('typed zeros and points do not matter', () => {
    expect([parseTyped('10.', 2), parseTyped('10', 0), parseTyped('0.500', 1)]).toEqual([1000n, 10n, 5n]);
  });
});

test('values are exact', () => {
  const units = unitsOf(market('0.1', '0.00001'));
  expect(valueMinor(1_043_779n, 2_500n, units)).toBe(2_609_447_500n);
});

test('levels that make no sense are left out', () => {
  const units = unitsOf(market('0.1', '0.00001'));
  expect(
    parseLevels(
      [
        ['100.1', '1'],
        ['abc', '1'],
        ['100.2', '0'],
        ['100.25', '1'],
      ],
      units,
    ),
  ).toEqual([{ ticks: 1001n, lots: 100_000n }]);
});

test('shares for drawing are truncated, and of nothing they are zero', () => {
  expect([shareOf(2n, 3n, 1000), shareOf(3n, 3n, 10), shareOf(1n, 0n, 10)]).toEqual([666, 10, 0]);
});

test.each([
  ['a part', 2n, 3n, 66],
  ['more than there is', 9n, 3n, 100],
  ['nothing', 0n, 3n, 0],
  ['of nothing', 3n, 0n, 0],
  ['what is unknown', null, 3n, 0],
  ['of what is unknown', 3n, undefined, 0],
])('a slider shows %s', (_name, part, whole, percent) => {
  expect(percentTaken(part, whole)).toBe(percent);
});

test('steps go tick by tick, land on ticks and end above zero', () => {
  const units = unitsOf(market('0.5', '0.00001'));
  expect(stepPrice('', 1, units)).toBe('0.5');
  expect(stepPrice('100000.3', 1, units)).toBe('100000.5');
  expect(stepPrice('100000.5', -1, units)).toBe('100000.0');
  expect(stepPrice('0.5', -1, units)).toBe('0.5');
});
