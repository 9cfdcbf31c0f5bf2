import { expect, test } from 'vitest';
import { dayEndMs, dayStartMs } from './days.ts';

test('a day begins and ends at midnight where the customer is', () => {
  expect(dayStartMs('2026-11-21')).toBe(new Date(2026, 10, 21).getTime());
  expect(dayEndMs('2026-12-31')).toBe(new Date(2027, 0, 1).getTime());
});

test.each(['', '2026-1-1', 'yesterday'])('%s is no day', day => {
  expect([dayStartMs(day), dayEndMs(day)]).toEqual([undefined, undefined]);
});
