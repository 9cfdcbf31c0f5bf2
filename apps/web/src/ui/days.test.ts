import { afterEach, expect, test } from 'vitest';
import { setFormatLocale } from '#lib/format-locale.ts';
import { formatDate } from './format.ts';
import { dayEndMs, dayStartMs } from '../lib/days.ts';

const zone = process.env['TZ'];

function standIn(place: string | undefined): void {
  if (place === undefined) delete process.env['TZ'];
  else process.env['TZ'] = place;
  // Formatters keep the time zone they were created in.
  setFormatLocale('en-US');
}

afterEach(() => standIn(zone));

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
