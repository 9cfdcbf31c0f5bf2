import { expect, test } from 'vitest';
import { releasedPercent } from './amounts.ts';

test.each([
  ['0', '2666.666667', '0'],
  ['1066.666666', '2666.666667', '39.99'],
  ['400', '1000', '40'],
  ['1000', '1000', '100'],
  // Without an allocation everything counts as released.
  ['0', '0', '100'],
  ['0', null, '100'],
])('%s released of %s is %s %%', (released, allocated, percent) => {
  expect(releasedPercent({ released, allocated })).toBe(percent);
});
