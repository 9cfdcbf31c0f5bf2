import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLevels, unitsOf, valueMinor } from './market-units.ts';
import { BTC_USDT } from './testing/example-market.ts';
import { walkBudget, walkQuantity } from './book-walk.ts';

const units = unitsOf(BTC_USDT);
const asks = parseLevels(
  [
    ['100000', '0.1'],
    ['100100', '0.2'],
  ],
  units,
);

test('a quantity is taken level by level', () => {
  expect(walkQuantity(asks, 15_000n, units)).toEqual({
    lots: 15_000n,
    valueMinor: 15_005_000_000n,
    worstTicks: 1_001_000n,
    complete: true,
  });
});

test('a quantity beyond the depth says how much there is', () => {
  expect(walkQuantity(asks, 40_000n, units)).toMatchObject({ lots: 30_000n, complete: false });
});

test('stops before a price that is not accepted', () => {
  const walk = walkQuantity(asks, 15_000n, units, { accepts: ticks => ticks <= 1_000_000n });
  expect(walk).toEqual({
    lots: 10_000n,
    valueMinor: 10_000_000_000n,
    worstTicks: 1_000_000n,
    complete: false,
  });
});

test('a budget buys whole lots and keeps the rest', () => {
  // 10,000 USDT for the first level, then 5.5 USDT at 100,100 = 5 lots of 1.001.
  expect(walkBudget(asks, 10_005_500_000n, units)).toEqual({
    lots: 10_005n,
    valueMinor: 10_005_005_000n,
    worstTicks: 1_001_000n,
    complete: true,
  });
});

test('a budget beyond the depth is not complete', () => {
  expect(walkBudget(asks, 90_000_000_000n, units)).toMatchObject({ lots: 30_000n, complete: false });
});

test('a budget too small for one lot buys nothing and meets no price', () => {
  expect(walkBudget(asks, 999_999n, units)).toEqual({
    lots: 0n,
    valueMinor: 0n,
    worstTicks: null,
    complete: true,
  });
});

const book = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 500 })), {
    selector: ([ticks]) => ticks,
    maxLength: 12,
  })
  .map(levels =>
    levels
      .toSorted((a, b) => a[0] - b[0])
      .map(([ticks, lots]) => ({ ticks: BigInt(ticks), lots: BigInt(lots) })),
  );

test('property: what a budget buys costs exactly that by quantity, and one more lot would not fit', () => {
  fc.assert(
    fc.property(book, fc.bigInt({ min: 1n, max: 10_000_000n }), (levels, budget) => {
      const byBudget = walkBudget(levels, budget, units);
      const byQuantity = walkQuantity(levels, byBudget.lots, units);
      expect(byBudget.valueMinor).toBe(byQuantity.valueMinor);
      expect(byBudget.valueMinor).toBeLessThanOrEqual(budget);
      const oneMore = walkQuantity(levels, byBudget.lots + 1n, units);
      if (oneMore.complete) expect(oneMore.valueMinor).toBeGreaterThan(budget);
      if (!byBudget.complete) expect(oneMore.complete).toBe(false);
    }),
  );
});

test('property: the worst price is the least favourable one met', () => {
  fc.assert(
    fc.property(book, fc.bigInt({ min: 1n, max: 3000n }), (levels, lots) => {
      const walk = walkQuantity(levels, lots, units);
      if (walk.worstTicks === null) return;
      expect(walk.valueMinor).toBeLessThanOrEqual(valueMinor(walk.worstTicks, walk.lots, units));
    }),
  );
});
