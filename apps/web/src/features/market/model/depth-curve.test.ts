import { expect, test } from 'vitest';
import type { MarketUnits } from '#lib/market-units.ts';
import { depthCurve } from './depth-curve.ts';

const units: MarketUnits = {
  priceDecimals: 1,
  quantityDecimals: 2,
  baseDecimals: 8,
  quoteDecimals: 6,
  tick: 1n,
  lot: 1n,
  quoteMinorPerTickLot: 1000n,
  baseMinorPerLot: 1_000_000n,
};
const level = (ticks: bigint, lots: bigint) => ({ ticks, lots });

test('both sides reach equally far and share one height', () => {
  const curve = depthCurve(
    [level(990n, 100n), level(960n, 100n), level(900n, 500n)],
    [level(1010n, 100n), level(1040n, 300n)],
    units,
  );
  // The asks end 40 ticks from the middle, so the bid 100 ticks away is omitted.
  expect(curve).toMatchObject({ lowest: '96.0', middle: '100.0', highest: '104.0' });
  expect(curve?.bids).toEqual([
    { x: 3750, y: 2500, price: '99.0', total: '1' },
    { x: 0, y: 5000, price: '96.0', total: '2' },
  ]);
  expect(curve?.asks.map(({ x, y }) => [x, y])).toEqual([
    [6250, 2500],
    [10000, 10000],
  ]);
});

test('a side without orders has no curve', () => {
  expect(depthCurve([], [level(1n, 1n)], units)).toBeNull();
});
