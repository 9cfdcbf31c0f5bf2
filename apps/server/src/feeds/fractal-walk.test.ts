import { describe, expect, test } from 'vitest';
import { DAY_MS } from '@tallystick/core/durations';
import { FractalWalk } from './fractal-walk.ts';

const START = Date.UTC(2026, 0, 1);
const HOUR = DAY_MS / 24;

function moves(walk: FractalWalk, stepMs: number, count: number): number[] {
  return Array.from(
    { length: count },
    (_, i) => walk.valueAt(START + (i + 1) * stepMs) - walk.valueAt(START + i * stepMs),
  );
}
const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

describe('a fractal walk', () => {
  test('has the same value at a time, whatever was read before', () => {
    const forward = new FractalWalk(1, 1);
    const times = Array.from({ length: 500 }, (_, i) => START + i * 97_531);
    const values = times.map(ms => forward.valueAt(ms));
    const backward = new FractalWalk(1, 1);
    expect(times.toReversed().map(ms => backward.valueAt(ms))).toEqual(values.toReversed());
    expect(times.map(ms => new FractalWalk(1, 1).valueAt(ms))).toEqual(values);
  });

  test('differs with the seed and with the stream', () => {
    const value = (seed: number, stream: number) => new FractalWalk(seed, stream).valueAt(START);
    expect(new Set([value(1, 1), value(2, 1), value(1, 2)]).size).toBe(3);
  });

  test('has no jumps, not even at its anchors', () => {
    const walk = new FractalWalk(3, 1);
    const anchor = Math.ceil(START / 1000 / 2 ** 22) * 2 ** 22 * 1000;
    for (const ms of [anchor, anchor + 1000, anchor - 1000, START]) {
      expect(Math.abs(walk.valueAt(ms) - walk.valueAt(ms - 1))).toBeLessThan(1e-3);
    }
  });

  test('moves by about one a day, with more large moves than a plain walk', () => {
    const all = moves(new FractalWalk(5, 1), 60_000, 200_000);
    const variance = mean(all.map(move => move ** 2));
    expect(variance * 1440).toBeGreaterThan(0.7);
    expect(variance * 1440).toBeLessThan(1.4);
    // A plain random walk has 3.
    expect(mean(all.map(move => move ** 4)) / variance ** 2).toBeGreaterThan(5);
  });

  test('has calm and volatile times: sizes of successive moves correlate, signs do not', () => {
    const all = moves(new FractalWalk(5, 1), HOUR, 8000);
    const correlation = (values: readonly number[]) => {
      const m = mean(values);
      const centred = values.map(value => value - m);
      return (
        mean(centred.slice(1).map((value, i) => value * centred[i]!)) / mean(centred.map(value => value ** 2))
      );
    };
    expect(correlation(all.map(Math.abs))).toBeGreaterThan(0.1);
    expect(Math.abs(correlation(all))).toBeLessThan(0.05);
  });
});
