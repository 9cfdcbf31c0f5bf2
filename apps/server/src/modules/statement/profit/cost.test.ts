import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coinCost, type CostMethod } from './cost.ts';

const METHODS = ['average', 'fifo'] as const satisfies readonly CostMethod[];

/** Buys 10 for 100, then 10 for 200, and sells 15. */
function boughtTwice(method: CostMethod) {
  const coins = coinCost(method);
  coins.add(10n, 100n);
  coins.add(10n, 200n);
  return coins;
}

describe('the cost of coins', () => {
  it('is the average of all lots, or that of the oldest', () => {
    expect(boughtTwice('average').take(15n)).toEqual({ knownMinor: 15n, costMinor: 225n });
    expect(boughtTwice('fifo').take(15n)).toEqual({ knownMinor: 15n, costMinor: 200n });
  });

  it('is truncated for a part, and the rest keeps the remainder', () => {
    for (const method of METHODS) {
      const coins = coinCost(method);
      coins.add(3n, 10n);
      expect([coins.take(1n), coins.take(1n), coins.take(1n)].map(({ costMinor }) => costMinor)).toEqual([
        3n,
        3n,
        4n,
      ]);
      expect(coins.costMinor).toBe(0n);
    }
  });

  it('is not guessed: coins of unknown cost leave last by average, and in order of arrival by first in, first out', () => {
    const [average, fifo] = METHODS.map(method => {
      const coins = coinCost(method);
      coins.add(4n, null);
      coins.add(6n, 60n);
      return coins;
    });
    expect(average?.take(7n)).toEqual({ knownMinor: 6n, costMinor: 60n });
    expect(average?.unknownMinor).toBe(3n);
    expect(fifo?.take(7n)).toEqual({ knownMinor: 3n, costMinor: 30n });
    expect(fifo?.unknownMinor).toBe(0n);
  });

  it('refuses to give more coins than there are', () => {
    for (const method of METHODS) expect(() => boughtTwice(method).take(21n)).toThrow(RangeError);
  });

  it('that left plus the cost that stays equals the cost that came, after any sequence', () => {
    const amount = fc.bigInt(1n, 10n ** 15n);
    const step = fc.record({
      adds: fc.boolean(),
      quantity: amount,
      cost: amount,
      part: fc.integer({ min: 0, max: 100 }),
    });
    fc.assert(
      fc.property(fc.constantFrom(...METHODS), fc.array(step, { maxLength: 60 }), (method, steps) => {
        const coins = coinCost(method);
        let [came, left, quantity] = [0n, 0n, 0n];
        for (const { adds, quantity: more, cost, part } of steps) {
          if (adds) {
            coins.add(more, cost);
            came += cost;
            quantity += more;
            continue;
          }
          const taken = (quantity * BigInt(part)) / 100n;
          left += coins.take(taken).costMinor;
          quantity -= taken;
          expect(coins.costMinor).toBeGreaterThanOrEqual(0n);
        }
        expect([left + coins.costMinor, coins.quantityMinor]).toEqual([came, quantity]);
        left += coins.take(quantity).costMinor;
        expect([left, coins.costMinor, coins.quantityMinor]).toEqual([came, 0n, 0n]);
      }),
    );
  });
});
