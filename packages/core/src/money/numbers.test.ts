import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divideWhole, ppmOf } from './ppm.ts';
import { isIntegerWithin, toBigInt } from './integer.ts';

const amount = fc.oneof(
  fc.maxSafeNat(),
  fc.nat(10_000_000),
  fc.constantFrom(2 ** 53 - 1, 8_999_999_999_999_999),
);

describe('ppmOf', () => {
  it('equals the exact truncated product for every amount and rate', () => {
    fc.assert(
      fc.property(amount, fc.nat(1_000_000), (value, ppm) => {
        expect(BigInt(ppmOf(value, ppm))).toBe((BigInt(value) * BigInt(ppm)) / 1_000_000n);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('divideWhole', () => {
  it('equals the exact truncated quotient', () => {
    const nearMultiple = fc
      .tuple(
        fc.integer({ min: 1, max: 2 ** 26 }),
        fc.integer({ min: 1, max: 2 ** 26 }),
        fc.integer({ min: -1, max: 1 }),
      )
      .map(([a, b, off]) => [Math.max(0, a * b + off), b] as const);
    const any = fc.tuple(fc.maxSafeNat(), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }));
    fc.assert(
      fc.property(fc.oneof(nearMultiple, any), ([a, b]) => {
        expect(BigInt(divideWhole(a, b))).toBe(BigInt(a) / BigInt(b));
      }),
      { numRuns: 2000 },
    );
    // The floating-point quotient of these is rounded up to a whole number.
    expect(divideWhole(8_999_999_999_999_999, 1_000_000)).toBe(8_999_999_999);
  });
});

describe('toBigInt', () => {
  it('equals BigInt for every safe integer', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), value => {
        expect(toBigInt(value)).toBe(BigInt(value));
      }),
    );
    for (const value of [
      0,
      -0,
      1,
      -1,
      2 ** 31,
      -(2 ** 31),
      2 ** 32,
      -(2 ** 32),
      2 ** 53 - 1,
      -(2 ** 53) + 1,
    ]) {
      expect(toBigInt(value)).toBe(BigInt(value));
    }
  });
});

describe('isIntegerWithin', () => {
  it('accepts safe integers within the bounds and nothing else', () => {
    expect([1, 5, 10].map(value => isIntegerWithin(value, 1, 10))).toEqual([true, true, true]);
    const others = [0, 11, 1.5, NaN, Infinity, '5', 5n, null, undefined, 2 ** 53];
    expect(others.filter(value => isIntegerWithin(value, 1, 10))).toEqual([]);
  });
});
