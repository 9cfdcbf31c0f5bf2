import { expect, test } from 'vitest';
import { acceptPreferences, awaitedBy, awaitResults, resultsShown } from './preferences.ts';

const fresh = acceptPreferences(undefined);

test.each([[undefined], [null], [7], [{ mode: 'x', seconds: '30', customerId: 'y', awaited: 'z' }]])(
  '%o is as good as nothing stored',
  stored => {
    expect(acceptPreferences(stored)).toEqual({
      mode: 'real',
      seconds: undefined,
      customerId: undefined,
      awaited: [],
    });
  },
);

test('what was stored is kept, ids that are none are dropped', () => {
  const stored = { mode: 'practice', seconds: 60, customerId: 4, awaited: [1, '2', 3.5, 9] };
  expect(acceptPreferences(stored)).toEqual({ ...stored, awaited: [1, 9] });
});

test('a result is awaited once and shown once', () => {
  const waiting = awaitResults(awaitResults(fresh, 4, [1, 2]), 4, [2, 3]);
  expect(awaitedBy(waiting, 4)).toEqual([1, 2, 3]);
  expect(awaitedBy(resultsShown(waiting, [1, 3]), 4)).toEqual([2]);
  expect(awaitResults(waiting, 4, [3])).toBe(waiting);
});

test('another customer on the same phone awaits nothing of the first', () => {
  const first = awaitResults(fresh, 4, [1]);
  expect(awaitedBy(first, 5)).toEqual([]);
  const second = awaitResults(first, 5, [2]);
  expect([awaitedBy(second, 4), awaitedBy(second, 5)]).toEqual([[], [2]]);
});

test('the oldest are forgotten first', () => {
  const many = awaitResults(
    fresh,
    4,
    Array.from({ length: 130 }, (_, index) => index + 1),
  );
  expect([awaitedBy(many, 4).length, awaitedBy(many, 4)[0]]).toEqual([100, 31]);
});
