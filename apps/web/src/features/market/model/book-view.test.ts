import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Level, MarketUnits } from '#lib/market-units.ts';
import {
  barPerMille,
  formatStep,
  groupTicks,
  priceSteps,
  spreadOf,
  stepDecimals,
  viewBook,
} from './book-view.ts';

/** BTC/USDT: tick 0.1, lot 0.00001. */
const units: MarketUnits = {
  priceDecimals: 1,
  quantityDecimals: 5,
  baseDecimals: 8,
  quoteDecimals: 6,
  tick: 1n,
  lot: 1n,
  quoteMinorPerTickLot: 1n,
  baseMinorPerLot: 1000n,
};
const level = (ticks: number, lots: number): Level => ({ ticks: BigInt(ticks), lots: BigInt(lots) });
const asks = [level(1003, 100), level(1009, 200), level(1010, 50), level(1011, 10)];
const bids = [level(1001, 100), level(1000, 200), level(999, 50)];

describe('grouping', () => {
  test('asks go up to the end of their step', () => {
    const rows = viewBook('asks', asks, units, { stepTicks: 10n, rows: 10 });
    expect(rows.map(row => [row.price, row.quantity, row.totalBase])).toEqual([
      ['101', '0.0035', '0.0035'],
      ['102', '0.0001', '0.0036'],
    ]);
  });

  test('bids go down', () => {
    const rows = viewBook('bids', bids, units, { stepTicks: 10n, rows: 10 });
    expect(rows.map(row => [row.price, row.quantity])).toEqual([
      ['100', '0.003'],
      ['99', '0.0005'],
    ]);
  });

  test('running totals in the quote currency are of the real prices, not the steps', () => {
    const rows = viewBook('asks', asks, units, { stepTicks: 10n, rows: 1 });
    expect(rows[0]?.totalQuote).toBe('0.352600');
  });

  test('shows no more rows than asked for', () => {
    expect(viewBook('asks', asks, units, { stepTicks: 1n, rows: 2 }).map(row => row.price)).toEqual([
      '100.3',
      '100.9',
    ]);
  });

  test('marks the rows that hold own orders', () => {
    const rows = viewBook('asks', asks, units, { stepTicks: 10n, rows: 5, ownTicks: new Set([1011n]) });
    expect(rows.map(row => row.own)).toEqual([false, true]);
  });

  test.each([
    ['bids', 1009n, 1000n],
    ['bids', 1000n, 1000n],
    ['asks', 1001n, 1010n],
    ['asks', 1010n, 1010n],
  ] as const)('%s at %s belong to %s', (side, ticks, step) => {
    expect(groupTicks(side, ticks, 10n)).toBe(step);
  });

  const sorted = fc
    .uniqueArray(fc.integer({ min: 1, max: 3000 }), { maxLength: 40 })
    .map(prices => prices.toSorted((a, b) => a - b).map((ticks, index) => level(ticks, (index % 7) + 1)));

  test('property: no lot is lost, rows get worse, and no price is promised better than the levels in it', () => {
    fc.assert(
      fc.property(sorted, fc.constantFrom(1n, 10n, 50n), (levels, stepTicks) => {
        const rows = viewBook('asks', levels, units, { stepTicks, rows: 1000 });
        const lots = levels.reduce((sum, { lots: count }) => sum + count, 0n);
        expect(rows.at(-1)?.totalLots ?? 0n).toBe(lots);
        rows.forEach((row, index) => {
          const before = rows[index - 1];
          if (before) expect(row.ticks).toBeGreaterThan(before.ticks);
          expect(row.ticks % stepTicks).toBe(0n);
        });
        for (const { ticks } of levels)
          expect(groupTicks('asks', ticks, stepTicks)).toBeGreaterThanOrEqual(ticks);
      }),
    );
  });
});

describe('steps', () => {
  test.each([
    [1n, 1, '0.1'],
    [10n, 0, '1'],
    [50n, 0, '5'],
    [1000n, 0, '100'],
  ])('%s ticks need %i digits and read %s', (step, decimals, text) => {
    expect([stepDecimals(step, units), formatStep(step, units)]).toEqual([decimals, text]);
  });

  test('steps stay below one percent of the price', () => {
    expect(priceSteps(1_000_000n)).toEqual([1n, 10n, 50n, 100n, 1000n]);
    expect(priceSteps(6_000n)).toEqual([1n, 10n, 50n]);
    expect(priceSteps(50n)).toEqual([1n]);
    expect(priceSteps(null)).toEqual([1n]);
  });
});

test('the spread', () => {
  expect(spreadOf(bids, asks, units)).toEqual({ price: '0.2', percent: '0.1996' });
  expect(spreadOf([], asks, units)).toBeNull();
});

test.each([
  [50n, 200n, 250],
  [200n, 200n, 1000],
  [1n, 0n, 0],
])('a bar of %s in %s is %i wide', (total, deepest, width) => {
  expect(barPerMille(total, deepest)).toBe(width);
});
