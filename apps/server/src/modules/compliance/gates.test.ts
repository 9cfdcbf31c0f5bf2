import { expect, it } from 'vitest';
import { ageAt } from './gates.ts';

it.each([
  ['2008-07-15', '2026-07-14T23:59:59Z', 17],
  ['2008-07-15', '2026-07-15T00:00:00Z', 18],
  ['2008-02-29', '2026-02-28T12:00:00Z', 17],
  ['2008-02-29', '2026-03-01T00:00:00Z', 18],
  ['1926-12-31', '2026-01-01T00:00:00Z', 99],
])('who is born on %s is, at %s, %i years old', (birthDate, at, age) =>
  expect(ageAt(birthDate, Date.parse(at))).toBe(age),
);
