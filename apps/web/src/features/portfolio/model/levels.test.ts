import { expect, it } from 'vitest';
import { levelOf } from './levels.ts';

it.each([
  [0n, 'calm'],
  [4_999n, 'calm'],
  [5_000n, 'watch'],
  [7_999n, 'watch'],
  [8_000n, 'close'],
  [25_000n, 'close'],
  [null, 'close'],
] as const)('a rate of %s hundredths of a percent is %s', (rate, level) => {
  expect(levelOf(rate)).toBe(level);
});
