import { expect, it } from 'vitest';
import { ReusedList } from './reused-list.ts';

it('contains only what was pushed since it was emptied', () => {
  const list = new ReusedList<string>();
  for (const item of ['a', 'b', 'c']) list.push(item);
  list.clear();
  expect(list).toHaveLength(0);
  expect(list.includes('a')).toBe(false);
  list.push('d');
  expect(list).toHaveLength(1);
  expect(list.at(0)).toBe('d');
  expect(list.includes('d')).toBe(true);
  // Still in the array, but not in the list.
  expect(list.includes('b')).toBe(false);
});
