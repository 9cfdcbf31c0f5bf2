import { afterEach, expect, test } from 'vitest';
import { setFormatLocale, setFormatTimeZone } from '#lib/format-locale.ts';
import { formatDate } from './format.ts';
import { dayAt, dayEndMs, dayStartMs } from '../lib/days.ts';

const zone = process.env['TZ'];

function standIn(place: string | undefined): void {
  if (place === undefined) delete process.env['TZ'];
  else process.env['TZ'] = place;
  // Formatters keep the time zone they were created in.
  setFormatLocale('en-US');
}

afterEach(() => {
  standIn(zone);
  setFormatTimeZone(undefined);
});

test('a day begins and ends at midnight where the customer is', () => {
  expect(dayStartMs('2026-11-21')).toBe(new Date(2026, 10, 21).getTime());
  expect(dayEndMs('2026-12-31')).toBe(new Date(2027, 0, 1).getTime());
});

// At noon UTC Auckland already has the next day; at midnight UTC Honolulu still has the previous one.
test.each(['Pacific/Auckland', 'Pacific/Honolulu'])('a day has its own name in %s', place => {
  standIn(place);
  expect(formatDate(dayStartMs('2026-11-01'), 'fullDate')).toBe('Sunday, November 1, 2026');
});

test.each(['', '2026-1-1', 'yesterday'])('%s is no day', day => {
  expect([dayStartMs(day), dayEndMs(day)]).toEqual([undefined, undefined]);
});

test('today is the customer’s own', () => {
  expect(dayAt(new Date(2026, 10, 21, 23, 59).getTime())).toBe('2026-11-21');
});

// Havana changes its clocks at midnight: that day begins at 1:00, and in autumn 0:00 comes twice.
test.each([
  ['Asia/Tokyo', '2026-11-21', '2026-11-20T15:00:00.000Z', '2026-11-21T15:00:00.000Z'],
  ['UTC', '2026-02-28', '2026-02-28T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  ['America/Havana', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['Asia/Kathmandu', '2026-06-01', '2026-05-31T18:15:00.000Z', '2026-06-01T18:15:00.000Z'],
])('in the chosen zone %s, %s is from %s to %s', (place, day, from, to) => {
  setFormatTimeZone(place);
  expect(new Date(dayStartMs(day)!).toISOString()).toBe(from);
  expect(new Date(dayEndMs(day)!).toISOString()).toBe(to);
  expect(dayAt(Date.parse(from))).toBe(day);
  expect(dayAt(Date.parse(from) - 1)).not.toBe(day);
  expect(formatDate(dayStartMs(day), 'dayNumber')).toBe(String(Number(day.slice(8))));
});
