import { expect, test } from 'vitest';
import { fillText, placeholdersOf } from './fill-text.ts';

test.each([
  ['{count} of {total} {count}', { count: '3', total: '7' }, '3 of 7 3'],
  ['{count} of {total}', { total: '{count}' }, '{count} of {count}'],
  ['{count} {count|day|days}', { count: '1' }, '1 day'],
  ['{count} {count|day|days}', { count: '0' }, '0 days'],
  ['{count} {count|day|days}', { count: '1,001' }, '1,001 days'],
  ['{ count } {} {a-b} {toString}', { count: '1' }, '{ count } {} {a-b} {toString}'],
  ['$& {a}', { a: '$1$&' }, '$& $1$&'],
])('%s with %o is "%s"', (text, values, result) => {
  const given = new Map(Object.entries(values));
  expect(fillText(text, name => given.get(name))).toBe(result);
});

test('names placeholders once', () => {
  expect(placeholdersOf('{b} {a|one|two} {b}')).toEqual(['a', 'b']);
});
