import { expect, test } from 'vitest';
import { shownLevel } from './level.ts';

test.each([
  [undefined, undefined, 'unverified'],
  ['unverified', undefined, 'unverified'],
  ['unverified', 'none', 'unverified'],
  ['unverified', 'basic', 'basic'],
  ['under_review', 'basic', 'under_review'],
  ['verified', 'advanced', 'verified'],
] as const)('an account that is %s with level %s is shown as %s', (state, level, shown) => {
  expect(shownLevel(state, level)).toBe(shown);
});
