import { expect, test } from 'vitest';
import { isTimeZone } from './time-zone.ts';
import { plainZone, timeZones, zoneCity, zoneName, zoneOffset } from './zones.ts';

const WINTER = Date.UTC(2026, 0, 15);
const SUMMER = Date.UTC(2026, 6, 15);

test.each([
  ['Asia/Bangkok', WINTER, 'UTC+7'],
  ['Asia/Kolkata', WINTER, 'UTC+5:30'],
  ['America/St_Johns', WINTER, 'UTC−3:30'],
  ['Europe/Madrid', WINTER, 'UTC+1'],
  ['Europe/Madrid', SUMMER, 'UTC+2'],
  ['UTC', SUMMER, 'UTC'],
])('%s is written %s %s', (zone, atMs, text) => {
  expect(zoneOffset(zone, atMs)).toBe(text);
});

test.each(['Mars/Olympus', 'device', '', null, 7, "';--"])('%s is no zone', name => {
  expect(isTimeZone(name)).toBe(false);
});

test('all that are offered are known, UTC first and once', () => {
  const zones = timeZones();
  expect(zones[0]).toBe('UTC');
  expect(new Set(zones).size).toBe(zones.length);
  expect(zones).toContain('Asia/Ho_Chi_Minh');
  expect(zones).not.toContain('Asia/Saigon');
  expect(zones.filter(zone => !isTimeZone(zone))).toEqual([]);
});

test('a choice has a city and a name', () => {
  expect(zoneCity('America/Argentina/Buenos_Aires')).toBe('Buenos Aires');
  expect(zoneName('Asia/Seoul')).toBe('Asia/Seoul');
  expect(isTimeZone(zoneName('device'))).toBe(true);
});

test.each(['utc-5', 'GMT-5', ' Utc −5', 'gmt -5'])('“%s” is looked for as it is written', typed => {
  expect(plainZone('America/New_York New York UTC−5')).toContain(plainZone(typed));
});
