import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvariantBroken } from '../invariant.ts';
import { Balances } from './balances.ts';

describe('Balances', () => {
  it('adds exactly like bigint, across the whole range of 64 bits', () => {
    const delta = fc.oneof(
      fc.maxSafeInteger().map(value => ({ value, big: false })),
      fc.integer({ min: -5, max: 5 }).map(value => ({ value, big: false })),
      fc.constantFrom(2 ** 31, 2 ** 32, -(2 ** 32), 2 ** 53 - 1).map(value => ({ value, big: false })),
      fc.maxSafeInteger().map(value => ({ value, big: true })),
    );
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 62n), 2n ** 62n), fc.array(delta), (start, deltas) => {
        const balances = new Balances(1);
        balances.extend(3);
        let expected = start;
        balances.addBig(1, start);
        for (const { value, big } of deltas) {
          expected += BigInt(value);
          const negative = big ? balances.addBig(1, BigInt(value)) : balances.add(1, value);
          expect(balances.get(1)).toBe(expected);
          expect(negative).toBe(expected < 0n);
          expect(balances.isZero(1)).toBe(expected === 0n);
          const asked = Math.abs(value);
          expect(balances.covers(1, asked)).toBe(expected >= BigInt(asked));
        }
        expect([balances.get(0), balances.get(2)]).toEqual([0n, 0n]);
      }),
    );
  });

  it('refuses to leave 64 bits in either direction', () => {
    const balances = new Balances(2);
    balances.extend(2);
    balances.addBig(0, 2n ** 63n - 1n);
    expect(() => balances.add(0, 1)).toThrow(InvariantBroken);
    expect(() => balances.addBig(0, 1n)).toThrow(InvariantBroken);
    balances.addBig(1, -(2n ** 63n));
    expect(() => balances.add(1, -1)).toThrow(InvariantBroken);
    expect(() => balances.addBig(1, -1n)).toThrow(InvariantBroken);
    expect([balances.get(0), balances.get(1)]).toEqual([2n ** 63n - 1n, -(2n ** 63n)]);
  });

  it('keeps what it holds while it grows', () => {
    const balances = new Balances(1);
    for (let cell = 0; cell < 100; cell++) {
      balances.extend(1);
      balances.add(cell, cell * 1e12);
    }
    for (let cell = 0; cell < 100; cell++) expect(balances.get(cell)).toBe(BigInt(cell) * 10n ** 12n);
  });
});
