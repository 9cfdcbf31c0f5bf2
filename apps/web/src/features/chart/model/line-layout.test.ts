import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { layoutTags, widenRange } from './line-layout.ts';

describe('tags of lines', () => {
  test('stand at their lines where there is room', () => {
    expect(layoutTags([50, 150], 300, 20)).toEqual([
      { top: 40, beyond: null, shown: true },
      { top: 140, beyond: null, shown: true },
    ]);
  });

  test('move apart, in the order of their lines', () => {
    expect(layoutTags([102, 100, 104], 300, 20).map(tag => tag.top)).toEqual([110, 90, 130]);
    expect(layoutTags([298, 295], 300, 20).map(tag => tag.top)).toEqual([280, 260]);
  });

  test('of lines outside wait at the edge, only the nearest', () => {
    const tags = layoutTags([-5, -40, -30, -20, 320], 300, 20);
    expect(tags.map(tag => tag.shown)).toEqual([true, false, false, true, true]);
    expect(tags[4]).toEqual({ top: 280, beyond: 'below', shown: true });
    expect(tags[0]?.beyond).toBe('above');
  });

  test('leave the top free for what is written there', () => {
    expect(layoutTags([-50, 10, 40], 300, 20, 36).map(tag => tag.top)).toEqual([36, 56, 76]);
  });

  test('of lines outside give way where there are too many', () => {
    expect(layoutTags([-5, 10, 20, 30], 60, 20).map(tag => tag.shown)).toEqual([false, true, true, true]);
  });

  test('never lie over another or outside, however many there are', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -200, max: 500 }), { maxLength: 40 }), ys => {
        const tops = layoutTags(ys, 300, 20)
          .filter(tag => tag.shown)
          .map(tag => tag.top)
          .toSorted((a, b) => a - b);
        for (const [index, top] of tops.entries()) {
          expect(top).toBeGreaterThanOrEqual(0);
          expect(top).toBeLessThanOrEqual(280);
          if (index > 0) expect(top - (tops[index - 1] ?? 0)).toBeGreaterThanOrEqual(20);
        }
      }),
    );
  });
});

describe('the range of prices', () => {
  test('widens to the lines near it and leaves out those that would flatten the candles', () => {
    expect(widenRange(100, 200, [])).toEqual({ from: 100, to: 200 });
    expect(widenRange(100, 200, [150])).toEqual({ from: 100, to: 200 });
    expect(widenRange(100, 200, [80, 230])).toEqual({ from: 80, to: 230 });
    expect(widenRange(100, 200, [20, 360])).toEqual({ from: 20, to: 200 });
    expect(widenRange(100, 200, [900])).toEqual({ from: 100, to: 200 });
  });
});
