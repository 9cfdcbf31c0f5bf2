import { expect, test } from 'vitest';
import { isAnythingUnderWay, setUnderWay } from './under-way.ts';

test('something is under way while any owner says so', () => {
  const [one, other] = [{}, {}];
  expect(isAnythingUnderWay()).toBe(false);
  setUnderWay(one, true);
  setUnderWay(other, true);
  setUnderWay(one, false);
  setUnderWay(one, false);
  expect(isAnythingUnderWay()).toBe(true);
  setUnderWay(other, false);
  expect(isAnythingUnderWay()).toBe(false);
});
