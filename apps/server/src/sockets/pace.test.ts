import { expect, it } from 'vitest';
import { Pace } from './pace.ts';

it('allows a burst, then a few per second, and never saves more than a burst', () => {
  const pace = new Pace(3, 2, 0);
  const takes = (nowMs: number, times: number) => Array.from({ length: times }, () => pace.take(nowMs));
  expect(takes(0, 4)).toEqual([true, true, true, false]);
  expect(takes(499, 1)).toEqual([false]);
  expect(takes(1_000, 3)).toEqual([true, true, false]);
  expect(takes(1_000_000, 4)).toEqual([true, true, true, false]);
});

it('takes several turns at once or none', () => {
  const pace = new Pace(10, 1, 0);
  expect(pace.take(0, 11)).toBe(false);
  expect(pace.share(0)).toBe(1);
  expect(pace.take(0, 6)).toBe(true);
  expect(pace.take(0, 6)).toBe(false);
  expect(pace.share(0)).toBe(0.4);
  expect(pace.share(1_000)).toBe(0.5);
});
