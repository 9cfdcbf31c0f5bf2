import { expect, test } from 'vitest';
import { unchangedPrefix } from './unchanged-prefix.ts';

test.each([
  ['104381.5', '104382.5', 5],
  ['104381.5', '104381.5', 8],
  ['99999.9', '100000.0', 0],
  [undefined, '1.5', 3],
])('from %s to %s the first %i digits stay', (previous, next, same) => {
  expect(unchangedPrefix(previous, next)).toBe(same);
});
