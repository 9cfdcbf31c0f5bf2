import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFixed, formatMinor, mulDiv, parseDecimal, rescale, truncateMinor } from './decimal.ts';

describe('parseDecimal', () => {
  it.each([
    ['0', 6, 0n],
    ['12', 6, 12_000_000n],
    ['0.5', 6, 500_000n],
    ['0.000001', 6, 1n],
    ['1.10', 2, 110n],
    ['007', 0, 7n],
    ['999999999999999999999999999999', 0, 999999999999999999999999999999n],
  ])('reads %s with %i decimals', (text, decimals, minor) => {
    expect(parseDecimal(text, decimals)).toBe(minor);
  });

  it.each([
    [''],
    [' 1'],
    ['1 '],
    ['1\n'],
    ['.5'],
    ['5.'],
    ['.'],
    ['1.2.3'],
    ['1,5'],
    ['1_000'],
    ['+1'],
    ['-1'],
    ['1e3'],
    ['0x10'],
    ['NaN'],
    ['Infinity'],
    ['١'],
    ['1.0000001'],
    ['1'.repeat(31)],
    ['0'.repeat(40)],
    [`1.${'0'.repeat(40)}`],
  ])('refuses %j', text => {
    expect(parseDecimal(text, 6)).toBeNull();
  });

  it('reads a sign only if allowed', () => {
    expect(parseDecimal('-1.5', 2, { signed: true })).toBe(-150n);
    expect(parseDecimal('-', 2, { signed: true })).toBeNull();
    expect(parseDecimal('--1', 2, { signed: true })).toBeNull();
    expect(parseDecimal('1.5', 2, { signed: true })).toBe(150n);
  });
});

describe('formatMinor', () => {
  it.each([
    [0n, 6, '0'],
    [1n, 6, '0.000001'],
    [1_500_000n, 6, '1.5'],
    [100n, 0, '100'],
    [-1n, 2, '-0.01'],
    [-100n, 2, '-1'],
    [10_000_000n, 6, '10'],
  ])('writes %s with %i decimals as %s', (minor, decimals, text) => {
    expect(formatMinor(minor, decimals)).toBe(text);
  });

  it('parses back to the same amount', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 30n) + 1n, 10n ** 30n - 1n), fc.nat(12), (minor, decimals) => {
        expect(parseDecimal(formatMinor(minor, decimals), decimals, { signed: true })).toBe(minor);
      }),
    );
  });
});

describe('truncation goes toward zero', () => {
  it.each([
    [1_999_999n, 6, 2, '1.99'],
    [-1_999_999n, 6, 2, '-1.99'],
    [-9_999n, 6, 2, '0.00'],
    [5n, 6, 0, '0'],
    [1_500_000n, 6, 8, '1.50000000'],
  ])('formatFixed(%s, %i, %i) is %s', (minor, decimals, shown, text) => {
    expect(formatFixed(minor, decimals, shown)).toBe(text);
  });

  it('in every helper', () => {
    expect(rescale(199n, 2, 0)).toBe(1n);
    expect(rescale(-199n, 2, 0)).toBe(-1n);
    expect(rescale(1n, 0, 3)).toBe(1000n);
    expect(truncateMinor(1_999_999n, 6, 2)).toBe(1_990_000n);
    expect(truncateMinor(-1_999_999n, 6, 2)).toBe(-1_990_000n);
    expect(mulDiv(7n, 3n, 2n)).toBe(10n);
    expect(mulDiv(-7n, 3n, 2n)).toBe(-10n);
    expect(mulDiv(10n ** 30n, 10n ** 30n, 10n ** 30n)).toBe(10n ** 30n);
    expect(() => mulDiv(1n, 1n, 0n)).toThrow(RangeError);
  });
});
