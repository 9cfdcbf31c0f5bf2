import { expect, test } from 'vitest';
import { clocksApart, fromInputTime, grouped, toInputTime, wholeOf } from './format.ts';

test.each([
  ['0', '0'],
  ['999', '999'],
  ['1234567.8901', '1,234,567.8901'],
  ['-80000000', '-80,000,000'],
])('groups %s as %s', (decimal, expected) => {
  expect(grouped(decimal)).toBe(expected);
});

test('times typed in are UTC, and come back', () => {
  const atMs = Date.UTC(2026, 6, 15, 12, 30);
  expect(toInputTime(atMs + 12_345)).toBe('2026-07-15 12:30');
  expect(fromInputTime('2026-07-15 12:30')).toBe(atMs);
  for (const text of ['', '2026-07-15', '2026-13-45 99:99', '2026-02-30 12:00', '07/15/2026 12:30', 'soon'])
    expect(fromInputTime(text)).toBeNull();
});

test.each([
  ['7', 7],
  [' 12 ', 12],
  ['', null],
  ['-1', null],
  ['1.5', null],
  ['1e3', null],
])('reads %j as %j', (text, expected) => {
  expect(wholeOf(text)).toBe(expected);
});

test.each([
  [604_800_000, '+7 d 0 h 0 min'],
  [604_740_005, '+6 d 23 h 59 min'],
  [-86_400_000, '-1 d 0 h 0 min'],
  [3_600_000, '+1 h 0 min'],
  [-1_501, '-1.5 s'],
  [60_000, '+60.0 s'],
])('clocks %d ms apart: %s', (ms, text) => {
  expect(clocksApart(ms)).toBe(text);
});
