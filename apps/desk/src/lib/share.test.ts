import { expect, it } from 'vitest';
import { isSome, percentOf } from './share.ts';

it.each([
  ['0', '50000', 0],
  ['12.5', '50', 25],
  ['49999.999999', '50000', 99],
  ['50000', '50000', 100],
  ['0.1', '0.3', 33],
  ['75000', '50000', 150],
])('%s of %s is %s percent, truncated', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});

it('is null without a limit or a figure', () => {
  expect(percentOf('1', '0')).toBeNull();
  expect(percentOf('—', '5')).toBeNull();
});

it('tells zero from more than zero', () => {
  expect(['0', '0.000', '0.01', '12', '-3'].map(isSome)).toEqual([false, false, true, true, false]);
});
