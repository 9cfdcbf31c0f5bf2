import { describe, expect, test } from 'vitest';
import {
  layOut,
  PLOT_SIZE,
  slidingWindow,
  standingWindow,
  thin,
  ticksWithin,
  type IndexTick,
} from './plot.ts';

const tick = (number: number, atMs: number, price: string): IndexTick => ({ number, atMs, price });
const window = { fromMs: 1_000, toMs: 2_000 };

test('what could be bought slides with the clock, what was bought stands still', () => {
  const now = slidingWindow(100_000, 30);
  const later = slidingWindow(101_000, 30);
  expect(later.fromMs - now.fromMs).toBe(1_000);
  expect(now.toMs).toBeGreaterThan(130_000);
  const bought = standingWindow(100_000, 130_000);
  expect(bought.fromMs).toBeLessThan(100_000);
  expect(bought.toMs).toBeGreaterThan(130_000);
});

describe('ticks of a window', () => {
  const ticks = [tick(1, 500, '1'), tick(2, 900, '2'), tick(3, 1_500, '3'), tick(4, 2_500, '4')];
  test('begin with the one before it, so that the line comes from the edge', () => {
    expect(ticksWithin(ticks, window).map(({ number }) => number)).toEqual([2, 3]);
  });
  test('are the newest alone when all are older', () => {
    expect(ticksWithin(ticks.slice(0, 2), window).map(({ number }) => number)).toEqual([2]);
    expect(ticksWithin([], window)).toEqual([]);
  });
});

describe('the plot', () => {
  test('puts higher prices higher, earlier ones to the left, and leaves room above and below', () => {
    const plot = layOut([tick(1, 1_000, '100'), tick(2, 1_500, '110'), tick(3, 1_900, '105')], [], window);
    const [low, high, last] = plot.points;
    expect(high!.y).toBeLessThan(last!.y);
    expect(last!.y).toBeLessThan(low!.y);
    expect([low!.x, high!.x]).toEqual([0, PLOT_SIZE / 2]);
    expect(high!.y).toBeGreaterThan(0);
    expect(low!.y).toBeLessThan(PLOT_SIZE);
  });

  test('keeps an entry price in view, but not one that would flatten the price', () => {
    const ticks = [tick(1, 1_000, '100'), tick(2, 1_500, '101')];
    expect(layOut(ticks, ['103'], window).yOf('103')).toBeDefined();
    for (const price of ['200', '10']) {
      const far = layOut(ticks, [price], window);
      expect(far.yOf(price)).toBeUndefined();
      expect(far.points).toEqual(layOut(ticks, [], window).points);
    }
  });

  test('draws quiet prices quietly, in the middle', () => {
    const flat = layOut([tick(1, 1_000, '100'), tick(2, 1_500, '100')], [], window);
    expect(flat.points.map(({ y }) => y)).toEqual([PLOT_SIZE / 2, PLOT_SIZE / 2]);
  });

  test('is empty without prices', () => {
    const plot = layOut([], [], window);
    expect([plot.points, plot.scale, plot.yOf('1')]).toEqual([[], [], undefined]);
  });
});

test('thinning keeps every swing and the order of the ticks', () => {
  const ticks = Array.from({ length: 5_000 }, (_, index) =>
    tick(index, 1_000 + index / 5, index === 2_345 ? '9' : index === 3_210 ? '1' : '5'),
  );
  const kept = thin(ticks, window);
  expect(kept.length).toBeLessThan(1_000);
  expect(kept.map(({ price }) => price)).toEqual(expect.arrayContaining(['9', '1']));
  const numbers = kept.map(({ number }) => number);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  expect(thin(ticks.slice(0, 50), window)).toHaveLength(50);
});
