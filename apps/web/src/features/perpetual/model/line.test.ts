import { describe, expect, test } from 'vitest';
import { shapeOf, type LinePrices } from './line.ts';

const long: LinePrices = {
  direction: 'long',
  liquidation: '95000',
  entry: '100000',
  mark: '101000',
  takeProfit: '105000',
  stopLoss: null,
};

describe('the line of a position', () => {
  test('runs from liquidation to the take-profit', () => {
    expect(shapeOf(long)).toEqual({ entry: 500, mark: 600, stopLoss: undefined, hasTarget: true });
  });

  test('of a short lies the same way round: liquidation above, target below', () => {
    const short: LinePrices = {
      direction: 'short',
      liquidation: '105000',
      entry: '100000',
      mark: '99000',
      takeProfit: '95000',
      stopLoss: '103000',
    };
    expect(shapeOf(short)).toEqual({ entry: 500, mark: 600, stopLoss: 200, hasTarget: true });
  });

  test('without a target has as much room for profit as for loss', () => {
    expect(shapeOf({ ...long, takeProfit: null })).toMatchObject({ entry: 500, mark: 600, hasTarget: false });
    expect(shapeOf({ ...long, takeProfit: null, mark: '115000' })?.mark).toBeLessThan(1000);
  });

  test('keeps a mark beyond the ends on it', () => {
    expect(shapeOf({ ...long, mark: '94000' })?.mark).toBe(30);
    expect(shapeOf({ ...long, mark: '109000' })?.mark).toBe(970);
  });

  test('is not drawn while a price is unknown', () => {
    expect(shapeOf({ ...long, mark: null })).toBeUndefined();
    expect(shapeOf({ ...long, liquidation: null })).toBeUndefined();
  });
});
