import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMinor } from '@tallystick/core/money/decimal';
import {
  addDecimals,
  compareDecimals,
  divideDecimals,
  isPositive,
  multiplyDecimals,
  subtractDecimals,
  toUnits,
} from './decimal.ts';

const scale = fc.integer({ min: 0, max: 18 });
const units = fc.bigInt({ min: -(10n ** 29n), max: 10n ** 29n });

test('units and text are each other’s inverse', () => {
  fc.assert(
    fc.property(units, scale, (value, digits) => {
      expect(toUnits(formatMinor(value, digits), digits)).toBe(value);
    }),
  );
});

test('adding and subtracting agree with integers of a common scale', () => {
  fc.assert(
    fc.property(units, scale, units, scale, (a, scaleA, b, scaleB) => {
      const common = Math.max(scaleA, scaleB);
      const left = a * 10n ** BigInt(common - scaleA);
      const right = b * 10n ** BigInt(common - scaleB);
      const textA = formatMinor(a, scaleA);
      const textB = formatMinor(b, scaleB);
      expect(toUnits(addDecimals(textA, textB), common)).toBe(left + right);
      expect(toUnits(subtractDecimals(textA, textB), common)).toBe(left - right);
      expect(compareDecimals(textA, textB)).toBe(left < right ? -1 : left > right ? 1 : 0);
    }),
  );
});

describe('results are truncated toward zero', () => {
  test.each([
    ['104377.9', '0.025', 2, '2609.44'],
    ['0.1', '0.1', 8, '0.01'],
    ['-0.19', '0.5', 2, '-0.09'],
    ['1', '0', 2, '0'],
  ])('%s × %s with %i digits is %s', (a, b, decimals, expected) => {
    expect(multiplyDecimals(a, b, decimals)).toBe(expected);
  });

  test.each([
    ['1', '3', 4, '0.3333'],
    ['2', '0.3', 2, '6.66'],
    ['-1', '3', 2, '-0.33'],
    ['1', '0', 2, undefined],
    ['1', '0.00', 2, undefined],
  ])('%s ÷ %s with %i digits is %s', (a, b, decimals, expected) => {
    expect(divideDecimals(a, b, decimals)).toBe(expected);
  });

  test.each([
    ['1.999', 2, 199n],
    ['1.9', 2, 190n],
    ['-0.009', 2, 0n],
    ['7.5', 0, 7n],
    ['12.', 2, 1200n],
    ['abc', 2, 0n],
    ['', 2, 0n],
  ])('"%s" in units of %i digits is %s', (value, decimals, expected) => {
    expect(toUnits(value, decimals)).toBe(expected);
  });
});

test.each([
  ['0.001', true],
  ['0.000', false],
  ['', false],
  ['-1', false],
  ['0.', false],
])('"%s" above zero: %s', (value, expected) => {
  expect(isPositive(value)).toBe(expected);
});
