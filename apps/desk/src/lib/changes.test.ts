import { expect, test } from 'vitest';
import { changesOf } from './changes.ts';

test('shows what changes, stays, is added and is removed', () => {
  const before = { fee: '1', items: [{ minimum: '10' }, { minimum: '20' }], on: true };
  const after = { fee: '2', items: [{ minimum: '10' }], on: true, note: 'new' };
  expect(changesOf(before, after)).toEqual([
    { path: 'fee', before: '1', after: '2', changed: true },
    { path: 'items.0.minimum', before: '10', after: '10', changed: false },
    { path: 'on', before: 'true', after: 'true', changed: false },
    { path: 'note', before: null, after: 'new', changed: true },
    { path: 'items.1.minimum', before: '20', after: null, changed: true },
  ]);
});

test('something new has no before, something removed no after', () => {
  expect(changesOf(null, { a: 1 })).toEqual([{ path: 'a', before: null, after: '1', changed: true }]);
  expect(changesOf({ a: 1 }, null)).toEqual([{ path: 'a', before: '1', after: null, changed: true }]);
  expect(changesOf(null, null)).toEqual([]);
});

test('an empty value is not an absent one', () => {
  expect(changesOf({ a: null }, { a: '' })).toEqual([{ path: 'a', before: '—', after: '', changed: true }]);
});
