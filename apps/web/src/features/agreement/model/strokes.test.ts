import { describe, expect, test } from 'vitest';
import { extendStroke, isSignature, startStroke, undoStroke, type Stroke } from './strokes.ts';

const drawn = (...points: [x: number, y: number][]): readonly Stroke[] => {
  const [first = [0, 0], ...rest] = points;
  return rest.reduce(
    (strokes, [x, y]) => extendStroke(strokes, { x, y }),
    startStroke([], { x: first[0], y: first[1] }),
  );
};

describe('a signature', () => {
  test('is made of strokes, and the last one can be taken back', () => {
    const one = drawn([0.1, 0.5], [0.4, 0.2]);
    const two = extendStroke(startStroke(one, { x: 0.5, y: 0.5 }), { x: 0.9, y: 0.5 });
    expect(two).toHaveLength(2);
    expect(undoStroke(two)).toEqual(one);
    expect(undoStroke([])).toEqual([]);
  });

  test('is more than a dot or a slip', () => {
    expect(isSignature([])).toBe(false);
    expect(isSignature(drawn([0.5, 0.5]))).toBe(false);
    expect(isSignature(drawn([0.5, 0.5], [0.6, 0.5]))).toBe(false);
    expect(isSignature(drawn([0.2, 0.5], [0.5, 0.5]))).toBe(true);
    const zigzag = [...Array(6).keys()].map((at): [number, number] => [0.4 + (at % 2) * 0.06, 0.5]);
    expect(isSignature(drawn(...zigzag))).toBe(true);
  });

  test('stays within the pad, and does not pile up points', () => {
    expect(drawn([0.5, 0.5], [1.8, -3]).at(-1)?.at(-1)).toEqual({ x: 1, y: 0 });
    expect(drawn([0.5, 0.5], [0.5001, 0.5], [0.5002, 0.5])).toEqual([[{ x: 0.5, y: 0.5 }]]);
  });

  test('is not extended before it has begun', () => {
    expect(extendStroke([], { x: 0.5, y: 0.5 })).toEqual([]);
  });
});
