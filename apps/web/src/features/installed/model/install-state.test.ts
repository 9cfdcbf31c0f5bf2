import { expect, test } from 'vitest';
import { HOUR_MS } from '@tallystick/core/durations';
import { acceptState, isTimeToAsk, withVisit } from './install-state.ts';

const START_MS = 1_770_000_000_000;
const NEW = acceptState(undefined);

test('nobody is asked at their first visit, everybody once from the second', () => {
  const first = withVisit(NEW, START_MS);
  expect(isTimeToAsk(first)).toBe(false);
  // A reload is not a visit.
  expect(isTimeToAsk(withVisit(first, START_MS + HOUR_MS - 1))).toBe(false);
  const second = withVisit(first, START_MS + HOUR_MS);
  expect(isTimeToAsk(second)).toBe(true);
  expect(isTimeToAsk({ ...second, isAnswered: true })).toBe(false);
});

test.each([null, 'text', 17, [], { visits: 'many', lastVisitMs: Number.NaN }])(
  '%j is a first visit',
  stored => {
    expect(acceptState(stored)).toEqual({ visits: 0, lastVisitMs: 0, isAnswered: false });
  },
);
