import { afterEach, expect, test } from 'vitest';
import { setFormatTimeZone } from './format-locale.ts';
import { clockAt, momentAt } from './moment.ts';

afterEach(() => setFormatTimeZone(undefined));

test.each([
  ['Asia/Bangkok', '2026-11-21', 14, 30, '2026-11-21T07:30:00Z'],
  ['America/St_Johns', '2026-01-15', 0, 0, '2026-01-15T03:30:00Z'],
  // Madrid's clocks go back at 3:00 on that day, so that 2:30 comes twice.
  ['Europe/Madrid', '2026-10-25', 2, 30, '2026-10-25T00:30:00Z'],
  ['Europe/Madrid', '2026-10-25', 12, 0, '2026-10-25T11:00:00Z'],
  // And forward at 2:00, so that there is no 2:30: the clock then shows 3:30.
  ['Europe/Madrid', '2026-03-29', 2, 30, '2026-03-29T01:30:00Z'],
])('in %s, %s %i:%i is %s', (zone, day, hour, minute, iso) => {
  setFormatTimeZone(zone);
  expect(new Date(momentAt(day, hour, minute)).toISOString()).toBe(iso.replace('Z', '.000Z'));
});

test('without a chosen zone the device’s counts', () => {
  const at = new Date(2026, 10, 21, 14, 30).getTime();
  expect(momentAt('2026-11-21', 14, 30)).toBe(at);
  expect(clockAt(at)).toEqual({ hour: 14, minute: 30 });
});

test('a clock tells its own time', () => {
  setFormatTimeZone('Asia/Kolkata');
  expect(clockAt(Date.UTC(2026, 10, 21, 20, 0))).toEqual({ hour: 1, minute: 30 });
});
